// SPDX-License-Identifier: Apache-2.0
#include "skipper/skip_index_writer.h"

#include <gtest/gtest.h>
