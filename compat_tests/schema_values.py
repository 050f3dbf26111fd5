# SPDX-License-Identifier: Apache-2.0
"""Values of one field, as JSON text: shapes that reach every encoding of doc values and points.

A shape is a function of the document number that returns the JSON text of one value. Presence
says which documents have a value at all; arity how many.
"""
import base64
import json
import struct

LONG = (-(1 << 63), (1 << 63) - 1)
RANGES = {
    "long": LONG, "integer": (-(1 << 31), (1 << 31) - 1), "short": (-32768, 32767),
    "byte": (-128, 127), "unsigned_long": (0, (1 << 64) - 1),
    "lucene.numeric": LONG, "lucene.sorted_numeric": LONG,
}
NUMBER_SHAPES = ["constant", "two", "few", "many", "gcd", "timestamp", "random", "extremes",
                 "bits", "counter", "runs", "long_runs", "blocks", "outlier", "near_zero"]


def number_shape(rng, low, high, docs, shape=None):
    """Integers in [low, high] by a shape of NUMBER_SHAPES (a random one if None)."""
    # Only many documents reach blocks of 16,384 values and grown skip intervals.
    more = ["blocks", "long_runs"] * 4 if docs > 10_000 else []
    shape = shape or rng.choice(NUMBER_SHAPES + more)
    span = high - low

    def clamp(value):
        return low if value < low else high if value > high else value

    base = clamp(rng.choice([0, 1, -1, 5, 1000, low, high, rng.randint(low, high)]))
    if shape == "constant":
        return lambda doc: base
    if shape in ("two", "few", "many"):
        count = {"two": 2, "few": rng.randint(3, 40), "many": rng.randint(41, 300)}[shape]
        values = [rng.randint(low, high) for _ in range(count)]
        return lambda doc: rng.choice(values)
    if shape == "gcd":
        step = rng.choice([2, 3, 10, 1000, 60000, 3600000, 86400000])
        steps = max(1, min(rng.choice([3, 300, 70000]), span // step // 2))
        start = clamp(base)
        sign = 1 if start + step * steps <= high else -1
        return lambda doc: clamp(start + sign * step * rng.randint(0, steps))
    if shape == "timestamp":
        step = rng.choice([1, 10, 1000])
        jitter = rng.choice([0, 0, 5, 300])
        start = clamp(1_790_000_000_000 if high > 1 << 41 else low // 2)
        return lambda doc: clamp(start + step * doc + (rng.randint(0, jitter) if jitter else 0))
    if shape == "extremes":
        values = [low, high, clamp(0), clamp(-1), clamp(1), clamp(low + 1), clamp(high - 1)]
        return lambda doc: rng.choice(values)
    if shape == "bits":
        bits = rng.randint(1, 63)
        return lambda doc: clamp(base + rng.getrandbits(bits))
    if shape == "counter":
        state = [clamp(0)]
        step = rng.choice([1, 9, 5000])

        def counter(doc):
            state[0] = clamp(0) if rng.random() < 0.001 else clamp(state[0] + rng.randint(0, step))
            return state[0]
        return counter
    if shape in ("runs", "long_runs"):
        state = [base, 0]
        longest = 20 if shape == "runs" else max(2, min(docs, 15000))

        def runs(doc):
            if state[1] == 0:
                state[0] = clamp(rng.choice([rng.randint(-9, 9), rng.randint(low, high)]))
                state[1] = rng.randint(1, longest)
            state[1] -= 1
            return state[0]
        return runs
    if shape == "blocks":
        widths = [rng.choice([0, 1, 4, 9, 17, 33, 50]) for _ in range(8)]
        size = rng.choice([16384, 16384, 5000])
        return lambda doc: clamp(base + rng.getrandbits(w) if (w := widths[doc // size % 8]) else base)
    if shape == "outlier":
        far = rng.choice([low, high])
        return lambda doc: far if rng.random() < 0.0005 else clamp(rng.randint(0, 9))
    if shape == "near_zero":
        return lambda doc: clamp(rng.randint(-3, 3))
    return lambda doc: rng.randint(low, high)


def whole_text(rng, kind, docs):
    """JSON text of a whole number, now and then as a string or with a fraction where coerced."""
    low, high = RANGES[kind]
    shape = number_shape(rng, low, high, docs)
    plain = kind.startswith("lucene.") or rng.random() < 0.6

    def text(doc):
        value = shape(doc)
        if not plain:
            roll = rng.random()
            if roll < 0.05:
                return '"%d"' % value
            if roll < 0.08 and abs(value) < 1 << 50 and low < value < high and value and kind != "unsigned_long":
                return rng.choice(["%d.0", "%d.75", "%d.5"]) % value
        return str(value)
    return text


def real_text(rng, kind, docs):
    shape = rng.choice(["ints", "decimals", "random", "extremes", "constant", "few", "bits"])
    top = {"double": 1.7e308, "float": 3.3e38, "half_float": 65000.0, "scaled_float": 1e12}[kind]
    tiny = {"double": 5e-324, "float": 1.5e-45, "half_float": 6e-8, "scaled_float": 1e-3}[kind]
    scale = min(top, 10.0 ** rng.randint(0, 6))
    few = [rng.uniform(-scale, scale) for _ in range(rng.randint(2, 200))]
    if kind == "half_float":
        few = [max(-65000.0, min(65000.0, v)) for v in few]
        scale = min(scale, 60000.0)

    def value(doc):
        if shape == "ints":
            return float(rng.randint(-int(scale), int(scale)))
        if shape == "decimals":
            return round(rng.uniform(0, scale), rng.choice([1, 2]))
        if shape == "constant":
            return few[0]
        if shape == "few":
            return rng.choice(few)
        if shape == "extremes":
            return rng.choice([top, -top, tiny, -tiny, 0.0, -0.0, 1.0])
        if shape == "bits" and kind == "double":
            v = struct.unpack("<d", struct.pack("<Q", rng.getrandbits(64)))[0]
            return v if v == v and abs(v) <= top else 0.5
        if shape == "bits" and kind == "float":
            v = struct.unpack("<f", struct.pack("<I", rng.getrandbits(32)))[0]
            return v if v == v and abs(v) <= top else 0.5
        return rng.uniform(-scale, scale)
    strings = rng.random() < 0.2

    def text(doc):
        v = value(doc)
        if v == int(v) and abs(v) < 1e15 and v and rng.random() < 0.3:
            return str(int(v))
        return '"%r"' % v if strings and rng.random() < 0.1 else repr(v)
    return text


def words(rng, docs, binary=False):
    """A function of the document to bytes or str: few, many, all unique, shared prefixes, long."""
    shape = rng.choice(["few", "many", "unique", "prefix", "lengths", "unicode", "constant"])
    count = rng.choice([1, 2, 63, 64, 65, 130, 1023, 1024, 1025, 1500, 3000])
    prefix = "/".join(["region", "a" * rng.randint(1, 60)] * rng.randint(1, 3)) + "/"
    alphabet = "abcdefghijklmnopqrstuvwxyz0123456789-_. \"\\"
    wide = "aé€😀ßж中z"
    lengths = rng.choice([[0, 1, 2], [1, 14, 15, 16, 17, 31], [5, 200, 2000] if docs < 10_000 else [5, 60], list(range(1, 40))])

    def word(i):
        if shape == "prefix":
            return prefix + "%06d" % (i % count)
        if shape == "lengths":
            return "".join(rng.choice(alphabet) for _ in range(rng.choice(lengths)))
        if shape == "unicode":
            return "".join(rng.choice(wide) for _ in range(rng.randint(0, 6)))
        return "w%d" % i
    pool = sorted({word(i) for i in range(count)})

    def pick(doc):
        if shape == "constant":
            return pool[0]
        if shape == "unique":
            return "id-%08x-%d" % (rng.getrandbits(32), doc)
        if shape == "few":
            return pool[min(len(pool) - 1, int(rng.expovariate(1)))]
        return rng.choice(pool)
    return (lambda doc: pick(doc).encode()) if binary else pick


def keyword_text(rng, docs):
    pick = words(rng, docs)
    mixed = rng.random() < 0.15

    def text(doc):
        if mixed and rng.random() < 0.2:
            return rng.choice(["true", "false", "12", "-7", "1.50", "3.0"])
        return json.dumps(pick(doc), ensure_ascii=rng.random() < 0.2)
    return text


def raw_bytes(rng, docs):
    """Bytes of the fixtures' types: random, fixed length, long, or words."""
    shape = rng.choice(["fixed", "random", "words", "words", "long"])
    if shape == "words":
        return words(rng, docs, binary=True)
    fixed = rng.choice([1, 4, 16, 100])
    if shape == "fixed":
        return lambda doc: rng.randbytes(fixed)
    if shape == "long":
        sizes, largest = ([0, 5, 300, 3000], 30_000) if docs < 10_000 else ([0, 5, 30], 300)
        return lambda doc: rng.randbytes(rng.choice(sizes) if rng.random() > 0.003 else largest)
    return lambda doc: rng.randbytes(rng.randint(0, 30))


def raw_text(rng, docs):
    pick = raw_bytes(rng, docs)

    def text(doc):
        value = pick(doc)
        if rng.random() < 0.5:
            try:
                return json.dumps(value.decode("utf-8"))
            except UnicodeDecodeError:
                pass
        return '{"hex":"%s"}' % value.hex()
    return text


def base64_text(rng, docs):
    pick = raw_bytes(rng, docs)
    return lambda doc: '"%s"' % base64.b64encode(pick(doc)).decode()


def ip_text(rng, docs):
    kind = rng.choice(["v4", "v6", "mixed", "few"])
    net = rng.randint(1, 200)

    def v4():
        return "%d.%d.%d.%d" % (net, rng.randint(0, 255), rng.randint(0, 3), rng.randint(0, 255))

    def v6():
        return rng.choice(["2001:db8::%x" % rng.randint(0, 65535), "::1", "::ffff:10.0.0.%d" % rng.randint(0, 9),
                           "fe80:0:0:0:%x:%x:1:2" % (rng.randint(0, 9), rng.randint(0, 65535)), "::", "1::"])
    few = [v4() for _ in range(5)] + [v6() for _ in range(3)]
    pick = {"v4": v4, "v6": v6, "mixed": lambda: v4() if rng.random() < 0.5 else v6(),
            "few": lambda: rng.choice(few)}[kind]
    return lambda doc: '"%s"' % pick()


def iso(millis, digits=3, nanos=0, zone="Z"):
    """Epoch milliseconds (at 1970 or later) as ISO 8601 text."""
    days, rest = divmod(millis, 86_400_000)
    era_day = days + 719468
    era, day_of_era = divmod(era_day, 146097)
    year_of_era = (day_of_era - day_of_era // 1460 + day_of_era // 36524 - day_of_era // 146096) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    mp = (5 * day_of_year + 2) // 153
    day = day_of_year - (153 * mp + 2) // 5 + 1
    month = mp + 3 if mp < 10 else mp - 9
    year = year_of_era + era * 400 + (month <= 2)
    seconds, ms = divmod(rest, 1000)
    fraction = ("%03d%06d" % (ms, nanos))[:digits]
    return "%04d-%02d-%02dT%02d:%02d:%02d%s%s" % (
        year, month, day, seconds // 3600, seconds // 60 % 60, seconds % 60,
        "." + fraction if digits else "", zone)


def date_text(rng, docs, kind, form):
    """{@code form} names the mapping's format, or None for the default one."""
    start = 1_790_000_000_000 - rng.randint(0, 10**11)
    step = rng.choice([0, 1, 10, 1000, 60000])
    jitter = rng.choice([0, 1, 900, 10**7])
    zone = rng.choice(["Z", "Z", "", "+02:00", "-0730"])
    numbers = rng.random() < 0.4
    newest_first = rng.random() < 0.2

    def text(doc):
        at = start + step * (docs - doc if newest_first else doc) + (rng.randint(0, jitter) if jitter else 0)
        if form == "epoch_second":
            return str(at // 1000)
        if form == "yyyy-MM-dd HH:mm:ss":
            return '"%s"' % iso(at, 0, 0, "").replace("T", " ")
        if form == "epoch_millis" or form is None and numbers:
            return str(at) if rng.random() < 0.9 else '"%d"' % at
        if kind == "date_nanos":
            return '"%s"' % iso(at, rng.choice([3, 6, 9]), rng.randint(0, 999999), zone)
        roll = rng.random()
        if roll < 0.05:
            return '"%s"' % iso(at)[:10]
        return '"%s"' % iso(at, rng.choice([0, 3, 3, 6]) if roll < 0.3 else 3, 123456, zone)
    return text


def points_text(rng, docs, width):
    low, high = (LONG if width == 8 else (-(1 << 31), (1 << 31) - 1))
    shape = number_shape(rng, low, high, docs)
    if width in (4, 8):
        return lambda doc: str(shape(doc))
    few = [rng.randbytes(width) for _ in range(rng.choice([2, 50, 5000]))]
    prefix = rng.randbytes(width - 1)

    def text(doc):
        value = rng.choice(few) if rng.random() < 0.5 else prefix + rng.randbytes(1)
        return '{"hex":"%s"}' % value.hex()
    return text


def dimension_bytes(rng, docs, width):
    """A generator of one dimension's bytes: few values make points share coordinates, whose order then
    shows how they were sorted."""
    few = [rng.randbytes(width) for _ in range(rng.choice([2, 3, 16, 300]))]
    prefix = rng.randbytes(width - 1)
    step = rng.choice([1, 1, 7, 1000])
    return rng.choice([
        lambda doc: few[0],
        lambda doc: rng.choice(few),
        lambda doc: few[doc // 100 % len(few)],
        lambda doc: rng.randbytes(width),
        lambda doc: prefix + rng.randbytes(1),
        lambda doc: (doc * step % (1 << 8 * min(width, 4))).to_bytes(width, "big"),
        lambda doc: rng.choice(few) if rng.random() < 0.7 else rng.randbytes(width)])


def many_dimensions_text(rng, docs, width, dims):
    """Points as {"hex"}, or as an array of numbers where the width has them."""
    shapes = [dimension_bytes(rng, docs, width) for _ in range(dims)]
    numbers = width in (4, 8) and rng.random() < 0.5

    def text(doc):
        values = [shape(doc) for shape in shapes]
        if not numbers:
            return '{"hex":"%s"}' % b"".join(values).hex()
        return "[%s]" % ",".join(str(int.from_bytes(v, "big", signed=True)) for v in values)
    return text


def presence(rng, docs):
    """Which documents have a value: dense, sparse in several ways, one, or none."""
    kind = rng.choice(["all"] * 6 + ["most", "half", "rare", "range", "one", "none", "periodic", "late"])
    share = {"most": 0.95, "half": 0.5, "rare": 0.01}.get(kind)
    if share:
        return lambda doc: rng.random() < share
    first = rng.randint(0, max(0, docs - 1))
    last = rng.randint(first, max(first, docs - 1))
    period = rng.choice([2, 3, 64, 600])
    return {"all": lambda doc: True, "range": lambda doc: first <= doc <= last,
            "one": lambda doc: doc == first, "none": lambda doc: False,
            "periodic": lambda doc: doc % period == 0, "late": lambda doc: doc >= first}[kind]
