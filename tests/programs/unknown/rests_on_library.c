// expect: library function
void reach_error(void);
long strtol(const char *, char **, int);
int main(void) {
    if (strtol("3", 0, 10) != 3) reach_error();
    return 0;
}
