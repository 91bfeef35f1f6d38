// Self-checking: brackets with other spellings (C11 6.4.6p3), next to what looks like them.
void reach_error(void);
#define CHECK(c) do <% if (!(c)) reach_error(); %> while (0)

struct pair <% int a, b; %>;
static int table<:3:> = <%1, 2, 3%>;

int main(void) <%
  struct pair p = <% .a = 4, .b = 5 %>;
  int i = 1, j = 2;
  CHECK(table<:i:> == 2 && p.b == 5);
  CHECK("<:"<:0:> == '<' && '%' == 37);
  CHECK((i<j ? table[0]:table[1]) == 1 && 7%j == 1);
  CHECK(i ?: j);
  goto *(void *<::>)<% &&end %><:0:>;
end:
  return 0;
%>
