// expect: error type: an integer constant expression is needed here
int main(int n, char **v) { switch (n) { case (signed char)300.5: return 1; } return 0; }
