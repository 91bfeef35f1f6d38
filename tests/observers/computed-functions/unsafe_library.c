int abs(int);
int main(void) { return abs(-3); }
