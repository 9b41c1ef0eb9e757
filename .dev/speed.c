#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "lqcd.h"
static double now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return (double)t.tv_sec+1e-9*(double)t.tv_nsec;}
#define TIME(name, n, ...) do { double best=1e9; { __VA_ARGS__; } for(int r=0;r<7;r++){ double t=now(); for(int q=0;q<(n);q++){ __VA_ARGS__; } t=(now()-t)/(n); if(t<best) best=t; } printf("%s %.4g\n", name, 1e6*best); fflush(stdout);} while(0)
#define GO(tag, gt, as, label) do { \
 lqcd_gauge_field_##gt v; lqcd_wilson_##tag D; lqcd_spinor_field_##tag e,o,x,full,full2; char s[80]; lqcd_complex_d dot; const int n=L<=8?200:L<=16?20:4; \
 lqcd_gauge_field_create_##gt(&v,&lat,LQCD_FULL); lqcd_field_convert(lqcd_gauge_field_view_##gt(&v),lqcd_gauge_field_view_d(&u)); \
 lqcd_wilson_create_as_##tag(&D,lqcd_gauge_field_view_##gt(&v),0.1,-1,as); \
 lqcd_spinor_field_create_##tag(&e,&lat,LQCD_EVEN); lqcd_spinor_field_create_##tag(&x,&lat,LQCD_EVEN); lqcd_spinor_field_create_##tag(&o,&lat,LQCD_ODD); lqcd_spinor_field_create_##tag(&full,&lat,LQCD_FULL); lqcd_spinor_field_create_##tag(&full2,&lat,LQCD_FULL);\
 lqcd_spinor_field_gaussian_##tag(&e,1,0); lqcd_spinor_field_gaussian_##tag(&full,2,0);\
 snprintf(s,80,"hop_%s_%d",label,L); TIME(s,n,lqcd_wilson_hop_##tag(&o,&D,&e,0)); \
 snprintf(s,80,"schur_%s_%d",label,L); TIME(s,n/2,lqcd_wilson_schur_dot_##tag(&x,&D,&e,&o,0,&e,&dot)); \
 snprintf(s,80,"apply_%s_%d",label,L); TIME(s,n/2,lqcd_wilson_apply_##tag(&full2,&D,&full,0)); \
 snprintf(s,80,"norm2_%s_%d",label,L); TIME(s,n,lqcd_spinor_field_norm2_##tag(&full)); \
 snprintf(s,80,"axpy_%s_%d",label,L); TIME(s,n,lqcd_spinor_field_axpy_##tag(&full2,1e-9,&full)); \
 lqcd_clover_params cp=lqcd_clover_params_default(); lqcd_clover_add_##tag(&D,lqcd_gauge_field_view_##gt(&v),&cp,NULL); \
 snprintf(s,80,"clover_schur_%s_%d",label,L); TIME(s,n/2,lqcd_wilson_schur_dot_##tag(&x,&D,&e,&o,0,&e,&dot)); \
 lqcd_wilson_destroy_##tag(&D); } while(0)
#define GAUGE(tag,label) do { lqcd_gauge_field_##tag v; char s[80]; const int n=L<=8?6:2; lqcd_action_##tag a; lqcd_gauge_field_##tag p; \
 lqcd_gauge_field_create_##tag(&v,&lat,LQCD_FULL); lqcd_gauge_field_create_##tag(&p,&lat,LQCD_FULL); lqcd_field_convert(lqcd_gauge_field_view_##tag(&v),lqcd_gauge_field_view_d(&u)); \
 lqcd_action_create_##tag(&a,&lat,-1.0/12); lqcd_action_create_##tag(&b_##tag,&lat,0); lqcd_plaquette_values pv; pv.mean=0; \
 snprintf(s,80,"plaquette_%s_%d",label,L); TIME(s,n*3,pv.mean+=lqcd_plaquette_##tag(&v).mean); \
 snprintf(s,80,"force_%s_%d",label,L); TIME(s,n,lqcd_action_force_##tag(&p,1,&b_##tag,&v,0.01)); \
 snprintf(s,80,"rect_force_%s_%d",label,L); TIME(s,n,lqcd_action_force_##tag(&p,1,&a,&v,0.01)); \
 snprintf(s,80,"move_%s_%d",label,L); lqcd_momentum_random_##tag(&p,1,0); TIME(s,n,lqcd_momentum_move_##tag(&v,0.001,&p)); } while(0)
static lqcd_action_vd b_vd; static lqcd_action_vf b_vf;
static void run(int L){ int e[4]={L,L,L,L}; lqcd_lattice lat; lqcd_gauge_field_d u; lqcd_lattice_create(&lat,e,NULL,NULL); lqcd_gauge_field_create_d(&u,&lat,LQCD_FULL); lqcd_gauge_field_random_d(&u,1,0);
 GO(vf,vf,LQCD_LINK_18,"vf18"); GO(vd,vd,LQCD_LINK_18,"vd18"); GO(vf,vf,LQCD_LINK_12,"vf12"); GO(vh,vf,LQCD_LINK_12,"vh12"); GO(d,d,LQCD_LINK_18,"d18");
 GAUGE(vf,"vf"); GAUGE(vd,"vd");
}
int main(int c,char**v){ for(int i=1;i<c;i++) run(atoi(v[i])); return 0; }
