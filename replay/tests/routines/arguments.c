// Where variable arguments are is what the call says.
// routine: routine main
// routine:   declares:
// routine:     declare return
// routine:   does:
// routine:     indeterminate return
// routine:     havoc return
// routine:     call 0 with n, $
// routine:       of a copy:
// routine:         declare &...
// routine:         mem int32 := mem int32[&... := 7]
// routine:         n := 1
// routine:       of a procedure, before:
// routine:         first::argument.n := 1
// routine:       of a procedure, after:
// routine:         declare $
// routine:         havoc $
// routine:         $ := first::result
// routine:     return := $
// routine:     goto the exit
// routine:     return := 0
// routine:   as a procedure, last:
// routine:     main::result := return
// routine: routine first
// routine:   declares:
// routine:     declare n
// routine:     declare list
// routine:     declare x
// routine:     declare return
// routine:   does:
// routine:     indeterminate return
// routine:     havoc return
// routine:     indeterminate list
// routine:     havoc list
// routine:     let $ = the variable arguments
// routine:     list := $
// routine:     indeterminate x
// routine:     havoc x
// routine:     let $ = list
// routine:     list := wrap(u64, list + 8)
// routine:     check 1 <= $: in-bounds
// routine:     x := mem int32[$]
// routine:     return := x
// routine:     goto the exit
// routine:   as a procedure, first:
// routine:     n := first::argument.n
// routine:   as a procedure, last:
// routine:     first::result := return
typedef __builtin_va_list va_list;
static int first(int n, ...) {
    va_list list;
    __builtin_va_start(list, n);
    int x = __builtin_va_arg(list, int);
    __builtin_va_end(list);
    return x;
}
int main(void) { return first(1, 7); }
