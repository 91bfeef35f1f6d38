// expect: library function
void reach_error(void);
unsigned long strlen(const char *);
int main(void) {
    if (strlen("abc") != 3) reach_error();
    return 0;
}
