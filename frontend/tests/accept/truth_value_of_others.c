// The range of a `_Bool` that others give decides the conditions; that is an assumption.
void reach_error(void);
_Bool ext(void);
int main(void) {
    if (ext() / 2)
        reach_error();
    return 0;
}
