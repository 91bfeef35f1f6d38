// inputs: 0
// imprecise: one byte of a number is written
// An object is read as a union that has a member of its type (C11 6.5p7, 6.5.2.3p3).
void reach_error(void);
int x;
union view {
    int *p;
    char *bytes;
};
int main(void) {
    int *p = &x;
    union view u;
    u = *(union view *)&p;
    *u.bytes = 5;
    if (x != 5)
        reach_error();
    return 0;
}
