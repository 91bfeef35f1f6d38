/* The program that writes to its string literal does not read what it has written: it has ended. */
void reach_error(void);
int main(void) {
    char *text = "abc";
    text[0] = 'x';
    if (text[0] == 'x') reach_error();
    return 0;
}
