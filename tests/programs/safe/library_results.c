/* C says what these return (7.21.7.6, 7.22.2.1), and POSIX of the last. */
void reach_error(void);
int rand(void);
int getchar(void);
long lrand48(void);
int main(void) {
    int c = getchar();
    if (rand() < 0 || c < -1 || c > 255) reach_error();
    if (lrand48() < 0) reach_error();
    return 0;
}
