// expect: an access outside of its object
// In front of an object lies what nobody knows.
void reach_error(void);
int numbers[3] = {5, 5, 5};
int main(void) {
    if (numbers[-1] != 5) reach_error();
    return 0;
}
