// expect: the result of a library function
// No library reaches the error, though the standard leaves open what it returns: which number
// stands for a letter, what becomes of a character outside of ASCII, and which NaN is a value.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int isalpha(int);
int tolower(int);
double fmax(double, double);

int main(void) {
    int letter = __VERIFIER_nondet_int();
    double none = 0.0 / 0.0;
    if (letter >= 0 && letter < 128 && isalpha(letter) != isalpha(letter))
        reach_error();
    if (tolower(200) != 200)
        reach_error();
    if (fmax(none, 1) != 1)
        reach_error();
    return 0;
}
