// inputs:
// after: units/endless_table.c
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

extern int table[];
int main(void) {
    table[1] = 1;
    int kept = table[1];
    asm("movl $9, 4+%0" : "+m"(table));
    check(kept == 1);
    table[1] = 5;
    check(table[1] == 5);
    return 0;
}
