/* A result that is a comparison. */
int opened;

void dev_open(void) {
  opened = 2;
}

int dev_is_open(void) {
  return opened == 2;
}

void dev_close(void) {
  opened = 0;
}
