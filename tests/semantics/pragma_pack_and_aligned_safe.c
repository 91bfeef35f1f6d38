// inputs:
// #pragma pack limits also what aligned asks for (gcc manual, "Structure-Layout Pragmas").
extern void reach_error(void);

#pragma pack(1)
struct S { char a; int b __attribute__((aligned(4))); };
struct T { char a; int : 0; char b; };
#pragma pack()

int main(void) {
    if (sizeof(struct S) == 5 && sizeof(struct T) == 5) return 0;
    reach_error();
    return 1;
}
