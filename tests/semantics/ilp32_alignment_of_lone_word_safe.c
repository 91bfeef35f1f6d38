// inputs:
// options: --arch ilp32
// A lone word behind either operator may be a type, whatever operator follows in the text.
void reach_error(void);
typedef double number;
int main(void) {
    if (__alignof__(number) != 8 || _Alignof(number) != 4) reach_error();
    if (_Alignof(number) != 4 || __alignof__(number) != 8) reach_error();
    return _Alignof(int) != 4;
}
