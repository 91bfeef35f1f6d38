int status;
int main(int argc, char **argv) {
  extern int (*get)(void);
  status = get();
  return 0;
}
