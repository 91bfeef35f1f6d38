// As blocks.c, for an object that nobody declares: all its members are known from the pointer's type only.
typedef __SIZE_TYPE__ size_t;
void *memset(void *, int, size_t);
void reach_error(void);

struct huge {
  int first;
  struct {
    short s;
    unsigned char bytes[100];
    void *link;
  } rows[100];
  long last;
};

static void clear(struct huge *p) {
  memset(p, 0, sizeof *p);
}

int main(void) {
  int done = 0;
  struct huge *none = 0;
  if (none) clear(none);
  done++;
  if (done != 1) reach_error();
  return 0;
}
