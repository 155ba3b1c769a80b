// Configures the allocator of processes that render videos: freed memory is kept and used again.

/**
 * Environment variables for glibc. Each frame takes and gives back pictures of megabytes; glibc would fetch them from the
 * system every time, zeroed page by page, which can cost more than drawing them. Elsewhere these mean nothing.
 */
export const REUSE_MEMORY = {
  MALLOC_MMAP_THRESHOLD_: String(2 ** 30),
  MALLOC_TRIM_THRESHOLD_: String(2 ** 32),
  MALLOC_TOP_PAD_: String(2 ** 26),
}
