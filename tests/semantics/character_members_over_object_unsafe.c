// inputs: 0
// Lvalues of character type may access any object, also as members (C11 6.5p7).
void reach_error(void);
struct bytes { unsigned char low, high; };
struct word { short value; int other; } word;
int main(void) {
    struct bytes *bytes = (struct bytes *)&word;
    word.value = 5;
    bytes->high = 7;
    if (word.value != 5)
        reach_error();
    return 0;
}
