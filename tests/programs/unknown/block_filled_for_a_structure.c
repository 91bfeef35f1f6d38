/* The result's place is a first argument, and the others move. */
struct large { long a, b, c; };
struct large memset(void *, int, unsigned long);
void reach_error(void);
static int d = 1;
int main(void) {
    memset(&d, 0, 4);
    if (d == 1)
        reach_error();
    return 0;
}
