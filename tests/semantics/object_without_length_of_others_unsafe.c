// inputs:
// outside: units/endless_table.c
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

extern int table[];
void fill_table(void);
int main(void) {
    table[1] = 1;
    fill_table();
    check(table[1] == 1);
    return 0;
}
