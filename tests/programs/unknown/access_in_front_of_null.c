// expect: an access through a null pointer
// In front of a null pointer lies nothing: the program ends there.
void reach_error(void);
int main(void) {
    int *p = 0;
    if (p[-1] != 0) reach_error();
    return 0;
}
