int request_region(int start);
void release_region(int start);
int setup(void);

static int probe(void) {
  if (!request_region(16))
    return -16;
  if (setup() < 0)
    return -5;
  return 0;
}

int main(void) {
  int status = probe();
  return status;
}
