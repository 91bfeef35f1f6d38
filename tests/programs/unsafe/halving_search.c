/* The middle of a search by halving stays in the table. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int table[8] = {1, 3, 5, 7, 9, 11, 13, 15};
int main(void)
{
    int key = __VERIFIER_nondet_int(), low = 0, high = 7;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (middle < 0 || middle >= 7)
            reach_error();
        if (table[middle] == key)
            break;
        if (table[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return 0;
}
