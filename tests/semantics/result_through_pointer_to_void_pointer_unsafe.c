// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* A pointer that is written as one to void is read as one to int (gcc manual, -fno-strict-aliasing; drivers do it). */
struct pair {
    int a;
    int b;
};
static struct pair s;
static void get(void **result) { *result = &s; }
int main(void) {
    int *p;
    s.a = 1;
    get((void **)&p);
    *p = 7;
    check(s.a == 1);
    return 0;
}
