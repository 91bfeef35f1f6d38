#!/usr/bin/env python3
"""A second checker for self-contained Proofmark certificates, written from docs/certificate-format.md and the signature's text.

It shares no code with the checker that ships. It is short and slow, and it is an oracle for tests: where the two disagree, one of them or the page is
wrong. It has no limits on work, so what the shipped checker declines for its size may be accepted here.

usage: check.py SIGNATURE [CERT...]       paths are read from standard input, one a line, if none is given
prints one line for each certificate: `accepted`, `rejected: WHY` or `declined: WHY`
"""

import heapq
import re
import struct
import sys
import threading
from fractions import Fraction

MASK = 0xFFFFFFFF


class Rejected(Exception):
    """The certificate is malformed or proves nothing."""


class Declined(Exception):
    """Not for this checker: an unknown version, section or profile, or a number out of bounds."""


def need(condition, why):
    if not condition:
        raise Rejected(why)


# ------------------------------------------------------------------------------------------------------------------ BLAKE3

IV = (0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19)
PERMUTATION = (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)
QUARTERS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))
CHUNK_START, CHUNK_END, PARENT, ROOT = 1, 2, 4, 8


def compress(chaining, words, counter, length, flags):
    v = list(chaining) + list(IV[:4]) + [counter & MASK, counter >> 32, length, flags]
    for _ in range(7):
        for i, (a, b, c, d) in enumerate(QUARTERS):
            v[a] = (v[a] + v[b] + words[2 * i]) & MASK
            x = v[d] ^ v[a]
            v[d] = x >> 16 | x << 16 & MASK
            v[c] = (v[c] + v[d]) & MASK
            x = v[b] ^ v[c]
            v[b] = x >> 12 | x << 20 & MASK
            v[a] = (v[a] + v[b] + words[2 * i + 1]) & MASK
            x = v[d] ^ v[a]
            v[d] = x >> 8 | x << 24 & MASK
            v[c] = (v[c] + v[d]) & MASK
            x = v[b] ^ v[c]
            v[b] = x >> 7 | x << 25 & MASK
        words = [words[i] for i in PERMUTATION]
    return [v[i] ^ v[i + 8] for i in range(8)]


def blake3(data):
    """The 32-byte digest."""

    def chunk(start, size, counter, root):
        value = IV
        blocks = range(start, start + max(size, 1), 64)
        for at in blocks:
            block = data[at : min(at + 64, start + size)]
            flags = (CHUNK_START if at == start else 0) | (CHUNK_END | root if at == blocks[-1] else 0)
            value = compress(value, struct.unpack("<16I", block.ljust(64, b"\0")), counter, len(block), flags)
        return value

    def tree(start, size, root):
        if size <= 1024:
            return chunk(start, size, start // 1024, root)
        left = 1024 << ((size - 1) // 1024).bit_length() - 1
        return compress(IV, tree(start, left, 0) + tree(start + left, size - left, 0), 0, 64, PARENT | root)

    return struct.pack("<8I", *tree(0, len(data), ROOT))


# ----------------------------------------------------------------------------------------------------------------- reading


class Reader:
    """Bytes, read forwards."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def left(self):
        return len(self.data) - self.at

    def take(self, n):
        need(n <= self.left(), "truncated")
        self.at += n
        return self.data[self.at - n : self.at]

    def byte(self):
        return self.take(1)[0]

    def varint(self, bits=128):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            need(value < 1 << bits, "a number is too large")
            if byte < 0x80:
                need(byte != 0 or shift == 0, "a number is not minimal")
                return value
            shift += 7

    def u32(self):
        return self.varint(32)

    def signed(self):
        value = self.varint()
        return -(value >> 1) - 1 if value & 1 else value >> 1

    def count(self):
        n = self.varint()
        need(n <= self.left(), "a count beyond the end")
        return n

    def type(self):
        code = self.byte()
        need(1 <= code >> 1 <= 64, "no machine type")
        return (code >> 1, code & 1)

    def finish(self):
        need(self.left() == 0, "trailing bytes")

    def text(self, length):
        try:
            return self.take(length).decode("utf-8")
        except UnicodeDecodeError:
            raise Rejected("no text") from None

    def record_length(self):
        """bincode's integer, in its shortest form."""
        first = self.byte()
        if first < 251:
            return first
        need(first <= 253, "no length")
        width = {251: 2, 252: 4, 253: 8}[first]
        value = int.from_bytes(self.take(width), "little")
        need(value >= {2: 251, 4: 1 << 16, 8: 1 << 32}[width], "a length is not minimal")
        return value

    def record_text(self):
        return self.text(self.record_length())


# ------------------------------------------------------------------------------------------------------ types and intervals

FORM, TERM, MAP, TYPE = "form", "tm", "map", "ty"
OPS = (
    ("true", "", FORM), ("false", "", FORM), ("not", "F", FORM), ("and", "FF", FORM), ("or", "FF", FORM), ("imp", "FF", FORM),
    ("ite", "FFF", FORM), ("eq", "TT", FORM), ("le", "TT", FORM), ("add", "TT", TERM), ("sub", "TT", TERM), ("mul", "TT", TERM),
    ("div", "TT", TERM), ("rem", "TT", TERM), ("shl", "TT", TERM), ("shr", "TT", TERM), ("bitand", "TT", TERM), ("bitor", "TT", TERM),
    ("bitxor", "TT", TERM), ("wrap", "YT", TERM), ("carry", "YT", TERM), ("sel", "MT", TERM), ("upd", "MTT", MAP),
    ("ieee", "TTT", TERM), ("fill", "T", MAP), ("splice", "MTM", MAP), ("shift", "MT", MAP),
)  # fmt: skip
LETTER_SORT = {"F": FORM, "T": TERM, "M": MAP, "Y": TYPE}
PARAMS = {name: [LETTER_SORT[c] for c in params] for name, params, _ in OPS}
RESULT = {name: result for name, _, result in OPS}
NAMES = [name for name, _, _ in OPS]
EDGE = (1 << 127) - 1
ALL = (None, None)


def minimum(ty):
    return -(1 << ty[0] - 1) if ty[1] else 0


def maximum(ty):
    return (1 << ty[0] - ty[1]) - 1


def within(interval, ty):
    lo, hi = interval
    return lo is not None and hi is not None and lo >= minimum(ty) and hi <= maximum(ty)


def bounded(lo, hi):
    """An end that 128 bits do not hold is no end."""
    return (lo if lo is not None and abs(lo) < EDGE else None, hi if hi is not None and abs(hi) < EDGE else None)


def truncated(a, b):
    """The quotient toward zero; 0 for divisor 0."""
    if b == 0:
        return 0
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def low(x):
    return 0 if x is not None and x > 0 else x


def high(x):
    return 0 if x is not None and x < 0 else x


def product(a, b):
    if None in a or None in b:
        return ALL
    corners = [x * y for x in a for y in b]
    return ALL if max(map(abs, corners)) >= EDGE else (min(corners), max(corners))


def interval_of(op, args, nodes):
    """The interval of an application, by the table of the page."""
    a = args[0] if args else ALL
    b = args[1] if len(args) > 1 else ALL
    point = [x[0] if x[0] is not None and x[0] == x[1] else None for x in (a, b)]
    if op == "add":
        return bounded(*(None if None in p else p[0] + p[1] for p in zip(a, b)))
    if op == "sub":
        return bounded(None if None in (a[0], b[1]) else a[0] - b[1], None if None in (a[1], b[0]) else a[1] - b[0])
    if op == "mul":
        return product(a, b)
    if op == "div":
        if None in a:
            return ALL
        if point[1] is not None:
            ends = [truncated(x, point[1]) for x in a]
            return (min(ends), max(ends))
        m = max(map(abs, a))
        return (-m, m)
    if op == "rem":
        if None not in point:
            return (point[0] - point[1] * truncated(*point),) * 2
        lo, hi = low(a[0]), high(a[1])
        if None not in b and (b[0] > 0 or b[1] < 0):
            m = max(map(abs, b)) - 1
            lo, hi = (-m if lo is None else max(lo, -m)), (m if hi is None else min(hi, m))
        return (lo, hi)
    if op == "shr":
        if point[1] is not None and None not in a:
            k = min(max(point[1], 0), 126)
            return (a[0] >> k, a[1] >> k)
        return (low(a[0]), high(a[1]))
    if op == "shl":
        least = 0 if b[0] is None else min(max(b[0], 0), 126)
        most = 126 if b[1] is None else min(max(b[1], 0), 126)
        return product(a, (1 << least, 1 << most))
    if op in ("bitand", "bitor", "bitxor"):
        return bits(op, a, b, point)
    if op in ("wrap", "carry"):
        ty = nodes[0][1]
        shifted = bounded(*(None if x is None else x - minimum(ty) for x in b))
        carry = tuple(None if x is None else x >> ty[0] for x in shifted)
        if op == "carry":
            return carry
        if None not in carry and carry[0] == carry[1]:
            return tuple(x - (carry[0] << ty[0]) for x in b)
        return (minimum(ty), maximum(ty))
    if op == "ieee":
        return floating(a, b, args[2], point)
    if op in ("sel", "fill", "shift"):
        return a
    if op in ("upd", "splice"):
        c = args[2]
        return (None if None in (a[0], c[0]) else min(a[0], c[0]), None if None in (a[1], c[1]) else max(a[1], c[1]))
    return ALL


# k -> (bits of the fraction, bits of the exponent, largest exponent), and the other format's.
SINGLE, DOUBLE = (23, 8, 127), (52, 11, 1023)
ARITHMETIC = ("add", "sub", "mul", "div", "neg", "abs", "less", "less or equal", "equal")
ARITHMETIC += ("from integer", "to integer", "to other")


def floating(a, b, code, point):
    """The interval of an operation of IEEE 754."""
    code = code[0] if code[0] is not None and code[0] == code[1] else None
    if code is None or not 0 <= code < 2 * len(ARITHMETIC):
        return ALL
    op, own = ARITHMETIC[code % 12], (SINGLE, DOUBLE)[code // 12]
    other = DOUBLE if own is SINGLE else SINGLE
    binary = op in ("add", "sub", "mul", "div", "less", "less or equal", "equal")
    if point[0] is None or binary and point[1] is None:
        if op in ("less", "less or equal", "equal"):
            return (0, 1)
        if op == "to integer":
            return (-(1 << 63), 1 << 64)
        return (0, (1 << sum((other if op == "to other" else own)[:2]) + 1) - 1)
    value = computed(op, own, other, *point)
    return (value, value)


def decoded(pattern, form):
    """The sign, and the value: a fraction, "infinite" or "none"."""
    fraction_bits, exponent_bits, bias = form
    pattern %= 1 << fraction_bits + exponent_bits + 1
    sign = pattern >> fraction_bits + exponent_bits
    exponent = pattern >> fraction_bits & (1 << exponent_bits) - 1
    fraction = pattern & (1 << fraction_bits) - 1
    if exponent == (1 << exponent_bits) - 1:
        return sign, "none" if fraction else "infinite"
    if exponent:
        fraction += 1 << fraction_bits
    magnitude = fraction * Fraction(2) ** (max(exponent, 1) - bias - fraction_bits)
    return sign, -magnitude if sign else magnitude


def encoded(sign, value, form):
    """The pattern of the nearest number, ties to even. The sign is for what is 0 or infinite."""
    fraction_bits, exponent_bits, bias = form
    top = (1 << exponent_bits) - 1 << fraction_bits
    if value == "none":
        return top | 1 << fraction_bits - 1
    if value != "infinite":
        sign = 1 if value < 0 or value == 0 and sign else 0
        magnitude = abs(value)
        # The exponent of the last digit: not below that of the subnormal numbers.
        last = 1 - bias - fraction_bits
        while magnitude / Fraction(2) ** last >= 1 << fraction_bits + 1:
            last += 1
        digits = round(magnitude / Fraction(2) ** last)
        if digits == 1 << fraction_bits + 1:
            digits, last = digits >> 1, last + 1
        exponent = last + bias + fraction_bits if digits >> fraction_bits else 0
        if exponent < (1 << exponent_bits) - 1:
            fraction = digits & (1 << fraction_bits) - 1
            return sign << fraction_bits + exponent_bits | exponent << fraction_bits | fraction
    return sign << fraction_bits + exponent_bits | top


def computed(op, own, other, a, b):
    if op == "from integer":
        return encoded(0, Fraction(a), own)
    (sign, x), (other_sign, y) = decoded(a, own), decoded(b or 0, own)
    if op == "to integer":
        whole = 1 << 64 if isinstance(x, str) else truncated(x.numerator, x.denominator)
        return whole if -(1 << 63) <= whole < 1 << 64 else 1 << 64
    if op == "to other":
        return encoded(sign, x, other)
    if op in ("neg", "abs"):
        sign = 0 if op == "abs" else 1 - sign
        return encoded(sign, x if isinstance(x, str) else abs(x) * (1 - 2 * sign), own)
    if "none" in (x, y):
        return 0 if op in ("less", "less or equal", "equal") else encoded(0, "none", own)
    if op in ("less", "less or equal", "equal"):
        far = Fraction(2) ** 2000
        both = ((sign, x), (other_sign, y))
        x, y = (far * (1 - 2 * s) if v == "infinite" else v for s, v in both)
        return int({"less": x < y, "less or equal": x <= y, "equal": x == y}[op])
    if op == "sub":
        op, other_sign, y = "add", 1 - other_sign, y if y == "infinite" else -y
    if op == "add":
        if "infinite" in (x, y):
            value = "none" if x == y and sign != other_sign else "infinite"
            return encoded(sign if x == "infinite" else other_sign, value, own)
        # A sum that is 0 is -0 only if both are.
        return encoded(sign & other_sign if x == 0 and y == 0 else 0, x + y, own)
    both = sign ^ other_sign
    if op == "mul":
        if "infinite" in (x, y):
            return encoded(both, "none" if 0 in (x, y) else "infinite", own)
        return encoded(both, x * y, own)
    if x == "infinite" or y == 0:
        return encoded(both, "none" if x == y else "infinite", own)
    return encoded(both, Fraction(0) if y == "infinite" else x / y, own)


def bits(op, a, b, point):
    if None not in point:
        value = {"bitand": point[0] & point[1], "bitor": point[0] | point[1], "bitxor": point[0] ^ point[1]}[op]
        return bounded(value, value)
    sides = [x[0] is not None and x[0] >= 0 for x in (a, b)]
    if op == "bitand" and any(sides):
        tops = [x[1] for x, side in zip((a, b), sides) if side and x[1] is not None]
        return (0, min(tops) if tops else None)
    wide = ALL
    if None not in a + b:
        n = max((x if x >= 0 else ~x).bit_length() for x in a + b)
        wide = ALL if n >= 126 else (-(1 << n), (1 << n) - 1)
    if op != "bitand" and all(sides):
        return (max(a[0], b[0]) if op == "bitor" else 0, wide[1])
    return wide


# -------------------------------------------------------------------------------------------------------------- expressions


class Arena:
    """Expressions, each once. A node is a tuple: ("lit", v), ("type", ty), ("var" or "map", number, ty), ("addr", object, size, bits), or
    an operation's name and the ids of its arguments."""

    def __init__(self):
        self.ids, self.nodes, self.sorts, self.intervals = {}, [], [], []

    def leaf(self, node):
        kind = node[0]
        sort = {"type": TYPE, "map": MAP}.get(kind, TERM)
        interval = ALL
        if kind == "lit":
            interval = bounded(node[1], node[1])
        elif kind in ("var", "map"):
            interval = (minimum(node[2]), maximum(node[2]))
        elif kind == "addr":
            interval = (1, max(1, (1 << node[3]) - 1 - node[2]))
        return self.add(node, sort, interval)

    def add(self, node, sort, interval):
        if node not in self.ids:
            self.ids[node] = len(self.nodes)
            self.nodes.append(node)
            self.sorts.append(sort)
            self.intervals.append(interval)
        return self.ids[node]

    def app(self, op, args):
        need([self.sorts[a] for a in args] == PARAMS[op], "ill-sorted")
        node = (op, *args)
        if node in self.ids:
            return self.ids[node]
        return self.add(node, RESULT[op], interval_of(op, [self.intervals[a] for a in args], [self.nodes[a] for a in args]))

    def lit(self, value):
        return self.leaf(("lit", value))

    def literal(self, e):
        return self.nodes[e][1] if self.nodes[e][0] == "lit" else None

    def children(self, e):
        node = self.nodes[e]
        return node[1:] if node[0] in PARAMS else ()

    def variables(self, root):
        out, seen, work = set(), set(), [root]
        while work:
            e = work.pop()
            if e not in seen:
                seen.add(e)
                work += self.children(e)
                out |= {self.nodes[e][1]} if self.nodes[e][0] in ("var", "map") else set()
        return out

    def substitute(self, root, sigma, memo):
        work = [root]
        while work:
            e = work[-1]
            node = self.nodes[e]
            if e in memo:
                work.pop()
            elif node[0] not in PARAMS:
                memo[e] = sigma.get(node[1], e) if node[0] in ("var", "map") else e
            elif missing := [c for c in node[1:] if c not in memo]:
                work.extend(missing)
            else:
                memo[e] = self.app(node[0], [memo[c] for c in node[1:]])
        return memo[root]

    def normal(self, *summands):
        """The linear normal form of a sum of multiples: the constant, and coefficients by leaf."""
        pending, heap, constant, leaves = {}, [], 0, {}

        def add(e, k):
            if e not in pending:
                pending[e] = 0
                heapq.heappush(heap, -e)
            pending[e] += k

        for k, e in summands:
            add(e, k)
        while heap:
            e = -heapq.heappop(heap)
            k, node = pending.pop(e), self.nodes[e]
            if abs(k) > EDGE:
                raise Declined("a coefficient is too large")
            if k == 0:
                continue
            if node[0] == "lit":
                constant += k * node[1]
            elif node[0] == "add":
                add(node[1], k)
                add(node[2], k)
            elif node[0] == "sub":
                add(node[1], k)
                add(node[2], -k)
            elif node[0] == "mul" and self.literal(node[1]) is not None:
                add(node[2], k * self.literal(node[1]))
            elif node[0] == "mul" and self.literal(node[2]) is not None:
                add(node[1], k * self.literal(node[2]))
            else:
                leaves[e] = k
        if abs(constant) > EDGE:
            raise Declined("a constant is too large")
        return constant, leaves

    def sum(self, constant, leaves):
        out = self.lit(constant)
        for e in sorted(leaves, reverse=True):
            out = self.app("add", [self.app("mul", [self.lit(leaves[e]), e]), out])
        return out


# ---------------------------------------------------------------------------------------------------------------- automaton

POINTER_BITS = {"c-lp64-1": 64, "c-ilp32-1": 32}


class Automaton:
    def __init__(self, data, arena):
        self.arena, self.numbered, self.seen = arena, [], set()
        r = self.reader = Reader(data)
        self.profile = r.text(r.count())
        if self.profile not in POINTER_BITS:
            raise Declined("unknown profile")
        self.local = []
        self.vars = [self.variable() for _ in range(r.count())]
        self.objects = []
        for _ in range(r.count()):
            r.text(r.count())
            self.objects.append(r.varint(64))
        self.locations, self.entry, self.error = r.u32(), r.u32(), r.u32()
        if self.locations > 1 << 22:
            raise Declined("too many locations")
        self.procedures = []
        for _ in range(r.count()):
            ends = (r.u32(), r.u32())
            self.procedures.append((*ends, [(r.u32(), r.u32()) for _ in range(r.count())]))
        self.edges = []
        for _ in range(r.count()):
            ends, call = (r.u32(), r.u32()), r.u32()
            self.edges.append((*ends, call - 1 if call else None, [self.statement() for _ in range(r.count())]))
        self.ledger = [tuple(r.text(r.count()) for _ in range(3)) for _ in range(r.count())]
        r.finish()
        self.validate()

    def variable(self):
        self.reader.text(self.reader.count())
        tag = self.reader.byte()
        need(tag <= 3, "no variable")
        self.local.append(tag >= 2)
        return ("map" if tag & 1 else "var", self.reader.type())

    def statement(self):
        tag = self.reader.byte()
        need(tag <= 2, "no statement")
        var = self.reader.u32() if tag < 2 else None
        return (("assign", "havoc", "assume")[tag], var, None if tag == 1 else self.expression())

    def number(self, e):
        need(e not in self.seen, "an expression is written twice")
        self.seen.add(e)
        return e

    def expression(self):
        r, code = self.reader, self.reader.byte()
        if code == 0:
            n = r.u32()
            need(n < len(self.numbered) and self.numbered[n] is not None, "no such expression")
            return self.numbered[n]
        place = len(self.numbered)
        self.numbered.append(None)
        if code == 1:
            e = self.arena.lit(r.signed())
        elif code == 2:
            e = self.arena.leaf(("type", r.type()))
        elif code <= 4:
            n = r.u32()
            need(n < len(self.vars) and self.vars[n][0] == ("var" if code == 3 else "map"), "no such variable")
            e = self.read(n)
        elif code == 5:
            n = r.u32()
            need(n < len(self.objects), "no such object")
            e = self.address(n)
        else:
            need(code - 6 < len(NAMES), "no operation")
            e = self.arena.app(NAMES[code - 6], [self.expression() for _ in PARAMS[NAMES[code - 6]]])
        self.numbered[place] = self.number(e)
        return e

    def read(self, n):
        kind, ty = self.vars[n]
        return self.arena.leaf((kind, n, ty))

    def written(self, procedure):
        """The globals that an activation may write, itself or through what it calls, in order."""
        reached, work, out = set(), [self.procedures[procedure][0]], set()
        while work:
            q = work.pop()
            if q in reached:
                continue
            reached.add(q)
            for start, end, call, block in self.edges:
                if start == q:
                    work += [end] if call is None else [end, self.procedures[call][0]]
                    out |= {var for kind, var, _ in block if kind != "assume"}
        return sorted(var for var in out if not self.local[var])

    def address(self, n):
        return self.arena.leaf(("addr", n, self.objects[n], POINTER_BITS[self.profile]))

    def validate(self):
        for q in [self.entry, self.error] + [q for edge in self.edges for q in edge[:2]]:
            need(q < self.locations, "no such location")
        need(0 not in self.objects and sum(self.objects) <= (1 << POINTER_BITS[self.profile]) - 2, "the objects do not fit")
        ghosts = []
        for entry, exit, pairs in self.procedures:
            need(entry < self.locations and exit < self.locations, "no such location")
            for pair in pairs:
                need(all(var < len(self.vars) for var in pair), "no such variable")
                need(self.vars[pair[0]] == self.vars[pair[1]], "a ghost of another sort")
                need(self.local[pair[0]] and not self.local[pair[1]], "a ghost is not a local of a global")
                ghosts.append(pair[0])
        need(len(set(ghosts)) == len(ghosts), "a ghost twice")
        for _, _, call, block in self.edges:
            need(call is None or (call < len(self.procedures) and not block), "no call")
            for kind, var, e in block:
                need(var not in ghosts, "a ghost is written")
                need(var is None or var < len(self.vars), "no such variable")
                if kind == "assume":
                    need(self.arena.sorts[e] == FORM, "an assumption is no formula")
                elif kind == "assign":
                    sort, ty = self.vars[var]
                    need(self.arena.sorts[e] == (MAP if sort == "map" else TERM), "ill-sorted assignment")
                    need(within(self.arena.intervals[e], ty), "a value out of range")


# ---------------------------------------------------------------------------------------------------------------- signature

INPUTS = {
    "atom": 1, "comb": 3, "combeq": 3, "tighten": 2, "positive": 1, "entails_le": 3, "entails_eq": 3, "upper": 1, "lower": 1,
    "object": 1, "different": 2, "distinct": 2, "apart": 3, "range": 1, "modulus": 1, "power": 1,
}  # fmt: skip
FAMILIES = ("pf", "lin", "lineq")


class Rule:
    """Premises are ("term", letter, sort), ("side", name, arguments) or ("proof", hypotheses, judgement)."""

    def __init__(self, premises, conclusion):
        self.premises, self.conclusion = premises, conclusion


def load_signature(text):
    """The proof rules, in their order."""
    words = re.findall(r"->|-?\d+|\w+|[(){}:.]", re.sub(r"%.*", "", text))
    at, rules = 0, []
    while at < len(words):
        end = words.index(".", at)
        body, rest = expression(words[at + 2 : end])
        assert words[at + 1] == ":" and not rest
        at = end + 1
        rule = rule_of(body)
        if rule:
            rules.append(rule)
    return rules


def expression(words):
    """A type up to a closing bracket: ("->", A, B), ("pi", letter, sort, B), or an application as a list."""
    if words[0] == "{":
        body, rest = expression(words[5:])
        return ("pi", words[1], words[3], body), rest
    items = []
    while words and words[0] not in ("->", ")"):
        if words[0] == "(":
            item, words = expression(words[1:])
            words = words[1:]
        else:
            item, words = words[0], words[1:]
        items.append(item)
    head = items[0] if len(items) == 1 and not isinstance(items[0], str) else items
    if words and words[0] == "->":
        body, rest = expression(words[1:])
        return ("->", head, body), rest
    return head, words


def rule_of(body):
    premises = []
    while isinstance(body, tuple):
        if body[0] == "pi":
            premises.append(("term", body[1], body[2]))
            body = body[3]
            continue
        premise, body = body[1], body[2]
        hypotheses = []
        while isinstance(premise, tuple):
            hypotheses.append(premise[1])
            premise = premise[2]
        if premise[0] in INPUTS:
            premises.append(("side", premise[0], premise[1:]))
        else:
            premises.append(("proof", hypotheses, premise))
    return Rule(premises, body) if body[0] in FAMILIES and len(body) == 2 else None


# ------------------------------------------------------------------------------------------------------------------- kernel


def is_letter(pattern):
    return isinstance(pattern, str) and pattern[0].isupper()


class Kernel:
    """Checks one proof or reads one term."""

    def __init__(self, checker, tokens, lemmas, havocs, substitute):
        self.arena, self.rules, self.table = checker.arena, checker.rules, checker.table
        self.tokens, self.at, self.lemmas, self.havocs, self.substitute = tokens, 0, lemmas, havocs, substitute
        self.hypotheses = []

    def next(self):
        need(self.at < len(self.tokens), "a proof ends too early")
        self.at += 1
        return self.tokens[self.at - 1]

    def finish(self):
        need(self.at == len(self.tokens), "tokens are left over")

    def prove(self, goal):
        """Reads one proof. Returns what it proves, which is the goal if there is one."""
        kind, value = self.next()
        if kind == "rule":
            need(value < len(self.rules), "unknown rule")
            return self.apply(self.rules[value], goal)
        if kind == "hyp":
            need(value < len(self.hypotheses), "unknown hypothesis")
            found = self.hypotheses[-1 - value]
        else:
            need(kind == "lemma" and value < len(self.lemmas), "a proof is expected")
            found = ("pf", self.lemmas[value])
        need(goal is None or goal == found, "another judgement is proved")
        return found

    def apply(self, rule, goal):
        letters = {}
        if goal is not None:
            need(self.match(rule.conclusion, goal, letters), "the conclusion does not match")
        for premise in rule.premises:
            if premise[0] == "term":
                need(self.bind(letters, premise[1], self.term(premise[2])), "another term is expected")
            elif premise[0] == "side":
                inputs = INPUTS[premise[1]]
                outputs = self.side(premise[1], [self.build(p, letters) for p in premise[2][:inputs]])
                need(outputs is not None, "a side condition fails: " + premise[1])
                for letter, value in zip(premise[2][inputs:], outputs):
                    need(self.bind(letters, letter, value), "a side condition has another value")
            else:
                before = len(self.hypotheses)
                assumed = [(h[0], self.build(h[1], letters)) for h in premise[1]]
                known = self.known(premise[2][1], letters)
                wanted = (premise[2][0], self.build(premise[2][1], letters)) if known else None
                self.hypotheses += assumed
                found = self.prove(wanted)
                del self.hypotheses[before:]
                need(self.match(premise[2], found, letters), "a premise does not match")
        self.applied(rule, letters)
        return goal or (rule.conclusion[0], self.build(rule.conclusion[1], letters))

    def applied(self, rule, letters):
        """For those who measure: this rule was applied with these values of its letters."""

    def match(self, pattern, judgement, letters):
        return pattern[0] == judgement[0] and self.matches(pattern[1], judgement[1], letters)

    def matches(self, pattern, e, letters):
        if is_letter(pattern):
            return self.bind(letters, pattern, e)
        items = [pattern] if isinstance(pattern, str) else pattern
        if items[0] not in PARAMS:
            return self.arena.literal(e) == int(items[0])
        node = self.arena.nodes[e]
        return node[0] == items[0] and all(self.matches(p, c, letters) for p, c in zip(items[1:], node[1:]))

    def bind(self, letters, letter, e):
        return letters.setdefault(letter, e) == e

    def known(self, pattern, letters):
        if isinstance(pattern, str):
            return not is_letter(pattern) or pattern in letters
        return all(self.known(p, letters) for p in pattern)

    def build(self, pattern, letters):
        if is_letter(pattern):
            need(pattern in letters, "the rule does not determine what it proves")
            return letters[pattern]
        items = [pattern] if isinstance(pattern, str) else pattern
        if items[0] not in PARAMS:
            return self.arena.lit(int(items[0]))
        return self.arena.app(items[0], [self.build(p, letters) for p in items[1:]])

    def term(self, sort):
        e = self.any_term()
        need(self.arena.sorts[e] == sort, "a term has the wrong sort")
        return e

    def any_term(self):
        kind, value = self.next()
        if kind == "table":
            return self.table[value]
        if kind == "subst":
            return self.substitute(self.table[value])
        if kind == "havoc":
            need(value < len(self.havocs), "unknown havoc")
            return self.havocs[value]
        if kind == "lit":
            return self.arena.lit(value)
        if kind == "type":
            return self.arena.leaf(("type", value))
        need(kind == "app", "a term is expected")
        return self.arena.app(value, [self.any_term() for _ in PARAMS[value]])

    def side(self, name, x):
        """The outputs of a side condition, or nothing if it does not hold."""
        arena = self.arena
        node = arena.nodes[x[0]]
        holds = lambda condition: [] if condition else None
        if name == "atom":
            return holds(node[0] in ("eq", "le"))
        if name in ("comb", "combeq"):
            return self.combine(*x, name == "combeq")
        if name == "tighten":
            k = arena.literal(x[0])
            constant, leaves = arena.normal((1, x[1]))
            if k is None or k <= 0 or any(c % k for c in leaves.values()):
                return None
            return [arena.sum(-(-constant // k), {e: c // k for e, c in leaves.items()})]
        if name == "positive":
            constant, leaves = arena.normal((1, x[0]))
            return holds(not leaves and constant > 0)
        if name == "entails_le":
            constant, leaves = arena.normal((1, x[1]), (-1, x[2]), (-1, x[0]))
            return holds(not leaves and constant <= 0)
        if name == "entails_eq":
            return holds(any(arena.normal((1, x[1]), (-1, x[2]), (k, x[0])) == (0, {}) for k in (-1, 1)))
        if name in ("upper", "lower"):
            end = arena.intervals[x[0]][name == "upper"]
            return None if end is None else [arena.lit(end)]
        if name == "object":
            return [arena.lit(node[2])] if node[0] == "addr" else None
        if name == "different":
            other = arena.nodes[x[1]]
            return holds(node[0] == other[0] == "addr" and node[1] != other[1])
        if name == "distinct":
            a, b = self.inside(x[0]), self.inside(x[1])
            return holds(a is not None and b is not None and a != b)
        if name == "apart":
            before = arena.normal((1, x[2]), (-1, x[0]))
            behind = arena.normal((1, x[2]), (-1, x[1]))
            if not before[1] and before[0] < 0 or not behind[1] and behind[0] >= 0:
                return []
            start, end, other = self.place(x[0]), self.place(x[1]), self.place(x[2])
            if None in (start, end, other) or start[0] != end[0] or other[0] == start[0]:
                return None
            within = other[1] >= 0 and max(other[1], other[1] - start[1]) < other[2]
            return holds(within and end[1] <= end[2])
        if name == "range":
            return [arena.lit(minimum(node[1])), arena.lit(maximum(node[1]))]
        if name == "modulus":
            return [arena.lit(1 << node[1][0])]
        k = arena.literal(x[0])
        return [arena.lit(1 << k)] if k is not None and 0 <= k <= 126 else None

    def combine(self, factor, formula, total, equations_only):
        arena, k, node = self.arena, self.arena.literal(factor), self.arena.nodes[formula]
        if k is None:
            return None
        inner = arena.nodes[node[1]] if node[0] == "not" else node
        one = arena.lit(1)
        if node[0] == "eq":
            summands = [(k, node[1]), (-k, node[2])]
        elif equations_only or k < 0:
            return None
        elif node[0] == "le":
            summands = [(k, node[1]), (-k, node[2])]
        elif node[0] == "not" and inner[0] == "le":
            summands = [(k, inner[2]), (k, one), (-k, inner[1])]
        else:
            return None
        return [arena.sum(*arena.normal((1, total), *summands))]

    def inside(self, e):
        """The object that an address lies in."""
        place = self.place(e)
        return place[0] if place is not None and 0 <= place[1] < place[2] else None

    def place(self, e):
        """The object of an address and a constant, the constant, and the object's size."""
        constant, leaves = self.arena.normal((1, e))
        if list(leaves.values()) == [1]:
            node = self.arena.nodes[next(iter(leaves))]
            if node[0] == "addr":
                return node[1], constant, node[2]
        return None


# -------------------------------------------------------------------------------------------------------------- certificate


def sections(data):
    need(data[:8] == b"\x89PCC\r\n\x1a\n", "not a certificate")
    r = Reader(data)
    r.take(8)
    if r.take(2) != b"\x01\x00":
        raise Declined("unknown version")
    if len(data) > 64 << 20:
        raise Declined("too long")
    out = {}
    for _ in range(r.byte()):
        section = r.byte()
        if not 1 <= section <= 8:
            raise Declined("unknown section")
        need(not out or section > max(out), "sections out of order")
        length = r.count()
        digest = r.take(32)
        out[section] = r.take(length)
        need(blake3(out[section]) == digest, "a digest does not match")
    r.finish()
    need(all(section in out for section in (1, 2, 3, 4)), "a section is missing")
    if any(section in out and len(out[section]) > 1 << 20 for section in (1, 4, 5)):
        raise Declined("a record is too long")
    return out


def literal(r):
    value = r.signed()
    if abs(value) >= 1 << 120:
        raise Declined("a literal is too large")
    need(not -4 <= value <= 11, "a literal is not minimal")
    return value


class Checker:
    def __init__(self, data, signature, rules):
        parts = sections(data)
        if 6 not in parts:
            raise Declined("not self-contained")
        self.arena, self.rules = Arena(), rules
        self.check_records(parts, signature)
        self.table, self.tree = [], []
        self.read_annotations(Reader(parts[2]))
        self.read_proofs(Reader(parts[3]))
        self.cfa = Automaton(parts[6], self.arena)
        self.bind(parts)
        self.obligations()

    def check_records(self, parts, signature):
        r = Reader(parts[1])
        self.profile = r.record_text()
        self.digests = [r.take(32) for _ in range(3)]
        r.finish()
        if self.profile not in POINTER_BITS:
            raise Declined("unknown profile")
        if 7 in parts:
            try:
                parts[7].decode("utf-8")
            except UnicodeDecodeError:
                need(False, "the specification is no text")
            need(blake3(parts[7]) == self.digests[1], "the specification is not the one that is bound")
        self.signature = signature
        r = Reader(parts[4])
        self.ledger = [tuple(r.record_text() for _ in range(3)) for _ in range(r.record_length())]
        r.finish()
        need(all(a < b for a, b in zip(self.encoded(), self.encoded()[1:])), "the ledger is unsorted")

    def encoded(self):
        return [tuple(text.encode() for text in entry) for entry in self.ledger]

    def bind(self, parts):
        need(self.profile == self.cfa.profile, "another profile")
        need(self.digests == [self.signature, blake3(parts.get(7, b"")), blake3(parts[6])], "a digest of the binding does not match")
        need(self.ledger == self.cfa.ledger, "another ledger")
        for node in self.tree:
            kind = node[0]
            if kind == "var":
                need(node[1] < len(self.cfa.vars), "no such variable")
                self.table.append(self.cfa.read(node[1]))
            elif kind == "addr":
                need(node[1] < len(self.cfa.objects), "no such object")
                self.table.append(self.cfa.address(node[1]))
            elif kind in ("lit", "type"):
                self.table.append(self.arena.leaf(node))
            else:
                self.table.append(self.arena.app(kind, [self.table[n] for n in node[1:]]))
        need(len(self.roots) == self.cfa.locations, "another number of locations")
        self.invariants = [self.table[n] for n in self.roots]
        need(all(self.arena.sorts[e] == FORM for e in self.invariants), "an invariant is no formula")
        for entry, leave, ghosts in self.cfa.procedures:
            allowed = {ghost for ghost, _ in ghosts} | {n for n in range(len(self.cfa.vars)) if not self.cfa.local[n]}
            for e in (entry, leave):
                need(self.arena.variables(self.invariants[e]) <= allowed, "a contract names a local variable")

    def read_annotations(self, r):
        for position in range(r.count()):
            self.tree.append(self.table_node(r, position))
        need(len(set(self.tree)) == len(self.tree), "a node twice")
        self.roots, left = [], r.u32()
        if left > 1 << 22:
            raise Declined("too many locations")
        while left:
            run, delta = r.u32() + 1, r.signed()
            need(run <= left and (not self.roots or delta), "a wrong run")
            root = (self.roots[-1] if self.roots else 0) + delta
            need(0 <= root < len(self.tree), "no such node")
            self.roots += [root] * run
            left -= run
        r.finish()

    def table_node(self, r, position):
        code = r.byte()
        if code == 0:
            return ("lit", literal(r))
        if code == 1:
            return ("type", r.type())
        if code == 2:
            n = r.u32()
            need(n >= 64, "a variable is not minimal")
            return ("var", n)
        if code == 3:
            return ("addr", r.u32())
        if 0x40 <= code < 0x80:
            return ("var", code - 0x40)
        if 0x80 <= code < 0x90:
            return ("lit", code - 0x84)
        need(0x10 <= code < 0x10 + len(NAMES), "no operation")
        op = NAMES[code - 0x10]
        args = [position - r.varint() - 1 for _ in PARAMS[op]]
        need(all(n >= 0 for n in args), "a forward reference")
        return (op, *args)

    def read_proofs(self, r):
        self.proofs, self.defined = [], 0
        for _ in range(r.count()):
            lemmas = []
            for _ in range(r.count()):
                lemmas.append((self.sequence(r), self.sequence(r)))
                self.defined += 1
            self.proofs.append((lemmas, self.sequence(r)))
        r.finish()

    def sequence(self, r):
        return [self.token(r) for _ in range(r.count())]

    def token(self, r):
        code = r.byte()
        if code < 0x80:
            return ("rule", code)
        if code < 0xC0:
            return ("hyp", code - 0x80)
        if code < 0xD0:
            return self.lemma(code - 0xC0)
        if code < 0xE0:
            return ("lit", code - 0xD4)
        if code <= 0xE1:
            n = r.u32() + (16 if code == 0xE1 else 64)
            need(n < 1 << 32, "a number is too large")
            return self.lemma(n) if code == 0xE1 else ("hyp", n)
        if code <= 0xE3:
            n = r.u32()
            need(n < len(self.tree), "no such node")
            return ("table" if code == 0xE2 else "subst", n)
        if code == 0xE4:
            return ("lit", literal(r))
        if code == 0xE5:
            return ("type", r.type())
        if code == 0xFD:
            return ("havoc", r.u32())
        if code == 0xFF:
            more = 24 + r.u32()
            need(more < len(NAMES), "no operation")
            return ("app", NAMES[more])
        return ("app", NAMES[code - (0xE6 if code < 0xFD else 0xE7)])

    def lemma(self, distance):
        need(distance < self.defined, "no such lemma")
        return ("lemma", self.defined - distance - 1)

    def obligations(self):
        """Computes what is to be proved, in order, and checks the proof of each."""
        self.lemmas, proved, supply = [], set(), iter(self.proofs)
        for source, (sigma, hypotheses, havocs), target in self.conjuncts():
            memo = {}
            conclusion = self.arena.substitute(target, sigma, memo)
            hypotheses = ([] if source is None else [source]) + hypotheses
            false = self.arena.app("false", [])
            if conclusion == self.arena.app("true", []) or conclusion in hypotheses or false in hypotheses:
                continue
            formula = conclusion
            for h in reversed(hypotheses):
                formula = self.arena.app("imp", [h, formula])
            if formula in proved:
                continue
            proved.add(formula)
            given = next(supply, None)
            need(given is not None, "a proof is missing")
            self.prove(*given, formula, havocs, lambda e, s=sigma, m=memo: self.arena.substitute(e, s, m))
        need(next(supply, None) is None, "a proof too many")

    def conjuncts(self):
        false = self.arena.app("false", [])
        yield None, ({}, [], []), self.invariants[self.cfa.entry]
        yield self.invariants[self.cfa.error], ({}, [], []), false
        for start, end, call, block in self.cfa.edges:
            if call is None:
                yield self.invariants[start], self.effect(block), self.invariants[end]
                continue
            entry, leave, ghosts = self.cfa.procedures[call]
            values = {ghost: self.cfa.read(var) for ghost, var in ghosts}
            yield self.invariants[start], (values, [], []), self.invariants[entry]
            fresh, _, havocs = self.effect([("havoc", var, None) for var in self.cfa.written(call)])
            returned = self.arena.substitute(self.invariants[leave], {**values, **fresh}, {})
            yield self.invariants[start], (fresh, [returned], havocs), self.invariants[end]

    def effect(self, block):
        sigma, hypotheses, havocs = {}, [], []
        for kind, var, e in block:
            if kind == "assign":
                sigma[var] = self.arena.substitute(e, dict(sigma), {})
            elif kind == "havoc":
                sort, ty = self.cfa.vars[var]
                sigma[var] = self.arena.leaf((sort, ("fresh", len(havocs)), ty))
                havocs.append(sigma[var])
            else:
                hypotheses.append(self.arena.substitute(e, sigma, {}))
        return sigma, hypotheses, havocs

    def prove(self, lemmas, tokens, formula, havocs, substitute):
        for statement, proof in lemmas:
            kernel = Kernel(self, statement, self.lemmas, havocs, substitute)
            e = kernel.term(FORM)
            kernel.finish()
            self.closed(proof, e, havocs, substitute)
            self.lemmas.append(e)
        self.closed(tokens, formula, havocs, substitute)

    def closed(self, tokens, formula, havocs, substitute):
        kernel = Kernel(self, tokens, self.lemmas, havocs, substitute)
        kernel.prove(("pf", formula))
        kernel.finish()


def verdict(path, signature, rules):
    with open(path, "rb") as file:
        data = file.read()
    try:
        Checker(data, signature, rules)
        return "accepted"
    except Rejected as why:
        return f"rejected: {why}"
    except Declined as why:
        return f"declined: {why}"
    except RecursionError:
        return "declined: nested too deeply"


def main():
    with open(sys.argv[1], "rb") as file:
        text = file.read()
    signature, rules = blake3(text), load_signature(text.decode())
    for path in sys.argv[2:] or (line.rstrip("\n") for line in sys.stdin):
        print(verdict(path, signature, rules), flush=True)


if __name__ == "__main__":
    sys.setrecursionlimit(20000)
    threading.stack_size(512 << 20)
    thread = threading.Thread(target=main)
    thread.start()
    thread.join()
