int status, other;
int main(int argc, char **argv) {
  extern int (*get)(void);
  status = 1;
  other = get();
  return 0;
}
