/* C11 7.22.5.2. Elements are compared, and change places, any number of times and in any order:
   nothing is said of which order they have in the end, as comparisons may contradict each other.
   What is compared are elements of the array (7.22.5p2), and what two of them hold is exchanged
   between comparisons only. */

/* Any value: no library is known to choose these. A turn has another number than the last one, so
   that runs end where all choices are the same. */
long __model_choice(void);

static void qsort(void *base, __typeof__(sizeof 0) count, __typeof__(sizeof 0) size,
           int (*compare)(const void *, const void *))
{
    __typeof__(__model_element) *parts = base, kept;
    __typeof__(sizeof 0) first, second, i;
    long turn, last = 0;
    while (count > 1 && (turn = __model_choice()) != last) {
        last = turn;
        first = __model_choice();
        second = __model_choice();
        if (first >= count || second >= count)
            break;
        first *= __model_width;
        second *= __model_width;
        if (__model_choice()) {
            (__model_compare)(parts + first, parts + second);
            continue;
        }
        for (i = 0; i < __model_width; i++) {
            kept = parts[first + i];
            parts[first + i] = parts[second + i];
            parts[second + i] = kept;
        }
    }
}
