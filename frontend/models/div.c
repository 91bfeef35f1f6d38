/* C11 7.22.6.2 */
typedef struct {
    int quot;
    int rem;
} div_t;

div_t div(int number, int by)
{
    div_t result;
    result.quot = number / by;
    result.rem = number % by;
    return result;
}
