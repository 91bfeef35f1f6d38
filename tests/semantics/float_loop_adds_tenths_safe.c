// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    double sum = 0;
    int i;
    for (i = 0; i < 10; i++)
        sum += 0.1;
    check(sum < 1 && sum > 0.99);
    return 0;
}
