// What is in one block has an order, and its blocks have other contents wherever they are.
#include <stdlib.h>
void reach_error(void);
int main(void) {
    char *a = malloc(16);
    char *b = malloc(16);
    if (!a || !b)
        return 0;
    a[3] = 1;
    b[3] = 2;
    if (&a[3] > &a[2] && a[3] < b[3] && a != b)
        reach_error();
    return 0;
}
