/* C says what these return (7.21.7.6, 7.22.2.1). */
void reach_error(void);
int rand(void);
int getchar(void);
int main(void) {
    int c = getchar();
    if (rand() < 0 || c < -1 || c > 255) reach_error();
    return 0;
}
