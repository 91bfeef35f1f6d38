// What the standard leaves open does not matter: the error is reached with every library.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int isalpha(int);
int strcmp(const char *, const char *);

int main(void) {
    char text[2] = {(char)__VERIFIER_nondet_int(), 0};
    if (isalpha(text[0] & 127) && strcmp(text, "y") > 0)
        reach_error();
    return 0;
}
