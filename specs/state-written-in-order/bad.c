int device_state;
int nondet(void);

int main(void) {
  device_state = 1;
  if (nondet())
    device_state += 2;
  return 0;
}
