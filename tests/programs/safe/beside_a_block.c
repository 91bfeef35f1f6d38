/* A part of an array is filled: what else there is stays what it was. */
void reach_error(void);
void *memset(void *, int, unsigned long);
int main(void) {
    int x[2] = {0, 0};
    int other = 1, *p = &other;
    memset(x, 1, 1);
    if (*p != 1 || x[1] != 0) reach_error();
    return 0;
}
