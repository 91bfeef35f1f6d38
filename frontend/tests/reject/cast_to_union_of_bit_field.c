// expect: error unsupported: which member this cast gives a value is not known
union u {
    int part : 5;
    int number;
};
int main(void) {
    return ((union u)1).number;
}
