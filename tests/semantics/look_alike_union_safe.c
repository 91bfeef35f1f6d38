// inputs:
// after: units/other_shapes.c
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

typedef struct { int v; long long w; } first;
typedef struct { int v; long long w; } second;
typedef union { second *p; short h; } either;
struct base { int id; };
typedef void (*any)(void);
void by_union(either *e);
void by_base(struct base *b);
void by_scalar(int *p);
int by_function(any f);
int by_list(int n, ...);
static first other;
static void set(second *s) {
    s->v = 9;
}
int main(void) {
    second own = {1};
    other.v = 1;
    either e = {&own};
    by_union(&e);
    check(own.v == 9);
    return 0;
}
