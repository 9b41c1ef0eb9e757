/* tests/compile/sine.c: sine and cosine for PowerPC in hosts.t: qemu 7.2 lacks the instruction by which glibc's set how the
 * processor rounds. */
double floor(double), sin(double), cos(double);

static double series(double x, int odd)
{
	x -= 6.283185307179586 * floor(x / 6.283185307179586 + 0.5);
	double term = odd ? x : 1, sum = 0;
	for (int n = odd + 1; n < 60; n += 2) {
		sum += term;
		term *= -x * x / (n * (n + 1));
	}
	return sum;
}
double sin(double x) { return series(x, 1); }
double cos(double x) { return series(x, 0); }
