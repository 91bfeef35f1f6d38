// The order in which an initialiser's values are evaluated is open (C11 6.7.9p23): gcc takes that of the members.
void reach_error(void);
struct pair { int a, b; };
int main(void) {
    int i = 0;
    struct pair p = {.b = i++, .a = i++};
    if (p.a == 0)
        reach_error();
    return 0;
}
