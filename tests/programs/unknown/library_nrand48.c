// expect: the result of a library function
// It writes the numbers that it is given, which are looked at as bytes here.
extern void reach_error(void);
extern long nrand48(unsigned short numbers[3]);
int main(void) {
    unsigned short numbers[3] = {1, 2, 3};
    unsigned char *bytes = (unsigned char *)numbers;
    bytes[0] = 7;
    nrand48(numbers);
    if (numbers[0] != 7)
        reach_error();
    return 0;
}
