/* Each of their results is possible. */
void reach_error(void);
int rand(void);
int getchar(void);
long lrand48(void);
int main(void) {
    int c = getchar();
    if (rand() == 5 && c == 255 && lrand48() == 7) reach_error();
    return 0;
}
