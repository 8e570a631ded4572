// A source that reaches for a file of the machine that compiles it.
#include "/etc/passwd"
