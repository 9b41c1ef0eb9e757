/* tests/compile/install.c: what install.t builds with an installed lqcd, as C and C++. */
#include <lqcd.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	lqcd_su3_d u;
	(void)argv;
	lqcd_su3_unit(&u);
	/* The sine of what is known only when it runs needs libm. */
	printf("%s %g\n", LQCD_VERSION, lqcd_su3_trace(&u).re + sin(argc - 1.0));
	return 0;
}
