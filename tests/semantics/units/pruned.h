int external_one(int a[static 1]) {
    return a[0] + 1;
}
static int hidden(int x) { return x + 2; }
static int old(x) int x;
{
    int (*p)(int) = hidden;
    return p(x);
}
int after_old;
static int aliased(int x) { return x + 3; }
static int called(int x) asm("called_by_assembler");
