// expect: library function
void reach_error(void);
int strcasecmp(const char *, const char *);
int main(void) {
    if (strcasecmp("a", "A") != 0) reach_error();
    return 0;
}
