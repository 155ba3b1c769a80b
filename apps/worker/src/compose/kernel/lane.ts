// Shared functions of the kernels in this folder: pixel arithmetic on pictures in one shared memory, in AssemblyScript with
// SIMD. `../pixel-kernel.ts` compiles and loads them together. All addresses are bytes in that memory, all strides bytes per
// row. YUV is 4:2:0, BT.709, limited range, with each colour sample at the left one of its two pixels (as players assume for
// H.264). Rows are processed in steps of 16 pixels: every row needs room up to the next multiple of 16.

/** Divides 16-bit products of bytes by 255, rounded. */
export function div255(x: v128): v128 {
  const t = i16x8.add(x, i16x8.splat(128))
  return i16x8.shr_u(i16x8.add(t, i16x8.shr_u(t, 8)), 8)
}

/** 16 bytes times a factor of 0 to 255 in each 16-bit lane, divided by 255. */
export function scaled(x: v128, factor: v128): v128 {
  return i8x16.narrow_i16x8_u(
    div255(i16x8.mul(i16x8.extend_low_i8x16_u(x), factor)),
    div255(i16x8.mul(i16x8.extend_high_i8x16_u(x), factor)),
  )
}
