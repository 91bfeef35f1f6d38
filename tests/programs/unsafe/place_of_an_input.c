/* An input may be the address of an object, wherever that is. */
void reach_error(void);
int *where(void);
static int x, y;
int *kept = &x;
int main(void) {
    int *p = where();
    if (p == kept && p != &y) reach_error();
    return x + y;
}
