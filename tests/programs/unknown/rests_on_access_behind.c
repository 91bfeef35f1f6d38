// expect: outside of its object
// The last element that is read is behind the array.
void reach_error(void);
static int find(const long *a, unsigned short low, unsigned short high, long wanted) {
    unsigned short middle = low + (high - low) / 2;
    if (low > high)
        return -1;
    if (a[middle] == wanted)
        return middle;
    if (a[middle] > wanted)
        return find(a, low, middle - 1, wanted);
    return find(a, middle + 1, high, wanted);
}

int main(void) {
    long all[] = {1, 2, 3};
    if (find(all, 2, 3, 10) != -1)
        reach_error();
    return 0;
}
