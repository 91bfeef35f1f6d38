// Bit-fields that share bytes are objects of their own; one without a value may be copied along with the others (C11 6.2.6.1p6, 6.7.2.1p11).
#pragma pack(push, 1)
struct fields {
  signed first : 16;
  signed middle : 5;
  unsigned last : 19;
};
#pragma pack(pop)
union view {
  struct fields fields;
  unsigned char raw[5];
};

static void set(struct fields *f, int value) {
  f->middle = value;
}

int main(void) {
  __asm__(""); // Where there is assembly, memory is not made of bytes.
  struct fields part, copy;
  set(&part, -3);
  copy = part;
  set(&part, 4);
  CHECK(copy.middle == -3 && part.middle == 4);
  union view v = {{1, 2, 0x7ffff}}, *p = &v;
  set(&p->fields, -1);
  CHECK(p->raw[0] == 1 && p->raw[2] == 0xff && p->raw[4] == 0xff);
  p->raw[2] = 0;
  CHECK(p->fields.middle == 0 && p->fields.last == 0x7fff8 && p->fields.first == 1);
  set(&p->fields, 2);
  CHECK(p->fields.last == 0x7fff8 && p->fields.middle == 2 && p->raw[2] == 2);
  return 0;
}
