/* What was pushed last is popped first, wherever the top was. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum { SIZE = 8 };
static int data[SIZE], top;
static int push(int x)
{
    if (top == SIZE)
        return -1;
    data[top++] = x;
    return 0;
}
static int pop(int *x)
{
    if (top == 0)
        return -1;
    *x = data[--top];
    return 0;
}
int main(void)
{
    int x = 0, y = 0;
    push(3);
    push(4);
    pop(&x);
    pop(&y);
    if (x != 4 || y != 3)
        reach_error();
    return 0;
}
