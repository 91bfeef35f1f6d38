// with file.lib: unknown
// with C: violated
extern void reach_error(void);
void file_open(int how);
int file_may_write(void);
int file_may_both(void);
void file_drop_write(void);
int main(void) {
  file_open(3);
  file_drop_write();
  if (!file_may_write())
    reach_error();
  return 0;
}
