/* C11 7.22.5.1. Which of several elements that fit is found, and which are compared, the standard
   leaves open: this is what glibc's own definition does, which its header has for inlining, too. */
static void *bsearch(const void *key, const void *base, __typeof__(sizeof 0) count,
              __typeof__(sizeof 0) size, int (*compare)(const void *, const void *))
{
    __typeof__(sizeof 0) low = 0, high = count, middle;
    const void *element;
    int order;
    while (low < high) {
        middle = (low + high) / 2;
        element = base + middle * size;
        order = (__model_compare)(key, element);
        if (order < 0)
            high = middle;
        else if (order > 0)
            low = middle + 1;
        else
            return (void *)element;
    }
    return 0;
}
