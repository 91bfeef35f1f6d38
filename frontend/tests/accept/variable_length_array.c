// expect: ok
// Where the declaration is reached, a local gets the size and a pointer a new block (C11 6.7.6.2p5).
int sum(int n, int m, int a[n][m]) { return a[n - 1][m - 1] + (int)sizeof a[0]; }
int main(int argc, char **argv) {
    int a[argc][3], b[2][argc];
    return sum(argc, 3, a) + b[1][0];
}
