// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int n = 2;
    int array[n];
    array[1] = 3;
    int kept = array[1];
    asm("movl $9, 4+%0" : "+m"(*(int(*)[n])array));
    check(kept == 3);
    array[1] = 5;
    check(array[1] == 5);
    return 0;
}
