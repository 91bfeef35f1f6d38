// inputs:
void reach_error(void);
double fmax(double, double);
float fminf(float, float);

int main(void) {
    double most = fmax(__builtin_nans(""), 1);
    float least = fminf(1, __builtin_nansf(""));
    if (most < 1 || most > 1 || least < 1 || least > 1 || !(fmax(2, 1) > 1))
        reach_error();
    return 0;
}
