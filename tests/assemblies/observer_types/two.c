// The other component has another type.
void put(unsigned char value);
void two(void) {
    put(255);
}
