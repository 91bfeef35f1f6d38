// inputs:
// after: units/only.c
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

typedef struct { int v; } first;
typedef struct { int v; } second;
struct holder {
    second in;
    second *to;
    int (*read)(second *);
};
extern second object;
second make(int v);
int by_value(second s);
int by_holder(struct holder *h);
extern const struct holder all;
static first apart;
int main(void) {
    apart.v = 1;
    second s = {2};
    check(all.read(all.to) == 2);
    return 0;
}
