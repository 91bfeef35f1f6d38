void reach_error(void);
void *calloc(unsigned long, unsigned long);
int main(void) {
    int *p = calloc(1, sizeof *p);
    if (!p) reach_error();
    return 0;
}
