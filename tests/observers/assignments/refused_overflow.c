int state;

int main(void) {
  state = 0;
  return __builtin_add_overflow(3, 4, &state);
}
