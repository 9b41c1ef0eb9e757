# QUDAConfig.cmake: the target QUDA::quda for clients that say find_package(QUDA), in lib/cmake/QUDA of what make libquda makes.
include(CMakeFindDependencyMacro)
set(QUDA_MPI @MPI@)
set(QUDA_QMP OFF)
set(QUDA_QIO OFF)
set(QUDA_QDPJIT OFF)
set(QUDA_NVSHMEM OFF)
set(QUDA_TARGET_CUDA OFF)
set(QUDA_TARGET_HIP OFF)
find_dependency(Threads REQUIRED)
if(QUDA_MPI)
	find_dependency(MPI REQUIRED)
endif()
if(NOT TARGET QUDA::quda)
	get_filename_component(QUDA_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
	add_library(QUDA::quda SHARED IMPORTED)
	set_target_properties(QUDA::quda PROPERTIES
		IMPORTED_LOCATION "${QUDA_PREFIX}/lib/libquda.so"
		IMPORTED_SONAME libquda.so
		INTERFACE_INCLUDE_DIRECTORIES "${QUDA_PREFIX}/include"
		INTERFACE_LINK_LIBRARIES "Threads::Threads;m")
endif()
