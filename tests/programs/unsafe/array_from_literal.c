/* Arrays that get their elements from compound literals (gcc manual, "Compound Literals"). */
void reach_error(void);
int numbers[3] = (int[3]){ 1, 2, 3 };
int rest[] = (int[]){ [3] = 9 };
const char *names[] = (const char *[2]){ "x" };
int main(void)
{
    static int more[] = (int[4]){ 5 };
    if (numbers[1] == 2 || sizeof rest != 16 || rest[3] != 9 || rest[2])
        reach_error();
    if (sizeof names != 2 * sizeof names[0] || names[1] || names[0][0] != 'x')
        reach_error();
    if (sizeof more != 16 || more[0] != 5 || more[3] != 0)
        reach_error();
    return 0;
}
