/* Columns: fused generic plain. */
/* clang-format off */
{"", {0, 0, 0}},
