# SPDX-License-Identifier: Apache-2.0
"""Records metrics and events of a Linux host from /proc, keeping only listed names."""
