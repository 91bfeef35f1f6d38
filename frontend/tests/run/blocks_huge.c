// As blocks.c, for an object that nobody declares: all its members are known from the pointer's type only. And functions outside the program that
// write to objects whose type the program never accesses.
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
  void (*outside)(unsigned short *) = (void (*)(unsigned short *))none;
  if (none) clear(none);
  if (outside) outside((unsigned short *)none);
  done++;
  if (done != 1) reach_error();
  return 0;
}
