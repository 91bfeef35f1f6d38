// inputs: 0
// A function of the C library yields the address that it gets as a floating number.
void reach_error(void);
double ldexp(double, int);
struct pair {
    int s;
    int t;
};
int numbers[2];
int main(void) {
    struct pair *pair = (struct pair *)(long)ldexp((double)(long)numbers, 0);
    numbers[1] = 0;
    pair->t = 5;
    if (numbers[1] == 5)
        reach_error();
    return 0;
}
