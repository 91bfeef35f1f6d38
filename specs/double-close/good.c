typedef int handle_t;
handle_t device_open(int id);
void device_close(handle_t h);
int device_read(handle_t h);
int nondet(void);

int main(void) {
  handle_t h = device_open(1);
  if (nondet()) {
    device_close(h);
    h = device_open(2);
  }
  device_close(h);
  return 0;
}
