// inputs:
void reach_error(void);

int main(void) {
    void (*f)(void) = reach_error;
    if (f) return 0;
    return 0;
}
