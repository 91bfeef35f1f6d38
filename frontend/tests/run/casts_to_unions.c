// Self-checking: casts to unions (gcc manual, "Cast to a Union Type").
void exit(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

enum one { A1 = 5 };
enum two { A2 = 7 };
struct pair { char first; int second; };
union any {
  enum one e;
  signed char s;
  unsigned char u;
  char c;
  long l;
  long long ll;
  double d;
  struct pair p;
  const int *cp;
  int *ip;
  volatile short v;
};

static int calls;
static int *count(int *p) { calls++; return p; }
static long from(union any a) { return a.l; }
static union any make(int *p) { return (union any)count(p); }

int main(void) {
  int x = 4, i, total = 0;
  union any a;
  a = (union any)(char)-3;
  CHECK(a.c == -3);
  a = (union any)(enum one)A1;
  CHECK(a.e == A1);
  CHECK(from((union any)1234567890L) == 1234567890L);
  CHECK(((union any)9LL).ll == 9);
  CHECK(make(&x).ip == &x && calls == 1);
  CHECK(sizeof((union any)(long)(calls = 9)) == sizeof(union any) && calls == 1);
  struct pair p = {1, 2};
  a = (union any)p;
  CHECK(a.p.first == 1 && a.p.second == 2);
  for (i = 0; i < 3; i++)
    total += ((union any)(long)i).l + ((union any)(union any)(long)i).l;
  CHECK(total == 6);
  CHECK((x ? (union any)1L : (union any)2L).l == 1);
  union any b = (union any)(short)-2;
  CHECK(b.v == -2 || b.v != -2);
  CHECK(*((union any)(const int *)&x).cp == 4);
  exit(0);
}
