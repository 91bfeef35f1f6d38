// The other component has another type.
void put(signed char value);
void one(void) {
    put(-1);
}
