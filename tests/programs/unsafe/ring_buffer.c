/* A ring buffer behind a lock: one element too many fits in. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define SIZE 16
static int buffer[SIZE];
static unsigned head, tail, count;
static int locked;
static void lock(void) { assert(!locked); locked = 1; }
static void unlock(void) { assert(locked); locked = 0; }
static int put(int value)
{
    lock();
    if (count > SIZE) {
        unlock();
        return -1;
    }
    assert(head < SIZE);
    buffer[head] = value;
    head = (head + 1) % SIZE;
    count++;
    assert(count <= SIZE);
    unlock();
    return 0;
}
static int get(int *value)
{
    lock();
    if (count == 0) {
        unlock();
        return -1;
    }
    assert(tail < SIZE);
    *value = buffer[tail];
    tail = (tail + 1) % SIZE;
    count--;
    assert(count < SIZE);
    unlock();
    return 0;
}
int main(void)
{
    int value;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            put(__VERIFIER_nondet_int());
        else
            get(&value);
    }
    return 0;
}
