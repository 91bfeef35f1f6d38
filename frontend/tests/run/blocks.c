// Copying and clearing whole objects, with members that nothing else mentions (C11 7.24.2.1, 7.24.6.1).
typedef __SIZE_TYPE__ size_t;
void *memset(void *, int, size_t);
void *memcpy(void *, const void *, size_t);
void reach_error(void);

struct inner {
  long unused;
  char name[12];
};
struct outer {
  int a;
  unsigned flag : 3;
  _Bool never;
  struct inner parts[2];
  short *hidden;
  int z;
};

static struct outer x = {1, 5, 1, {{7, "ab"}}, 0, 9}, y;

static void clear(struct outer *p) {
  memset(p, 0, sizeof(struct outer));
}

static void duplicate(struct outer *to, const struct outer *from) {
  memcpy(to, from, sizeof *to);
}

int main(void) {
  duplicate(&y, &x);
  if (y.a != 1 || y.flag != 5 || y.z != 9) reach_error();
  clear(&x);
  if (x.a != 0 || x.flag != 0 || x.z != 0 || y.a != 1) reach_error();
  return 0;
}
