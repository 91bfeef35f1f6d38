// expect: approximation
/* C11 6.2.1p4, 6.5.2.2p6: the prototype is not known where the call stands, which passes a
   `double`. */
#include <assert.h>
void other(void) {
    int f(int);
    f(1);
}
int g(void) {
    int f();
    return f(2.7);
}
int f(int x) {
    return x;
}
int main(void) {
    assert(g() == 2);
    return 0;
}
