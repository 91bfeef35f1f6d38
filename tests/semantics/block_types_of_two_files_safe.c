// inputs:
// after: units/block_types.c
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

typedef struct { int v; } first;
typedef struct { int v; } second;
extern second table[];
int sum(void);
static first apart;
int main(void) {
    apart.v = 1;
    struct local { int v; };
    extern struct local kept;
    int in_prototype(struct local *p);
    kept.v++;
    table[1].v = 2;
    check(in_prototype(&kept) == 5 && sum() == 2);
    return 0;
}
