// Ends, while the other component goes on.
void exit(int status);

void ends(void) {
    exit(3);
}
