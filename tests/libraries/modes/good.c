// with file.lib: certified
// with C: certified
// alone: violated
extern void reach_error(void);
void file_open(int how);
int file_may_write(void);
int file_may_both(void);
void file_drop_write(void);
int main(void) {
  file_open(3);
  if (!file_may_write())
    reach_error();
  file_drop_write();
  if (file_may_write())
    reach_error();
  if (file_may_both())
    reach_error();
  return 0;
}
