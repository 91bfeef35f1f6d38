// inputs:
// after: units/same_shapes.c
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

typedef struct { int v; } user;
typedef struct { int v; } group;
struct owner { user u; group g; };
void set(struct owner *o);
static struct owner own;
int main(void) {
    set(&own);
    check(own.g.v == 0);
    return 0;
}
