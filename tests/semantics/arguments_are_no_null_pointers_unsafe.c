// inputs:
void reach_error(void);

int main(int argc, char **argv) {
    if (argc < 9 && !argv[argc])
        reach_error();
    return 0;
}
