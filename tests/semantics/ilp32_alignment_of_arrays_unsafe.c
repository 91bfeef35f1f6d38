// inputs:
// options: --arch ilp32
// __alignof__ of an array is that of its elements (gcc).
extern void reach_error(void);



int main(void) {
    if (!(__alignof__(long long[2]) == 8 && _Alignof(long long[2]) == 4)) return 0;
    reach_error();
    return 1;
}
