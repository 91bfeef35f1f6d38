// A device is opened, written and closed; two of the calls may fail unnoticed.
extern int device_open(int number);
extern int device_write(int device, int value);
extern void device_close(int device);

static int retries;

static int write_once(int device, int value) { return device_write(device, value); }

static int write_again(int device, int value) {
  retries++;
  return device_write(device, value);
}

int main(void) {
  int (*write)(int, int) = retries > 3 ? write_again : write_once;
  int device = device_open(1);
  if (device < 0)
    return 1;
  if (write_once(device, 7))
    (void)write_again(device, 7);
  write(device, 8);
  device_write(device, 9);
  device_close(device);
  return 0;
}
