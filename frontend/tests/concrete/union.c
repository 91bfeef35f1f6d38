// Members of a union share their bytes, in variables and in memory, also when an object is assigned to itself (C11 6.5.2.3p3, footnote 95).
union word {
  unsigned u;
  signed char first;
  struct {
    short low, high;
  } half;
  struct {
    unsigned a : 5;
    signed b : 9;
    unsigned c : 18;
  } bits;
};

static union word objects[3];

int main(void) {
  __asm__(""); // Where there is assembly, memory is not made of bytes.
  union word *same = &objects[1];
  short *high = &objects[1].half.high;
  *high = 7;
  *same = objects[1];
  CHECK(*high == 7 && same->u == 0x70000u);
  union word w;
  w.u = 0xfedcba98u;
  CHECK(w.first == (signed char)0x98 && w.half.low == (short)0xba98 && w.half.high == (short)0xfedc);
  CHECK(w.bits.a == 24 && w.bits.b == -44 && w.bits.c == 0x3fb72);
  w.half.high = 1;
  CHECK(w.u == 0x1ba98u && w.bits.c == 6);
  w.bits.b = -1;
  CHECK(w.u == 0x1bff8u && w.first == -8);
  union word copy = w;
  copy.first = 3;
  CHECK(copy.u == 0x1bf03u && w.u == 0x1bff8u);
  return 0;
}
