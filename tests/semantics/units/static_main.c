static int main(void) { return 7; }
int other_main(void) { return main(); }
