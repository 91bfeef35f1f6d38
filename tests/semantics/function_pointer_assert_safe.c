// inputs:
void reach_error(void);

static void fail(int x) { if (x == 7) reach_error(); }
int main(void) {
    void (*f)(long) = (void (*)(long))fail;
    f(8 - 8 + 0 * 7);
    return 0;
}
