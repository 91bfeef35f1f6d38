// inputs:
// The type of the value of an `_Atomic` object is not atomic, that of a pointer to it is another.
extern void reach_error(void);

static _Atomic int count;

int main(void) {
    int kind = _Generic(count, _Atomic int: 1, int: 2) +
               _Generic(&count, int *: 10, volatile _Atomic int *: 20, _Atomic int *: 30);
    if (kind == 32)
        reach_error();
    return 0;
}
