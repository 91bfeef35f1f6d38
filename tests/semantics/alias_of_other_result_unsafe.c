// inputs: 0
// A function may be called by a name with another type of result.
void reach_error(void);
struct word { int all; };
struct other { int b; };
static struct word w;
void *get(void) { return &w; }
struct other *get2(void) __attribute__((alias("get")));
int main(void) {
    w.all = 5;
    get2()->b = 6;
    if (w.all == 6)
        reach_error();
    return 0;
}
