// inputs:
// A packed enumeration has the smallest type that holds its values (gcc manual, "Common Type Attributes").
extern void reach_error(void);

enum __attribute__((packed)) small { ZERO, MANY = 200 };
enum below { LEAST = -1, MOST = 100 } __attribute__((packed));
enum __attribute__((packed)) medium { NONE, LOTS = 300 };
struct record {
    enum small first;
    enum medium second;
    enum below third;
};

int main(void) {
    int big = 300;
    enum small wrapped = big;
    enum below negative = LEAST;
    if (wrapped == 44 || sizeof(enum small) != 1 || sizeof(enum medium) != 2 || sizeof(enum below) != 1)
        reach_error();
    if (negative >= 0 || sizeof(struct record) != 6 || sizeof(MANY) != 4)
        reach_error();
    return 0;
}
