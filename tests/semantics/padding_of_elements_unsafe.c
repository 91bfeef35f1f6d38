// inputs: 0
// Padding of structures in an array in a structure lies over other parts of an object.
void reach_error(void);
struct entry {
    unsigned short id;
    unsigned value;
};
struct table {
    struct entry entries[2];
};
struct flat {
    unsigned short id;
    unsigned short flags;
    unsigned value;
};
struct table from;
struct flat to[2];
static void store(struct table *table) {
    *table = from;
}
int main(void) {
    to[1].flags = 7;
    store((struct table *)to);
    if (to[1].flags != 7)
        reach_error();
    return 0;
}
