// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int x = 3;
int main(void) {
    int swapped = __sync_bool_compare_and_swap(&x, 3, 5);
    check(swapped && x == 5);
    return 0;
}
