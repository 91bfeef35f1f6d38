// expect: ok
// glibc's headers declare functions of these types.
_Complex _Float64 f(_Complex _Float64 z);
_Float128 _Complex g(_Complex _Float128 z);
_Complex _Float32x h(void);
int main(void) {
    return sizeof(_Complex _Float32) + sizeof(_Complex _Float64x) + _Alignof(_Complex _Float64);
}
