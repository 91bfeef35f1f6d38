// inputs:
// after: units/other_names.c
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

typedef struct { int x; } first;
typedef struct { int x; } second;
typedef struct { second *p; } keeper;
void by_parameter(keeper *k);
void by_name(void);
void by_list(int n, ...);
extern void *handed;
static first other;
static second own;
static keeper all;
int main(void) {
    second *s = &own;
    other.x = 1;
    s->x = 1;
    all.p = s;
    handed = &all;
    by_name();
    check(s->x == 5);
    return 0;
}
