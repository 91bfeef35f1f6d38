/* What a search by halving finds is what was looked for. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int table[8] = {1, 3, 5, 7, 9, 11, 13, 15};
static int find(int key)
{
    int low = 0, high = 7;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (table[middle] == key)
            return middle;
        if (table[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}
int main(void)
{
    int key = __VERIFIER_nondet_int();
    int found = find(key);
    if (found >= 8)
        reach_error();
    if (found >= 0 && table[found] != key)
        reach_error();
    return 0;
}
