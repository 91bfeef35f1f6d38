#include <assert.h>
#define N 4
int buf[N]; int head, tail, used;
void put(int x) { if (used < N) { buf[head] = x; head = (head + 1) % N; used++; } }
int get(void) { int x = -1; if (used > 0) { x = buf[tail]; tail = (tail + 1) % N; used--; } return x; }
int main(void) {
    int i;
    for (i = 0; i < 3; i++) put(i);
    for (i = 0; i < 3; i++) assert(get() == i);
    for (i = 0; i < 4; i++) put(10 + i);
    for (i = 0; i < 4; i++) assert(get() == 11 + i);
    return 0;
}
