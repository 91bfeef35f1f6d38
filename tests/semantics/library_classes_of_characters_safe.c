// inputs: 7
int isalpha(int), ispunct(int), isspace(int), isupper(int), tolower(int), toupper(int);
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int any = __VERIFIER_nondet_int();
    check(isalpha('q') && !isalpha('5') && !isalpha(-1));
    check(ispunct('_') && !ispunct(' ') && isspace('\t') && !isspace(0));
    check(tolower('Q') == 'q' && toupper('q') == 'Q' && toupper('5') == '5');
    if (any >= 0 && any < 128 && isupper(any))
        check(tolower(any) != any);
    return 0;
}
