// inputs:
void reach_error(void);
struct pair { int a, b; };
static struct pair outer = (struct pair){ 1, 2 };
int main(void) {
    static struct pair inner = (struct pair){ .b = 3 };
    if (outer.b == 2 || inner.a != 0 || inner.b != 3)
        reach_error();
    inner.b = 4;
    return 0;
}
