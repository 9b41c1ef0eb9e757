/* lqcd/compat/quda/names.h: part of quda.h: the prototypes of what is not an operator, a solve or an observable of loaded links.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_NAMES_H
#define LQCD_QUDA_NAMES_H

/* ---- the program ---- */

void qudaSetCommHandle(void *mycomm);
void setMPICommHandleQuda(void *mycomm);
void updateR(void);
void set_dim(int *X);
void pack_ghost(void **cpuLink, void **cpuGhost, int nFace, QudaPrecision precision);
void flushChronoQuda(int index);
void dumpMultigridQuda(void *mg_instance, QudaMultigridParam *param);
void *newDeflationQuda(QudaEigParam *param);
void destroyDeflationQuda(void *df_instance);
void printQudaGaugeParam(QudaGaugeParam *param);
void printQudaInvertParam(QudaInvertParam *param);
void printQudaMultigridParam(QudaMultigridParam *param);
void printQudaEigParam(QudaEigParam *param);
void printQudaGaugeObservableParam(QudaGaugeObservableParam *param);
void printQudaBLASParam(QudaBLASParam *param);

/* ---- links ---- */

void freeUniqueGaugeQuda(QudaLinkType link_type);
void freeGaugeSmearedQuda(void);
void freeGaugeTwoLinkQuda(void);
void *createGaugeFieldQuda(void *gauge, int geometry, QudaGaugeParam *param);
void saveGaugeFieldQuda(void *outGauge, void *inGauge, QudaGaugeParam *param);
void destroyGaugeFieldQuda(void *gauge);
void copyExtendedResidentGaugeQuda(void *resident_gauge);
void staggeredPhaseQuda(void *gauge_h, QudaGaugeParam *param);
void projectSU3Quda(void *gauge_h, double tol, QudaGaugeParam *param);
void updateGaugeFieldQuda(void *gauge, void *momentum, double dt, int conj_mom, int exact, QudaGaugeParam *param);
void momResidentQuda(void *mom, QudaGaugeParam *param);
double momActionQuda(void *momentum, QudaGaugeParam *param);
void gaussMomQuda(unsigned long long seed, double sigma);
void polyakovLoopQuda(double ploop[2], int dir);
int computeGaugePathQuda(void *out, void *sitelink, int ***input_path_buf, int *path_length, double *loop_coeff, int num_paths,
			 int max_length, double dt, QudaGaugeParam *param);
void computeGaugeLoopTraceQuda(double_complex *traces, int **input_path_buf, int *path_length, double *loop_coeff, int num_paths,
			       int max_length, double factor);
void performGaugeSmearQuda(QudaGaugeSmearParam *smear_param, QudaGaugeObservableParam *obs_param);
void performGFlowQuda(void *h_out, void *h_in, QudaInvertParam *inv_param, QudaGaugeSmearParam *smear_param,
		      QudaGaugeObservableParam *obs_param);
int computeGaugeFixingOVRQuda(void *gauge, const unsigned int gauge_dir, const unsigned int Nsteps, const unsigned int verbose_interval,
			      const double relax_boost, const double tolerance, const unsigned int reunit_interval,
			      const unsigned int stopWtheta, QudaGaugeParam *param);
int computeGaugeFixingFFTQuda(void *gauge, const unsigned int gauge_dir, const unsigned int Nsteps, const unsigned int verbose_interval,
			      const double alpha, const unsigned int autotune, const double tolerance, const unsigned int stopWtheta,
			      QudaGaugeParam *param);
void computeKSLinkQuda(void *fatlink, void *longlink, void *ulink, void *inlink, double *path_coeff, QudaGaugeParam *param);
void computeTwoLinkQuda(void *twolink, void *inlink, QudaGaugeParam *param);

/* ---- quarks ---- */

void createCloverQuda(QudaInvertParam *param);
void lanczosQuda(int k0, int m, void *hp_Apsi, void *hp_r, void *hp_V, void *hp_alpha, void *hp_beta, QudaEigParam *eig_param);
void dslashMultiSrcQuda(void **h_x, void **h_b, QudaInvertParam *param, QudaParity parity);
void covDevQuda(void *h_out, void *h_in, int dir, QudaInvertParam *param);
void shiftQuda(void *h_out, void *h_in, int dir, int sym, QudaInvertParam *param);
void spinTasteQuda(void *h_out, void *h_in, int spin, int taste, QudaInvertParam *param);
void performFermionSmearQuda(void *h_out, void *h_in, QudaInvertParam *param, const int n_steps, const double coeff,
			     const QudaFermionSmearType smear_type);
void performWuppertalnStep(void *h_out, void *h_in, QudaInvertParam *param, unsigned int n_steps, double alpha);
void performGaussianSmearNStep(void *h_out, void *h_in, QudaInvertParam *param, const int n_steps, const double omega);
void performTwoLinkGaussianSmearNStep(void *h_in, QudaQuarkSmearParam *smear_param);
void contractQuda(const void *x, const void *y, void *result, const QudaContractType cType, QudaInvertParam *param, const int *X);
void contractFTQuda(void **x, void **y, void **result, const QudaContractType cType, void *cs_param_ptr, const int src_colors,
		    const int *X, const int *const source_position, const int n_mom, const int *const mom_modes,
		    const QudaFFTSymmType *const fft_type);
void laphSinkProject(double_complex *host_sinks, void **host_quark, int n_quark, int tile_quark, void **host_evec, int nevec,
		     int tile_evec, QudaInvertParam *inv_param, const int X[4]);
void computeCloverForceQuda(void *mom, double dt, void **x, void **p, double *coeff, double kappa2, double ck, int nvector,
			    double multiplicity, void *gauge, QudaGaugeParam *gauge_param, QudaInvertParam *inv_param);
void computeTMCloverForceQuda(void *h_mom, void **h_x, void **h_x0, double *coeff, int nvector, QudaGaugeParam *gauge_param,
			      QudaInvertParam *inv_param, int detratio);
void computeStaggeredForceQuda(void *mom, double dt, double delta, void *gauge, void **x, QudaGaugeParam *gauge_param,
			       QudaInvertParam *invert_param);
void computeHISQForceQuda(void *momentum, double dt, const double level2_coeff[6], const double fat7_coeff[6], const void *w_link,
			  const void *v_link, const void *u_link, void **quark, int num, int num_naik, double **coeff,
			  QudaGaugeParam *param);

/* ---- small matrices ---- */

QudaBLASParam newQudaBLASParam(void);
void blasGEMMQuda(void *arrayA, void *arrayB, void *arrayC, QudaBoolean native, QudaBLASParam *param);
void blasLUInvQuda(void *Ainv, void *A, QudaBoolean use_native, QudaBLASParam *param);

#endif
