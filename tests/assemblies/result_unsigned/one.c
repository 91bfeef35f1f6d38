// As C compares, -1 is the largest `unsigned int`.
unsigned f(void);
void one(void) {
  f();
}
