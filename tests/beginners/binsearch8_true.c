#include <assert.h>
int __VERIFIER_nondet_int(void);
int a[8] = {1, 3, 5, 7, 9, 11, 13, 15};
int find(int key) {
    int lo = 0, hi = 7;
    while (lo <= hi) {
        int mid = (lo + hi) / 2;
        if (a[mid] == key) return mid;
        if (a[mid] < key) lo = mid + 1; else hi = mid - 1;
    }
    return -1;
}
int main(void) {
    int key = __VERIFIER_nondet_int();
    int i = find(key);
    assert(i < 8);
    if (i >= 0) assert(a[i] == key);
    return 0;
}
