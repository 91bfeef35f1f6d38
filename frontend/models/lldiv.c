/* C11 7.22.6.2 */
typedef struct {
    long long quot;
    long long rem;
} lldiv_t;

lldiv_t lldiv(long long number, long long by)
{
    lldiv_t result;
    result.quot = number / by;
    result.rem = number % by;
    return result;
}
