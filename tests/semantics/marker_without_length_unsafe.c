// inputs: 0
// An array of no elements marks where something else begins.
void reach_error(void);
struct packet {
    char start[0];
    int kind;
    long size;
} packet;
struct view {
    int kind;
    long size;
};
int main(void) {
    struct view *view = (struct view *)&packet.start;
    packet.size = 1;
    view->size = 5;
    if (packet.size == 5)
        reach_error();
    return 0;
}
