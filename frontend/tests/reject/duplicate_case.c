// expect: error type: two cases have the same value
int main(void) { switch (1) { case 2: case 2: return 1; } return 0; }
