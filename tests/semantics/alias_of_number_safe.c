// inputs: 0
void reach_error(void);
struct word { int all; };
struct other { int b; };
static struct word w;
unsigned long get(void) { return (unsigned long)&w; }
struct other *get2(void) __attribute__((alias("get")));
int main(void) {
    w.all = 5;
    get2()->b = 6;
    if (w.all != 6)
        reach_error();
    return 0;
}
