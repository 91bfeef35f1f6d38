// inputs:
struct fields {
    unsigned three : 3;
    int four : 4;
    _Bool one : 1;
};
void reach_error(void);

struct fields from_start = {7.5, -8.5, 0.25};

int main(void) {
    struct fields now = {0, 7.9, -0.0};
    double two = 2.5;
    now.three = two;
    now.three *= 2.0;
    if (now.three != 4 || now.four != 7 || now.one != 0)
        reach_error();
    if (from_start.three != 7 || from_start.four != -8 || from_start.one != 1)
        reach_error();
    return 0;
}
