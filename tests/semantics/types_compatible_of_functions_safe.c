// inputs:
// Parameters and their promotions decide whether functions are compatible (C11 6.7.6.3p15).
extern void reach_error(void);

enum a { A };
enum b { B };

int main(void) {
    if (!__builtin_types_compatible_p(int(), int(char)) && __builtin_types_compatible_p(int(), int(int)) && !__builtin_types_compatible_p(int(enum a *), int(enum b *)) && !__builtin_types_compatible_p(int *restrict *, int **)) return 0;
    reach_error();
    return 1;
}
