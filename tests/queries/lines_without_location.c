/* The line of the loop has no location: its condition is constant. */
void bad(void);
void good(void);
int main(void) {
    good();
    while (1)
        bad();
    return 0;
}
