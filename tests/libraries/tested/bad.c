// with dev.lib: unknown
// with C: violated
extern void reach_error(void);
void dev_open(void);
int dev_is_open(void);
void dev_close(void);
int main(void) {
  dev_open();
  dev_close();
  if (!dev_is_open())
    reach_error();
  return 0;
}
