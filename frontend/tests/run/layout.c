// Self-checking: runs in the interpreter and under gcc, in both profiles.
void exit(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

struct a { char c; long long l; char d; };
struct b { char c; double d; short s; };
struct e { int x : 3; unsigned y : 30; char z; };
struct f { char a; int b : 9; int c : 20; short d : 10; };
struct g { unsigned long long q : 40; char t; };
struct p { char c; int i; short s; } __attribute__((packed));
struct n { char c; struct { short s; char t; } in; union { int i; char x[6]; } u; };
struct z { int a : 5; int : 0; int b : 5; };
struct v { int len; char data[]; };
struct w { char c; struct a x[2]; void *p; };
#pragma pack(push, 2)
struct k { char c; int i; long long l; int b : 20; };
#pragma pack(1)
struct k1 { char c; int i; };
#pragma pack(pop)
struct k0 { char c; int i; };
typedef unsigned m16 __attribute__((mode(HI)));
typedef int word __attribute__((__mode__(__word__)));
enum neg { M = -1, N }; enum pos { P };
int main(void) {
  int wide = sizeof(void *) == 8;
  CHECK(sizeof(struct a) == (wide ? 24 : 16) && __builtin_offsetof(struct a, l) == (wide ? 8 : 4));
  CHECK(sizeof(struct b) == (wide ? 24 : 16) && __builtin_offsetof(struct b, s) == (wide ? 16 : 12));
  CHECK(sizeof(struct e) == 12 && sizeof(struct f) == 8);
  CHECK(sizeof(struct g) == 8);
  CHECK(sizeof(struct p) == 7 && __builtin_offsetof(struct p, s) == 5);
  CHECK(sizeof(struct n) == 16 && __builtin_offsetof(struct n, in.t) == 4 && __builtin_offsetof(struct n, u.x[2]) == 10);
  CHECK(sizeof(struct z) == 8 && sizeof(struct v) == 4);
  CHECK(sizeof(struct w) == (wide ? 64 : 40) && __builtin_offsetof(struct w, x[1].d) == (wide ? 48 : 32));
  CHECK(sizeof(struct k) == 18 && __builtin_offsetof(struct k, i) == 2 && sizeof(struct k1) == 5 && sizeof(struct k0) == 8);
  CHECK(sizeof(m16) == 2 && (m16)-1 == 65535 && sizeof(word) == sizeof(long) && (word)-1 < 0);
  CHECK(__alignof__(long long) == 8 && _Alignof(long long) == (wide ? 8 : 4) && __alignof__(struct a) == (wide ? 8 : 4));
  CHECK(sizeof(enum neg) == 4 && (enum neg)-1 < 0 && (enum pos)-1 > 0);
  CHECK(sizeof(long double) == (wide ? 16 : 12) && sizeof("abc") == 4);
  struct w w; char *q = (char *)&w;
  CHECK((char *)&w.x[1].d - q == __builtin_offsetof(struct w, x[1].d));
  return 0;
}
