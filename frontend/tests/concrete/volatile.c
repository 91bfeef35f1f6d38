// Volatile objects without outside writers hold what was stored (C11 6.7.3p7).
volatile int global = 3;
struct device {
  volatile unsigned status : 3;
  volatile short data[2];
};
static struct device d = {5, {7, 8}};

int main(void) {
  volatile int local = 1;
  volatile int *p = &local;
  *p += global;
  d.status++;
  d.data[local & 1] = (short)(*p * 100);
  CHECK(local == 4 && d.status == 6 && d.data[0] == 400 && d.data[1] == 8);
  return 0;
}
