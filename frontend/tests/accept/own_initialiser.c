// What an initialiser finds in the object that it initialises is open (C11 6.7.9p19 and p23): gcc clears all of this one first.
void reach_error(void);
struct triple { int a, b, c; };
int main(void) {
    struct triple *before = 0;
    int round = 0;
again:;
    struct triple t = {.a = round ? before->b : 1, .b = round ? before->a + 10 : 7};
    before = &t;
    if (round++ < 1)
        goto again;
    if (t.a == 7)
        reach_error();
    return 0;
}
