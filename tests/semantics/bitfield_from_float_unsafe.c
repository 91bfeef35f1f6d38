// inputs:
// imprecise: which number it is, nothing says
struct fields {
    unsigned three : 3;
    int four : 4;
};
void reach_error(void);

struct fields from_start = {1, 8.5};

int main(void) {
    struct fields now = {9.0, 0};
    if (now.three != 1 || from_start.four != -8)
        reach_error();
    return 0;
}
