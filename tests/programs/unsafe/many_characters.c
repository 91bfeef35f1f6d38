/* As the safe one: the number that the characters make. */
extern void reach_error(void);
int __VERIFIER_nondet_int(void);
union both {
  int number;
  unsigned char bytes[8];
} u;
int main(void) {
  int k = __VERIFIER_nondet_int();
  char *c = (char *)&u;
  c[0] = k + 0;
  c[1] = k + 1;
  c[2] = k + 2;
  c[3] = k + 3;
  c[4] = k + 4;
  c[5] = k + 5;
  c[6] = k + 6;
  c[7] = k + 7;
  c[0] = k + 8;
  c[1] = k + 9;
  c[2] = k + 10;
  c[3] = k + 11;
  c[4] = k + 12;
  c[5] = k + 13;
  c[6] = k + 14;
  c[7] = k + 15;
  c[0] = k + 16;
  c[1] = k + 17;
  c[2] = k + 18;
  c[3] = k + 19;
  c[4] = k + 20;
  c[5] = k + 21;
  c[6] = k + 22;
  c[7] = k + 23;
  if (u.number == 0x13121110)
    reach_error();
  return 0;
}
