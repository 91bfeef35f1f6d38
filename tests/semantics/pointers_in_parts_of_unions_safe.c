// inputs: 0
// imprecise: what parts of a union are together is not known
// A pointer is handed on by members of unions that are smaller than it.
void reach_error(void);
struct pair {
    int s;
    int t;
};
int numbers[2];
union from {
    unsigned short parts[sizeof(void *) / 2];
    void *z;
};
union to {
    unsigned short parts[sizeof(void *) / 2];
    void *y;
};
int main(void) {
    union from p;
    union to q;
    p.z = numbers;
    for (unsigned i = 0; i < sizeof(void *) / 2; i++)
        q.parts[i] = p.parts[i];
    struct pair *pair = q.y;
    numbers[1] = 0;
    pair->t = 5;
    if (numbers[0] != 0)
        reach_error();
    return 0;
}
