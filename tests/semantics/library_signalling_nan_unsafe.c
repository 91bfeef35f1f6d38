// inputs:
// imprecise: which of the two it is, nothing says
void reach_error(void);
double fmax(double, double);

int main(void) {
    volatile double none = __builtin_nans("");
    double most = fmax(none, 1);
    if (most != most)
        reach_error();
    return 0;
}
