// Globals have their initial values.
void f(int);

static int start = 1;

int one(void) {
    f(start);
    return 0;
}
