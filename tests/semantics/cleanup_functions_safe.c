// inputs:
// gcc manual, "Common Variable Attributes", `cleanup`: in the reverse order of declarations, wherever
// control leaves the block; the value of `return` and of a statement expression is computed before.
extern void reach_error(void);
static unsigned log_;
static void note(int *p) { log_ = log_ * 10 + (unsigned)*p; }
static void noted(void *p) { log_ = log_ * 10 + (unsigned)*(int *)p; }
#define CLEAN __attribute__((cleanup(note)))
static int value(void) { int x CLEAN = 1; int y __attribute__((__cleanup__(noted))) = 2; x = 3; return x++ + y; }
static int early(int n)
{
    int a CLEAN = 4;
    for (int i CLEAN = 5; i < 9; i++) {
        int b CLEAN = 6;
        if (n == 0) continue;
        if (n == 1) break;
        if (n == 2) return b;
        if (n == 3) goto out;
        if (n == 4) goto again;
        { int c CLEAN = 7; b = 8; if (n == 5) break; n = 1; }
again:
        n = 1;
    }
    a = 9;
out:
    return a;
}
static int of_switch(int n)
{
    switch (n) {
    case 0: { int s CLEAN = 1; break; }
    case 1: { int t CLEAN = 2; }
    default: log_ = log_ * 10 + 3;
    }
    do { int u CLEAN = 4; if (n) break; } while (0);
    return 0;
}
static int block(void) { int k = ({ int z CLEAN = 5; z + 1; }); return k; }
static int of_param(int p) { __attribute__((cleanup(note))) int q = p, r = p + 1; return ({ if (p) return q; 3; }); }
struct pair { int a, b; };
static void zero(struct pair *p) { p->a = 0; log_ = log_ * 10 + (unsigned)p->b; }
static struct pair whole(void) { struct pair s __attribute__((cleanup(zero))) = { 1, 2 }; return s; }
static void check(unsigned expected) { if (log_ != expected) reach_error(); log_ = 0; }
int main(void)
{
    if (value() != 5) reach_error();
    check(24);
    if (early(1) != 9) reach_error();
    check(659);
    if (early(2) != 6) reach_error();
    check(654);
    if (early(3) != 4) reach_error();
    check(654);
    if (early(4) != 9) reach_error();
    check(6669);
    if (early(5) != 9) reach_error();
    check(7859);
    of_switch(0); check(14);
    of_switch(1); check(234);
    of_switch(2); check(34);
    if (block() != 6) reach_error();
    check(5);
    if (of_param(1) != 1) reach_error();
    check(21);
    struct pair w = whole();
    if (w.a != 1) reach_error();
    check(2);
    return 0;
}
