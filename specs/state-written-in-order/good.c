int device_state;
int nondet(void);

int main(void) {
  device_state = 1;
  if (nondet())
    device_state++;
  device_state = 0;
  return 0;
}
