#!/usr/bin/perl
# tests/mutants.pl: can the tests fail? Each row breaks one line in a copy of the tree; the named tests must turn red.
#
#   perl tests/mutants.pl [NAME...]      all, or those whose name contains one of NAME; with MUTANTS_SHARE=0.3 in the
#                                        environment so many of these, at least one, others in each run: SEED=N repeats a draw
#   perl tests/mutants.pl --places       runs none: prints each row that could not run, for its text, tests or configuration
#
# A row is: name, file, text, its replacement, test configuration, tests. The file is a name without folders: the text
# must occur exactly once in all files of that name below lqcd/, or below lqcd/ as a whole if there is none, where spaces
# stand for any white space. In the configuration "scripts" a test mpi=halo is the program halo of mpi.t alone.
# A mutant that survives is a failure; so is one whose text is not found once, and one that does not compile: they prove
# nothing. It ends with "N passed, N failed". From the environment: MAKE, CC, CXX, CFLAGS, and JOBS: how many run at a time.
use strict;
use warnings;
use File::Basename qw(dirname);
use File::Find;
use File::Path qw(make_path remove_tree);
use List::Util qw(shuffle);

$| = 1;

my @mutants = (
	['avx512 fnma', 'avx512.h', '_mm512_fnmadd_ps(a, b, c)', '_mm512_fmadd_ps(a, b, c)', 'c11-avx512', 'simd'],
	['avx512 permute', 'avx512.h', '_mm512_maskz_permutexvar_pd(0xff, p, a)', '_mm512_maskz_permutexvar_pd(0x7f, p, a)', 'c11-avx512', 'simd'],
	['avx2 sub', 'avx2.h', 'return _mm256_sub_ps(a, b)', 'return _mm256_sub_ps(b, a)', 'avx2', 'simd'],
	['sse2 mul', 'sse2.h', 'return _mm_mul_pd(a, b)', 'return _mm_add_pd(a, b)', 'sse2', 'simd'],
	['neon sub', 'neon.h', 'return vsubq_f32(a, b)', 'return vsubq_f32(b, a)', 'neon', 'simd'],
	['sve odd lanes', 'sve.h', 'svtrn1_b32(svpfalse_b(), svptrue_b32())', 'svtrn1_b32(svptrue_b32(), svpfalse_b())', 'sve', 'simd'],
	['rvv fms', 'rvv.h', '__riscv_vfmsac_vv_f32m1(c, a, b', '__riscv_vfmacc_vv_f32m1(c, a, b', 'rvv', 'simd'],
	['wasm min', 'wasm.h', 'wasm_f32x4_pmin((v128_t)b, (v128_t)a)', 'wasm_f32x4_pmin((v128_t)a, (v128_t)b)', 'wasm', 'simd'],
	['generic fms', 'generic.inc', 'FUSE(a.v * b.v - c.v', 'FUSE(a.v * b.v + c.v', 'generic', 'simd'],
	['rounding of an emulated multiply-add', 'sse2.h', 'c[w] = fmaf(a[w], b[w], c[w])', 'c[w] = a[w] * b[w] + c[w]', 'sse2-fma', 'simd'],
	['scalar max', 'scalar.inc', 'return a > b ? a : b', 'return a < b ? a : b', 'scalar', 'simd'],
	['second cut', 'sum.h', '(double)LQCD__SUM_BLOCK / 4503599627370496.0', '1 / 4503599627370496.0', 'c11', 'sum'],
	['tie of a sum', 'sum.h', '(rest || (bits & 1))', '(rest || (bits & 2))', 'c11', 'sum'],
	['lane of a site_sum', 'site_sum.h', 't->value[k][i * stride + w]', 't->value[k][i + w]', 'c11', 'multi'],
	['imaginary part of a dot product', 'site_sum.inc', 'R(lqcd_acc_fma)(n[2], u.re, v.im)', 'R(lqcd_acc_fma)(n[2], u.im, v.im)', 'scalar', 'linalg'],
	['fused dot product', 'linalg.inc', 'A(lqcd__dot_add)(v + 4, z, &t)', 'A(lqcd__dot_add)(v + 4, z, x)', 'scalar', 'linalg'],
	['interleaved product', 'icomplex.inc', 'fmaddsub)(a.im', 'fmsubadd)(a.im', 'c11', 'icomplex'],
	['force of Naik\'s epsilon', 'staggered.inc', 'c * q->eps / 8', 'c * q->eps / 7', 'c11', 'symplectic'],
	['hop of three links', 'staggered_links.inc', 'n < links && s == LQCD_OK', 'n < 1 && s == LQCD_OK', 'c11', 'staggered'],
	['NaN in links of 16 bits', 'staggered_links.inc', 'lqcd_isfinite(x) ? x : HUGE_VAL', 'x', 'c11', 'staggered'],
	['number too large for 16 bits', 'wilson_fill.inc', 'HALF && i < 2 * NC', 'HALF && i < NC', 'c11', 'wilson_storage'],
	['phase of long links', 'staggered_compress.h', 'tan(phi / 4)', 'tan(phi / 5)', 'c11', 'staggered_compress'],
	['backtracking of Lepage', 'fat_links.inc', 'c->one - 6 * c->lepage', 'c->one', 'c11', 'staggered'],
	['end in time of long links', 'fat_links.h', '(x[0] + hops) / extent', '(x[0] + 1) / extent', 'c11', 'staggered'],
	['limit of singular values', 'unitary.inc', 'R(lqcd_le)(k->least, det2)', 'R(lqcd_le)(k->relative2, det2)', 'c11', 'unitary'],
	['phase of a determinant', 'unitary.inc', '(BASE)(1.0 / NC)), A(lqcd_su3_trace)(&product).im', '(BASE)(2.0 / NC)), A(lqcd_su3_trace)(&product).im', 'c11', 'unitary'],
	['sums of colour vectors', 'staggered.h', 'record + 4 + 4 * i, found.sum[i]', 'record + 4 + 4 * i, found.sum[1 - i]', 'c11', 'staggered_files'],
	['partner spin', 'spinor.inc', 'return mu == 1 || mu == 2 ? 3 : 2', 'return mu == 1 || mu == 3 ? 3 : 2', 'c11', 'spinor'],
	['geometries of two threads', 'geometry.h', '__atomic_load_n(&lat->sites, __ATOMIC_ACQUIRE)', 'lat->sites', 'tsan', 'threads'],
	['lane of a face', 'geometry.h', 'e[mu] = (d[mu] + l - 1) % l', 'e[mu] = (d[mu] + 1) % l', 'generic', 'geometry'],
	['corner not copied', 'pieces.h', 'if (runs > 1 && end != cursor) tail', 'if (runs > 2 && end != cursor) tail', 'c11', 'pieces'],
	['odd local extents', 'pieces.h', 'q->shift[b][mu] & q->sub[mu] & 1', '0', 'c11', 'pieces'],
	['lanes at a border', 'geometry.h', 'lane_grid[mu] > 1 && !cut) bits', 'lane_grid[mu] > 1) bits', 'c11', 'pieces'],
	['loop into a buffer', 'loops.h', 'r->first = r->stop + r->gap', 'r->first = r->stop', 'c11', 'pieces'],
	['lost chunk', 'loops.h', 'for (int c = 0; c < r->chunks; c++) s += ', 'for (int c = 1; c < r->chunks; c++) s += ', 'c11', 'loops'],
	['Schur factor', 'evenodd.inc', '-0.25, ', '-0.26, ', 'scalar', 'wilson'],
	['boundary sign', 'wilson_fill.inc', 'end = k & 1 ? x[0] == 0 : ', 'end = k & 1 ? 0 : ', 'scalar', 'wilson'],
	['residual not recomputed', 'solver.inc', 's->op->apply(&s->r, s->x, 0', 'if (!s->iterations) s->op->apply(&s->r, s->x, 0', 'scalar', 'solver'],
	['pair of 16 bits', 'avx512.h', '_mm512_fnmadd_ps(a, _mm512_set1_ps(1.0f / 65536), b)', 'b', 'c11-avx512', 'simd'],
	['sign in eight reals', 'compress.inc', 'minus_n = R(lqcd_neg)(f.n)', 'minus_n = f.n', 'c11', 'compress'],
	['norm of 16 bits', 'storage.inc', 'R(lqcd_max)(R(lqcd_max)(most, re), im)', 'R(lqcd_max)(most, re)', 'scalar', 'storage'],
	['multi stride', 'multi.inc', '(ptrdiff_t)(ix - x->type->master_shift) * x->per_index', '(ptrdiff_t)(ix - x->type->master_shift)', 'scalar', 'multi'],
	['boundary of 12 reals', 'wilson.inc', 'mu == 0 && (edge >> backward', 'mu == 0 && !(edge >> backward', 'avx2', 'wilson_storage'],
	['wavefront row', 'wilson.inc', 'if (k + 1 < rows - 1) ', 'if (k + 2 < rows - 1) ', 'scalar', 'wilson'],
	['many: no correction', 'mixed.inc', 'W(mixed_convert)(&m->e, r, 0);', '', 'c11', 'solver_multi'],
	['update without x', 'mixed.inc', 'V(axpy)(m->outer->x, m->scale, r);', '', 'scalar', 'solver'],
	['foreign parity', 'foreign_check.h', 'm->half[parity ^ !f->odd_first]', 'm->half[parity ^ f->odd_first]', 'c11', 'foreign'],
	['elements above the diagonal', 'foreign_element.h', 'f->upper ? -1 : 1', '1', 'c11', 'foreign_codes'],
	['staggered phase', 'foreign_basis.h', '{14, 0, 2, 6}', '{14, 0, 2, 4}', 'c11', 'foreign_codes'],
	['adjoint basis', 'foreign_move.h', 'lqcd__foreign_turn(m, from, from, 1, lanes, 1)', 'lqcd__foreign_turn(m, from, from, 1, lanes, 0)', 'c11', 'foreign_basis'],
	['clover triangle of another code', 'foreign_element.h', 'j * (2 * rows - j - 1) / 2', 'j * (2 * rows - j) / 2', 'c11', 'foreign'],
	['links of a neighbour', 'foreign_move.h', 'x[mu] != (odd ? 0 : lat->local[mu] - 1)', 'x[mu] != (odd ? 0 : lat->local[mu])', 'scripts', 'mpi=foreign'],
	['phase of a site outside', 'foreign_map.h', 'y = lqcd__foreign_wrap(x[nu] + m->corner[nu], m->extent[nu])', 'y = x[nu] + m->corner[nu]', 'c11', 'foreign'],
	['solution of a failed solve', 'foreign.h', 'if (lqcd__no_solution(r.status)) return r;', '', 'c11', 'foreign_solve'],
	['NaN by arithmetic', 'simd.h', '(lqcd__opaque(bits) >> 52 & 0x7ff) != 0x7ff', 'bits && x - x == 0', 'fastmath', 'solver'],
	['Philox key', 'random.h', '0x9E3779B9u', '0x9E3779B8u', 'c11', 'random'],
	['checksum ignored', 'gauge_file.h', 'if (has[0] == gives[0] && has[1] == gives[1])', 'if (1)', 'c11', 'nersc_errors'],
	['length of LIME data', 'scidac.h', 'if (need == info->data_bytes) ', '', 'c11', 'ildg_errors'],
	['basis of a propagator', 'scidac_spinor.h', '(spin == 1 || spin == 2) ?', '(spin == 1) ?', 'c11', 'scidac_spinor'],
	['sign of a lane', 'lane_random.inc', '(v).v << 31', '(v).v << 30', 'c11', 'lane_random'],
	['bound of a draw', 'heatbath.inc', 'R(lqcd_le)(ln, R(lqcd_neg)(z))', 'R(lqcd_le)(ln, z)', 'c11', 'heatbath'],
	['staple direction', 'staple.inc', 'up_down)(&q, s, ix, nu, mu, nu)', 'up_down)(&q, s, ix, mu, mu, nu)', 'scalar', 'heatbath'],
	['plaquettes wound twice', 'action_boundary.inc', '(BASE)(end ? k->c1 : 0)', '(BASE)(end ? 0.5 * k->c1 : 0)', 'c11', 'boundary'],
	['side of a rectangle', 'action.inc', 'up)(&p, sides, ix, 2 - own, mu)', 'up)(&p, sides, ix, 3 - own, mu)', 'c11', 'action'],
	['weight of a stage', 'flow.inc', '-17.0 / 9', '-16.0 / 9', 'c11', 'flow'],
	['sign of a charge', 'charge.inc', 'n == 2 ? q', 'n == 1 ? q', 'c11', 'flow_references'],
	['force below a stout link', 'smear.inc', 'A(lqcd_su3_sub)(&q, &q, &r)', 'A(lqcd_su3_add)(&q, &q, &r)', 'c11', 'smear'],
	['lanes of a source', 'source_smear.inc', 'if (down) T(lqcd__source_turn)', 'T(lqcd__source_turn)', 'c11', 'source_smear'],
	['leaf of the wrong lanes', 'field.inc', '(f, f, R(lqcd_perm_make)(next->lane_down[nu]))', '(f, f, R(lqcd_perm_make)(next->lane_down[0]))', 'c11', 'clover'],
	['chirality of the clover term', 'clover.inc', 'A(lqcd_su3_add)(&c[1][k], &e, &b)', 'A(lqcd_su3_sub)(&c[1][k], &e, &b)', 'c11', 'clover'],
	['twisted mass of the adjoint', 'clover_site.inc', 'dagger ? -t->mu : t->mu', 'dagger ? t->mu : -t->mu', 'c11', 'clover'],
	['gemm adjoint', 'gemm.inc', 'if (s.b_form == LQCD_GEMM_ADJOINT) ', '', 'scalar', 'gemm'],
	['kdgemm off-diagonal', 'kdgemm.inc', 'c[(i ^ j) * LANES + i]', 'c[j * LANES + i]', 'sse2', 'gemm'],
	['p2p charge of the other', 'p2p.inc', 'R(lqcd_fma)(charge[r], g[r], other)', 'R(lqcd_fma)(charge[0], g[r], other)', 'scalar', 'p2p'],
	['p2p correction', 'p2p.inc', '2.120268967852779690', '2.12026896785', 'sse2', 'p2p'],
	['p2p exponent of ln', 'p2p_math.inc', '(n - (LQCD__BIAS + 1)) <<', '(n - LQCD__BIAS) <<', 'sse2', 'p2p'],
	['hmc: joined kicks', 'hmc.inc', 'k + 1 == drifts && n + 1 < all ?', 'k + 1 == drifts ?', 'c11', 'hmc'],
	['hmc: Metropolis', 'hmc.inc', '< exp(-hmc->dH)', '< exp(hmc->dH)', 'c11', 'hmc'],
	['hmc: level of a term', 'hmc.inc', 'if (hmc->level[k] == level) s', 'if (hmc->level[k] >= level) s', 'c11', 'hmc'],
	['gcr: back to directions', 'gcr.inc', 'lqcd_complex_fnma_d(g->c[k][j], y[j], y[k])', 'lqcd_complex_fma_d(g->c[k][j], y[j], y[k])', 'c11', 'schwarz'],
	['gcr: step along an image', 'gcr.inc', 'dot->im = -dot->im;', '', 'c11', 'schwarz'],
	['spinor of a domain wall force', 'wilson_force.inc', '&room, b, ix * rhs + n)', '&room, b, ix * rhs)', 'c11', 'domain_wall_hmc'],
	['C^-1 in a domain wall force', 'domain_wall_force.inc', 'if (dirac->symmetric) {', 'if (0) {', 'c11', 'domain_wall_hmc'],
	['streams of a fifth dimension', 'quarks.inc', 'stream + ((uint64_t)n << 32)', 'stream', 'c11', 'domain_wall_hmc'],
	['sap: hops out of a block', 'sap.inc', 'if (!(inside >> k & 1)) continue;', '(void)inside;', 'c11', 'schwarz'],
	['sap: colours of blocks', 'sap.inc', 'half & 1 ? colour :', 'half & 2 ? colour :', 'c11', 'schwarz'],
	['sap: minimal residual', 'sap.inc', 'R(lqcd_complex_neg)(a), sap->q.ptr', 'a, sap->q.ptr', 'c11', 'schwarz'],
	['multigrid: chirality', 'multigrid_transfer.inc', 'T(lqcd__mg_norm)(v + j, z[j + n])', 'T(lqcd__mg_norm)(v + j, z[j])', 'c11', 'multigrid'],
	['multigrid: smoothing', 'multigrid.h', 'to[j] += binomial * x[k].re', 'to[j] -= binomial * x[k].re', 'c11', 'multigrid'],
	['multigrid levels: hops that leave a block', 'multigrid_level.inc', 'target == 8 ? ~edges :', 'target == 8 ? 255 :', 'c11', 'multigrid_levels'],
	['multigrid levels: couplings downwards', 'multigrid_level.inc', '(target & 1 ? args->down : args->up)', '(target & 1 ? args->up : args->down)', 'c11', 'multigrid_levels'],
	['multigrid: scale of a prolongation', 'multigrid_correct.inc', 'd->term ? 1 : 1 / d->diagonal, mg->x', 'd->term ? 1 : d->diagonal, mg->x', 'c11', 'multigrid'],
	['multigrid: right-hand sides on coarse levels', 'coarse_algebra.inc', 'args->a[k], args->in + at', 'args->a[0], args->in + at', 'c11', 'multigrid_many'],
	['multigrid: vectors of an update', 'multigrid.inc', 'T(lqcd__mg_kept)(mg, k));', 'T(lqcd__mg_kept)(mg, 0));', 'c11', 'multigrid_levels'],
	['multigrid: low modes that are missing', 'multigrid_cycle.inc', 'if (mg->rate <= most) return LQCD_OK;', 'return LQCD_OK;', 'c11', 'multigrid_levels'],
	['hmc: adjoint by multigrid', 'multigrid.inc', 'schur.adjoint = adjoint;', 'schur.adjoint = 0;', 'c11', 'pseudofermion'],
	['lanczos: operator in resumed pairs', 'lanczos.inc', 's->a[j * m + k] = s->a[k * m + j] = T(lqcd_spinor_field_dot)', 's->a[j * m + k] = s->a[k * m + j] = -T(lqcd_spinor_field_dot)', 'c11', 'lanczos'],
	['multi-shift: direction', 'multishift.inc', 'beta * k->rho * k->rho', 'beta * k->rho', 'c11', 'multishift'],
	['multi-shift: recursion', 'multishift.inc', '(1 - k->rho) * alpha * last_beta / last_alpha', '(1 - k->rho) * alpha * last_beta * last_alpha', 'c11', 'multishift'],
	['multi-shift: first shift', 'multishift.inc', 'lqcd_complex_make_d(sigma, 0), in, in, &dot', 'lqcd_complex_make_d(-sigma, 0), in, in, &dot', 'c11', 'multishift'],
	['domain wall: fifth dimension', 'domain_wall.inc', 'R(lqcd_fma)(p1, before[k], R(lqcd_mul)(p0, x))', 'R(lqcd_fma)(p0, before[k], R(lqcd_mul)(p1, x))', 'c11', 'wilson_multi'],
	['domain wall: chiralities', 'domain_wall.inc', '(out, add, in, f, 2, dagger)', '(out, add, in, f, 2, !dagger)', 'c11', 'wilson_multi'],
	['domain wall: source', 'domain_wall.inc', '1 - c5 * (4 - dirac->params.m5)', '1 + c5 * (4 - dirac->params.m5)', 'c11', 'wilson_multi'],
	['halo: buffers of a parity', 'halo.h', 'h->first_buffer = parity == LQCD_ODD', 'h->first_buffer = parity == LQCD_EVEN', 'scripts', 'mpi=halo'],
	['halo: lane of an own block', 'halo.h', 'lqcd__halo_lane_at(h, ix, from), lanes)', 'lqcd__halo_lane_at(h, ix, w), lanes)', 'scripts', 'mpi=halo'],
	['halo: copies', 'halo.h', 'k < h->copies; k++', 'k < h->copies - 1; k++', 'scripts', 'mpi=halo'],
	['gpu: stencil to the east', 'gpu_stencil.inc', 'v + 1 < width ? now[t][l][v + 1] : east', 'v + 1 < width ? now[t][l][v] : east', 'scripts', 'gpu=stencil'],
	['gpu: second factor', 'gpu_su3_multiply.inc', '(&v, b)', '(&v, a)', 'scripts', 'gpu=su3_multiply'],
	['gpu: link beside in Z', 'next.h', 'if (high != up) return ix + other;', 'if (high == up) return ix + other;', 'scripts', 'gpu=gauge'],
	['gpu: row of a chirality', 'domain_wall.inc', 'lower ? ls - 1 - s : s', 's', 'scripts', 'gpu=domain_wall'],
	['gpu: chirality of a prolongation', 'multigrid.inc', 'z + (size_t)((k + this->n) * pitch)', 'z + (size_t)(k * pitch)', 'scripts', 'gpu=multigrid'],
	['gpu: coupling downwards', 'multigrid_setup.inc', '(size_t)(d % 2 ? neighbour[k] : site)', '(size_t)site', 'scripts', 'gpu=multigrid'],
	['gpu: hops that leave a block', 'multigrid_next.inc', 'target == 8 ? last :', 'target == 8 ? 0 :', 'scripts', 'gpu=multigrid'],
	['gpu: coupling across a border', 'multigrid_setup.inc', 'couple.down[mu] - c->remote.slot[2 * mu + 1]', 'couple.down[mu]', 'scripts', 'gpu_ranks=ranks_multigrid'],
	['gpu: remote coarse sites', 'coarse_halo.h', '(place < even ? place : place - even)', '(place < even ? even - 1 - place : place - even)', 'scripts', 'gpu_ranks=ranks_multigrid'],
	['gpu: odd sites', 'launch.h', 'odd = at & 1;', 'odd = 0;', 'scripts', 'gpu=gauge'],
	['cause of another failure', 'lattice.h', 's != LQCD_OK && at->cause_of == s', 's != LQCD_OK', 'c11', 'causes'],
	['gpu: momentum of a correlator', 'contract.inc', 'lqcd_complex_cfma_d(w, z[k], sum[k])', 'lqcd_complex_fma_d(w, z[k], sum[k])', 'scripts', 'gpu=observables'],
	['gpu: second propagator', 'contract.inc', '&m[!one][site]', '&m[0][site]', 'scripts', 'gpu=observables'],
	['gpu: odd sites of a time slice', 'observables.inc', '(odd ? stride - sites : 0)', '(odd ? stride - stride : 0)', 'scripts', 'gpu=observables'],
	['gpu: part of a meson', 'contract.h', 'part / 4 + k / 4 * 8', 'part / 4 + k / 4', 'scripts', 'gpu=observables'],
	['gpu: field of an inverter', 'inverter.h', 'lqcd_spinor_field_zero(x);', '', 'scripts', 'gpu=observables'],
	['gpu: time of a link', 'wilson_links.inc', 'a->origin + ix % a->own.stride / a->own.slice', 'a->origin', 'scripts', 'gpu=boundary'],
	['gpu: force of a representation', 'represent.inc', 's = lqcd_gpu_fill(r->of.lattice->gpu, r->force.ptr, 0, sites * 4 * T(lqcd__link_bytes), &why);', '(void)sites;', 'scripts', 'gpu=represent'],
	['gpu: neighbour down in X', 'wilson.inc', 'dn[1] ? i + (b.X - 1) * plane : i - plane', 'dn[1] ? i + (b.X - 1) * plane : i + plane', 'scripts', 'gpu=wilson'],
	['compat: linear combination', 'linear_algebra.inc', 't += ll * y[n]', 't -= ll * y[n]', 'scripts', 'hirep=operators'],
	['compat: gamma 3', 'spinor.h', 'LQCD__HR_GAMMA(r, s, 3, 2, 1, 3, 1, 0, 3, 1)', 'LQCD__HR_GAMMA(r, s, 3, 2, 1, 3, 1, 0, 3, 3)', 'scripts', 'hirep=sites'],
	['x is b', 'solver.inc', 'params, x->ptr == b->ptr)', 'params, 0)', 'o0', 'misuse'],
	['flow of no kind', 'flow.inc', '(unsigned)kind > LQCD_FLOW_ZEUTHEN', '0', 'o0', 'misuse'],
	['momenta of another lattice', 'pseudofermion.inc', 'lqcd__view_check(T(lqcd_gauge_field_view)(p), 0, pf->x.type->lattice)', 'LQCD_OK', 'o0', 'misuse'],
	['NaN in a link', 'heatbath.inc', 'return !lqcd_isfinite((double)R(lqcd_sum)(link->e[NC - 1][0].re))', 'return 0', 'o0', 'misuse'],
	['compat: borrow of ranlux', 'ranlux.h', 'from[s] - to[s] - g->borrow[s]', 'from[s] - to[s] + g->borrow[s]', 'scripts', 'hirep=tools'],
	['compat: window of tau', 'statistics.h', '2.0 * (2 * j + 1) / n', '0.02 * (2 * j + 1) / n', 'scripts', 'hirep=tools'],
	['compat: adaptive flow', 'wilsonflow.h', '&flow->second) / NG', '&flow->second)', 'scripts', 'hirep=flow'],
	['compat: joined kicks', 'hmc.h', 'n < par->nsteps - 1 ? kick[0] : 0', 'n < par->nsteps ? kick[0] : 0', 'scripts', 'hirep=hmc'],
	['compat: boundaries in files', 'archive.h', '"read_gauge_field", path, 0, 0); apply_BCs_on_fundamental_gauge_field(); if (!LQCD__HR_REPRESENTED) apply_BCs_on_represented_gauge_field();', '"read_gauge_field", path, 0, 0);', 'scripts', 'hirep=boundaries'],
	['compat: signs are taken off', 'archive.h', 'if (signs && write) apply_BCs_on_represented_gauge_field(); if (write) lqcd__hr_fill_ends(1);', 'if (write) lqcd__hr_fill_ends(1);', 'scripts', 'hirep=boundaries'],
	['compat: links in single precision', 'gauge.h', 'if (u_gauge_f_flt) assign_ud2u_f();', '', 'scripts', 'hirep=older'],
	['compat: lc3', 'spinor_field.inc', 'OP(lqcd__hr_combine)(r, 1, -k, a, -l, b);', 'OP(lqcd__hr_combine)(r, 1, -k, a, l, b);', 'scripts', 'hirep=eras'],
	['compat: channels in one file', 'logger.h', '--old->users > 0', '--old->users > 1', 'scripts', 'hirep=input'],
	['compat: sign of a generator', 'represent.h', 'b.sign = k & 1 ? -1 : 1;', 'b.sign = 1;', 'scripts', 'hirep=represent'],
	['compat: projector', 'spinor.h', '_spinor_pminus_f(r, s) LQCD__HR_P(r, s, 0.5)', '_spinor_pminus_f(r, s) LQCD__HR_P(r, s, 0.25)', 'scripts', 'hirep=sites'],
	['compat: twisted mass', 'twisted.h', 'b = -mu / r;', 'b = mu / r;', 'scripts', 'hirep=twisted'],
);

my $make = $ENV{MAKE} || 'make';
my $jobs = delete $ENV{JOBS} || 1;
# The tests inside do not get this label.
my $word = delete $ENV{LQCD_TEST_LABEL};
my $label = defined $word && $word ne '' ? "$word: " : '';
my ($passed, $failed, $skipped) = (0, 0, 0);
my $place = ''; # the mutant's, such as [3/79]

sub verdict {
	my ($good, $name, $text) = @_;
	$good ? $passed++ : $failed++;
	printf "$place %-8s %-26s %s\n", $good ? 'ok' : 'NOT OK', $name, $text;
}

my %files; # below lqcd/, by name
find({ no_chdir => 1, wanted => sub { push @{ $files{ m{([^/]+)$} ? $1 : '' } }, $_ if -f && /\.(?:h|inc)$/ } }, 'lqcd');

sub slurp {
	open my $in, '<', $_[0] or die "$_[0]: $!\n";
	local $/;
	return scalar <$in>;
}

# The place of a mutant's text, (file, its contents, offset, length), or why there is none.
sub place_of {
	my ($name, $text) = @_;
	my $pattern = join '\s+', map { quotemeta } split /\s+/, $text, -1;
	my @found;
	for my $file (@{ $files{$name} || [map { @$_ } values %files] }) {
		my $all = slurp($file);
		push @found, [$file, $all, $-[0], $+[0] - $-[0]] while $all =~ /$pattern/g;
	}
	return @{ $found[0] } if @found == 1;
	my $where = $files{$name} ? "in $name" : "below lqcd/, which has no $name";
	return 'the text ' . (@found ? 'occurs ' . @found . ' times ' : 'does not occur ') . "$where: \"$text\"";
}

# In the folder $base
sub try {
	my ($mutant, $base) = @_;
	my ($name, $from_file, $from, $to, $config, $tests) = @$mutant;
	my ($file, $text, $at, $length) = place_of($from_file, $from);
	if (!defined $text) {
		verdict(0, $name, $file);
		return;
	}
	substr($text, $at, $length) = $to;
	remove_tree($base);
	make_path($base);
	system('cp', '-R', 'lqcd.h', 'lqcd', 'tests', 'bench', 'Makefile', $base) == 0 or die "cannot copy the tree to $base\n";
	mkdir "$base/examples";
	open my $out, '>', "$base/$file" or die "$base/$file: $!\n";
	print $out $text;
	close $out or die "$base/$file: $!\n";
	# -O1 finds what -O2 finds, in half of the time, but guesses differently what may be truncated.
	my ($only) = $tests =~ /=(.*)/;
	(my $script = $tests) =~ s/=.*//;
	local $ENV{LQCD_TEST_ONLY} = $only if defined $only;
	# A mutant may loop for ever.
	local $ENV{LQCD_TEST_CPU} = 600;
	(my $cflags = $ENV{CFLAGS} || '-std=c11 -march=native') =~ s/-O\S*//;
	my $said = `$make -C $base --no-print-directory test JOBS=1 CFLAGS='$cflags -O1 -Wno-format-truncation' TEST_CONFIGS='$config' TESTS='$script' LQCD_TEST_DATA= 2>&1`;
	if ($said =~ /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/m) {
		if (!$1 && !$2 && $3) {
			$skipped++;
			printf "$place %-8s %-26s the configuration %s is skipped here\n", 'skip', $name, $config;
		} elsif ($said =~ /did not compile|was not built|error:/) {
			verdict(0, $name, 'does not compile');
		} else {
			verdict($2 > 0, $name, $2 ? "killed by $2 checks of $tests ($config)" : "SURVIVES $tests ($config)");
		}
	} else {
		verdict(0, $name, 'the tests did not end');
		print $said;
	}
}

# What would keep a row from running, as far as can be told without a compiler: undef if nothing would.
my $rows = `$^X tests/configure.pl --list`;
sub fault_of {
	my ($name, $file, $text, $to, $config, $tests) = @{ $_[0] };
	my ($place, $found) = place_of($file, $text);
	return $place if !defined $found;
	return 'its replacement is its text' if $text eq $to;
	for my $test (split ' ', $tests) {
		my ($script, $program) = split /=/, $test;
		my @scripts = grep { -e } glob "tests/*/$script.{t,sh}";
		return "tests/configurations.txt runs no $script in $config"
			if $config eq 'scripts' ? !@scripts : $rows !~ /^\Q$config\E \Q$script\E$/m;
		return "there is no program $program of $script" if defined $program && !grep { -e } glob dirname($scripts[0]) . "/$program.{c,cu}";
	}
	return undef;
}

if (@ARGV && $ARGV[0] eq '--places') {
	my @faults = map { my $fault = fault_of($_); defined $fault ? "$_->[0]: $fault\n" : () } @mutants;
	print @faults;
	exit(@faults ? 1 : 0);
}

# Each worker takes every $jobs-th mutant, in a folder of its own; its last words are its counts.
my @chosen = grep { my $name = $_->[0]; !@ARGV || grep { index($name, $_) >= 0 } @ARGV } @mutants;
die "tests/mutants.pl: no mutant's name contains: @ARGV\n" if !@chosen;
if ($ENV{MUTANTS_SHARE}) {
	my $seed = $ENV{SEED} || (time ^ $$ << 8) & 0xffffff;
	die "tests/mutants.pl: MUTANTS_SHARE=$ENV{MUTANTS_SHARE} is not a number from 0 to 1\n" if $ENV{MUTANTS_SHARE} !~ /^(?:0?\.\d+|[01](?:\.0*)?)$/;
	srand $seed;
	my $most = int($ENV{MUTANTS_SHARE} * @chosen + 0.5) || 1;
	@chosen = @chosen[sort { $a <=> $b } (shuffle 0 .. $#chosen)[0 .. $most - 1]];
	printf "SEED=%d MUTANTS_SHARE=%s repeats this draw of %d of %d mutants\n", $seed, $ENV{MUTANTS_SHARE}, scalar @chosen, scalar @mutants;
}
my @workers;
for my $worker (0 .. $jobs - 1) {
	pipe my $from, my $to or die "pipe: $!\n";
	defined(my $pid = fork) or die "fork: $!\n";
	if ($pid) {
		push @workers, $from;
		next;
	}
	close $from;
	my $base = "build/mutants/$worker";
	for my $n (grep { $_ % $jobs == $worker } 0 .. $#chosen) {
		$place = sprintf '[%*d/%d]', length scalar @chosen, $n + 1, scalar @chosen;
		try($chosen[$n], $base);
	}
	remove_tree($base);
	print $to "$passed $failed $skipped";
	close $to;
	exit 0;
}
for my $from (@workers) {
	my @counts = split ' ', readline($from) || '0 1 0';
	$passed += $counts[0];
	$failed += $counts[1];
	$skipped += $counts[2];
}
rmdir 'build/mutants';
print "$label$passed passed, $failed failed", $skipped ? ", $skipped skipped" : '', "\n";
exit($failed || !$passed ? 1 : 0);
