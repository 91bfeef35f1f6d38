// inputs:
void reach_error(void);

int main(int argc, char **argv) {
    if (argc > 0 && !argv[0])
        reach_error();
    if (argc > 2 && (!argv[1] || !argv[2]))
        reach_error();
    return 0;
}
