// expect: the result of a library function
// A function of this name that takes no name of a file is not the library's: nothing is told of it.
extern void reach_error(void);
struct node {
    int value;
};
extern int remove(struct node *node);
extern long time(long *to, int zone);
int main(void)
{
    struct node node = {1};
    long to = 0;
    if (remove(&node) == 7)
        reach_error();
    if (time(&to, 1) != to)
        reach_error();
    return 0;
}
