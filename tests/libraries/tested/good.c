// with dev.lib: certified
// with C: certified
// alone: violated
extern void reach_error(void);
void dev_open(void);
int dev_is_open(void);
void dev_close(void);
int main(void) {
  dev_open();
  if (!dev_is_open())
    reach_error();
  dev_close();
  if (dev_is_open())
    reach_error();
  return 0;
}
