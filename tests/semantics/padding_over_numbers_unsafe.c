// inputs: 0
// Numbers in a row lie under the padding of a structure.
void reach_error(void);
struct padded {
    int a;
    long long l;
};
struct padded from;
int numbers[4] __attribute__((aligned(8)));
int main(void) {
    numbers[1] = 1;
    *(struct padded *)numbers = from;
    if (numbers[1] != 1)
        reach_error();
    return 0;
}
