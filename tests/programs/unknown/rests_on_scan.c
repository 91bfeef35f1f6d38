// expect: library function
/* A width bounds what is scanned; the format names one argument of two; one that is not converted
   stays as it is. */
void reach_error(void);
int scanf(const char *, ...);
int main(void) {
    int digit = 5, left = 6, same = 7;
    scanf("%1d", &digit);
    if (digit > 9) reach_error();
    scanf("%d", &digit, &left);
    if (left != 6) reach_error();
    if (scanf("%d", &same) == 1) return 0;
    if (same != 7) reach_error();
    return 0;
}
