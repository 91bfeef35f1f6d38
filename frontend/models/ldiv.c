/* C11 7.22.6.2 */
typedef struct {
    long quot;
    long rem;
} ldiv_t;

ldiv_t ldiv(long number, long by)
{
    ldiv_t result;
    result.quot = number / by;
    result.rem = number % by;
    return result;
}
