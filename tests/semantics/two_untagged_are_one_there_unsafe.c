// inputs:
// after: units/only.c
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

typedef struct { int v; } first;
typedef struct { int v; } second;
void set_first(first *p);
void set_second(second *p);
int main(void) {
    first f = {1};
    second s = {2};
    set_first(&f);
    set_second(&s);
    check(f.v == 1 || s.v == 2);
    return 0;
}
