void a(void);
void bad(void);
void go(void) {
  bad();
}
