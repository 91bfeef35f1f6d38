// The program says what its own function does.
static int failed;
void assert(int condition) { failed |= !condition; }
int main(void) {
    assert(1 == 2);
    return failed;
}
