/* lqcd/compat/hirep/impl/complex_cxx.h: part of compat/hirep.h: complex numbers of programs in C++ (nvcc), on host and
 * device, with the size and the order of C's.
 *
 * hr_complex and hr_complex_flt have members re and im, are made from one or two real numbers, and turn into each
 * other; + - * / == != work on them and real numbers, in the more precise precision; also creal, cimag, conj,
 * cabs, carg, cexp and I, a macro as in C: headers of other people come first. Products are the four multiplications of
 * school. Their alignment is their size, so that the device loads them in one piece (in C it is half of that: a site
 * that a unit in C keeps on its stack is nothing to point at in a unit in C++).
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_COMPLEX_CXX_H
#define LQCD_COMPAT_HIREP_COMPLEX_CXX_H

#include <math.h>
#include <type_traits>

#include "../../../device/device.h"

template <class R> struct alignas(2 * sizeof(R)) lqcd__hr_number {
	R re, im;
	lqcd__hr_number() = default;
	template <class A> LQCD_GPU_FN constexpr lqcd__hr_number(A a) : re((R)a), im(0)
	{
	}
	template <class A, class B> LQCD_GPU_FN constexpr lqcd__hr_number(A a, B b) : re((R)a), im((R)b)
	{
	}
	template <class A> LQCD_GPU_FN constexpr lqcd__hr_number(const lqcd__hr_number<A> &z) : re((R)z.re), im((R)z.im)
	{
	}
	template <class S> LQCD_GPU_FN lqcd__hr_number &operator+=(S z)
	{
		return *this = *this + z;
	}
	template <class S> LQCD_GPU_FN lqcd__hr_number &operator-=(S z)
	{
		return *this = *this - z;
	}
	template <class S> LQCD_GPU_FN lqcd__hr_number &operator*=(S z)
	{
		return *this = *this * z;
	}
	template <class S> LQCD_GPU_FN lqcd__hr_number &operator/=(S z)
	{
		return *this = *this / z;
	}
} LQCD__HR_ALIAS;

typedef lqcd__hr_number<double> hr_complex;
typedef lqcd__hr_number<float> hr_complex_flt;
/* The names in programs of before 2020, in which they are structures; such programs in C can be compiled as C++. */
typedef hr_complex complex;
typedef hr_complex_flt complex_flt;
#define I hr_complex(0, 1)

/* The type of the result of an operation on a number and one of type B: complex or, in the second, real. */
template <class A, class B> using lqcd__hr_both = lqcd__hr_number<decltype(A() + B())>;
template <class A, class S>
using lqcd__hr_mixed = lqcd__hr_both<A, typename std::enable_if<std::is_arithmetic<S>::value, S>::type>;

template <class A, class B> LQCD_FN lqcd__hr_both<A, B> operator+(lqcd__hr_number<A> a, lqcd__hr_number<B> b)
{
	return lqcd__hr_both<A, B>(a.re + b.re, a.im + b.im);
}

template <class A, class S> LQCD_FN lqcd__hr_mixed<A, S> operator+(lqcd__hr_number<A> a, S b)
{
	return lqcd__hr_mixed<A, S>(a.re + b, a.im);
}

template <class A, class S> LQCD_FN lqcd__hr_mixed<A, S> operator+(S a, lqcd__hr_number<A> b)
{
	return b + a;
}

template <class A> LQCD_FN lqcd__hr_number<A> operator-(lqcd__hr_number<A> a)
{
	return lqcd__hr_number<A>(-a.re, -a.im);
}

template <class A, class B> LQCD_FN lqcd__hr_both<A, B> operator-(lqcd__hr_number<A> a, lqcd__hr_number<B> b)
{
	return a + -b;
}

template <class A, class S> LQCD_FN lqcd__hr_mixed<A, S> operator-(lqcd__hr_number<A> a, S b)
{
	return lqcd__hr_mixed<A, S>(a.re - b, a.im);
}

template <class A, class S> LQCD_FN lqcd__hr_mixed<A, S> operator-(S a, lqcd__hr_number<A> b)
{
	return a + -b;
}

template <class A, class B> LQCD_FN lqcd__hr_both<A, B> operator*(lqcd__hr_number<A> a, lqcd__hr_number<B> b)
{
	return lqcd__hr_both<A, B>(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}

template <class A, class S> LQCD_FN lqcd__hr_mixed<A, S> operator*(S a, lqcd__hr_number<A> b)
{
	return lqcd__hr_mixed<A, S>(a * b.re, a * b.im);
}

template <class A, class S> LQCD_FN lqcd__hr_mixed<A, S> operator*(lqcd__hr_number<A> a, S b)
{
	return b * a;
}

template <class A, class S> LQCD_FN lqcd__hr_mixed<A, S> operator/(lqcd__hr_number<A> a, S b)
{
	return lqcd__hr_mixed<A, S>(a.re / b, a.im / b);
}

template <class R> LQCD_FN lqcd__hr_number<R> conj(lqcd__hr_number<R> a)
{
	return lqcd__hr_number<R>(a.re, -a.im);
}

/** a conj(b) / |b|^2 */
template <class A, class B> LQCD_FN lqcd__hr_both<A, B> operator/(lqcd__hr_number<A> a, lqcd__hr_number<B> b)
{
	return a * conj(b) / (b.re * b.re + b.im * b.im);
}

template <class A, class S> LQCD_FN lqcd__hr_mixed<A, S> operator/(S a, lqcd__hr_number<A> b)
{
	return a * conj(b) / (b.re * b.re + b.im * b.im);
}

template <class A, class B> LQCD_FN bool operator==(lqcd__hr_number<A> a, lqcd__hr_number<B> b)
{
	return a.re == b.re && a.im == b.im;
}

template <class A, class S, class = lqcd__hr_mixed<A, S>> LQCD_FN bool operator==(lqcd__hr_number<A> a, S b)
{
	return a.re == b && a.im == 0;
}

template <class A, class S> LQCD_FN bool operator!=(lqcd__hr_number<A> a, S b)
{
	return !(a == b);
}

template <class R> LQCD_FN R creal(lqcd__hr_number<R> a)
{
	return a.re;
}

template <class R> LQCD_FN R cimag(lqcd__hr_number<R> a)
{
	return a.im;
}

template <class R> LQCD_FN R cabs(lqcd__hr_number<R> a)
{
	return (R)hypot(a.re, a.im);
}

template <class R> LQCD_FN R carg(lqcd__hr_number<R> a)
{
	return (R)atan2(a.im, a.re);
}

template <class R> LQCD_FN lqcd__hr_number<R> cexp(lqcd__hr_number<R> a)
{
	return exp(a.re) * lqcd__hr_number<R>(cos(a.im), sin(a.im));
}

/* ---- what complex.h has as functions in C ---------------------------------------------------------------------- */

template <class R> LQCD_FN R lqcd__hr_re(lqcd__hr_number<R> a)
{
	return a.re;
}

template <class R> LQCD_FN R lqcd__hr_im(lqcd__hr_number<R> a)
{
	return a.im;
}

/* numbers of real matrices */
LQCD_FN double lqcd__hr_re(double a)
{
	return a;
}

LQCD_FN double lqcd__hr_im(double a)
{
	(void)a;
	return 0;
}

LQCD_FN hr_complex lqcd__hr_make(double re, double im)
{
	return hr_complex(re, im);
}

template <class R> LQCD_FN lqcd__hr_number<R> lqcd__hr_conj(lqcd__hr_number<R> a)
{
	return conj(a);
}

LQCD_FN double lqcd__hr_conj(double a)
{
	return a;
}

template <class A, class B> LQCD_FN auto lqcd__hr_mul(A a, B b) -> decltype(a * b)
{
	return a * b;
}

template <class A, class B> LQCD_FN auto lqcd__hr_cmul(A a, B b) -> decltype(lqcd__hr_conj(a) * b)
{
	return lqcd__hr_conj(a) * b;
}

template <class A, class B> LQCD_FN auto lqcd__hr_div(A a, B b) -> decltype(a / b)
{
	return a / b;
}

template <class R> LQCD_FN lqcd__hr_number<R> lqcd__hr_i(lqcd__hr_number<R> a)
{
	return lqcd__hr_number<R>(-a.im, a.re);
}

template <class Number, class S> LQCD_FN Number &lqcd__hr_set(Number &a, S x)
{
	return a = Number(x);
}
#define LQCD__HR_SET(a, x) lqcd__hr_set(a, x)

#endif
