// A name without a definition may be the linker's name of what the program defines.
void reach_error(void);
__attribute__((section("numbers"), used)) static int number = 5;
extern int __start_numbers;
int main(void) {
    __start_numbers = 7;
    if (number == 7)
        reach_error();
    return 0;
}
