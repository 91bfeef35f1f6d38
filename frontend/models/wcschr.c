/* C11 7.29.4.5.1 */
__typeof__(L'a') *wcschr(const __typeof__(L'a') *text, __typeof__(L'a') character)
{
    for (;; text++) {
        if (*text == character)
            return (__typeof__(L'a') *)text;
        if (!*text)
            return 0;
    }
}
