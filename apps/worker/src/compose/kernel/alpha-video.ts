// Alpha videos: the luma of a second picture is the transparency of the first.
import { div255, scaled } from './lane'

/** Opacity from the luma of a limited-range matte: 16 is transparent, 235 opaque. */
function matteOf(luma: v128): v128 {
  const above = i8x16.sub_sat_u(luma, i8x16.splat(16))
  // 255/219 in 1/128 is 149.04; the error is below a hundredth of a level.
  const factor = i16x8.splat(149)
  const half = i16x8.splat(64)
  const low = i16x8.shr_u(i16x8.add(i16x8.mul(i16x8.extend_low_i8x16_u(above), factor), half), 7)
  const high = i16x8.shr_u(i16x8.add(i16x8.mul(i16x8.extend_high_i8x16_u(above), factor), half), 7)
  return i8x16.narrow_i16x8_u(low, high)
}

/** Blends one row of an alpha video. `offset` is the value of transparent pixels (black is 16 in luma). */
function blendAlphaVideoRow(to: usize, from: usize, matte: usize, width: i32, opacity: i32): void {
  const factor = i16x8.splat(<i16>opacity)
  const black = i16x8.splat(16)
  for (let x: i32 = 0; x < width; x += 16) {
    let a = matteOf(v128.load(matte))
    if (v128.any_true(a)) {
      const s = v128.load(from)
      const rest = v128.not(a)
      // What the alpha video adds to the black that it is premultiplied with.
      let low = i16x8.sub(i16x8.extend_low_i8x16_u(s), div255(i16x8.mul(i16x8.extend_low_i8x16_u(rest), black)))
      let high = i16x8.sub(i16x8.extend_high_i8x16_u(s), div255(i16x8.mul(i16x8.extend_high_i8x16_u(rest), black)))
      const zero = i16x8.splat(0)
      low = i16x8.max_s(low, zero)
      high = i16x8.max_s(high, zero)
      if (opacity < 255) {
        a = scaled(a, factor)
        low = div255(i16x8.mul(low, factor))
        high = div255(i16x8.mul(high, factor))
      }
      const below = v128.load(to)
      const clear = v128.not(a)
      low = i16x8.add(low, div255(i16x8.extmul_low_i8x16_u(below, clear)))
      high = i16x8.add(high, div255(i16x8.extmul_high_i8x16_u(below, clear)))
      v128.store(to, i8x16.narrow_i16x8_u(low, high))
    }
    to += 16
    from += 16
    matte += 16
  }
}

/** Blends a row of the alpha video's colour samples; their opacity is averaged from the surrounding pixels, as for sprites. */
function blendAlphaVideoColorRow(
  to: usize,
  from: usize,
  above: usize,
  below: usize,
  width: i32,
  opacity: i32,
  isFirst: bool,
): void {
  const factor = i16x8.splat(<i16>opacity)
  const most = i16x8.splat(255)
  const grey = i16x8.splat(128)
  const zero = i16x8.splat(0)
  for (let x: i32 = 0; x < width; x += 8) {
    const m0 = matteOf(v128.load(above))
    const m1 = matteOf(v128.load(below))
    const before = <usize>(isFirst && x === 0 ? 0 : 1)
    const l0 = matteOf(v128.load(above - before))
    const l1 = matteOf(v128.load(below - before))
    const low = v128.and(m0, i16x8.splat(255))
    const low1 = v128.and(m1, i16x8.splat(255))
    const own = i16x8.add(low, low1)
    const right = i16x8.add(i16x8.shr_u(m0, 8), i16x8.shr_u(m1, 8))
    let left = i16x8.add(v128.and(l0, i16x8.splat(255)), v128.and(l1, i16x8.splat(255)))
    if (before === 0) left = beforeFirst(own, right)
    let a = i16x8.shr_u(i16x8.add(i16x8.add(i16x8.add(left, right), i16x8.shl(own, 1)), i16x8.splat(4)), 3)
    if (v128.any_true(a)) {
      const s = v128.load_ext<u8>(from)
      let part = i16x8.max_s(i16x8.sub(s, div255(i16x8.mul(i16x8.sub(most, a), grey))), zero)
      if (opacity < 255) {
        a = div255(i16x8.mul(a, factor))
        part = div255(i16x8.mul(part, factor))
      }
      const sum = i16x8.add(part, div255(i16x8.mul(v128.load_ext<u8>(to), i16x8.sub(most, a))))
      v128.store_lane<u64>(to, i8x16.narrow_i16x8_u(sum, sum), 0)
    }
    to += 8
    from += 8
    above += 16
    below += 16
  }
}

/** Left neighbours of the first eight even pixels: the first pixel itself, then the preceding odd pixels. */
function beforeFirst(own: v128, right: v128): v128 {
  return v128.shuffle<i16>(own, right, 0, 8, 9, 10, 11, 12, 13, 14)
}

/**
 * Blends an alpha video over a YUV picture. Its colour is premultiplied over black; its matte is the luma of a second picture.
 * Both start at the first pixel of the picture's planes.
 */
export function blendAlphaVideo(
  toLuma: usize,
  toBlue: usize,
  toRed: usize,
  toStride: i32,
  luma: usize,
  blue: usize,
  red: usize,
  matte: usize,
  stride: i32,
  width: i32,
  height: i32,
  opacity: i32,
  isFirst: bool,
): void {
  for (let y: i32 = 0; y < height; y++) {
    const at = <usize>(y * stride)
    blendAlphaVideoRow(toLuma + <usize>(y * toStride), luma + at, matte + at, width, opacity)
  }
  for (let y: i32 = 0; y < height >> 1; y++) {
    const to = <usize>(y * (toStride >> 1))
    const at = <usize>(y * (stride >> 1))
    const above = matte + <usize>(2 * y * stride)
    const next = above + <usize>stride
    blendAlphaVideoColorRow(toBlue + to, blue + at, above, next, width >> 1, opacity, isFirst)
    blendAlphaVideoColorRow(toRed + to, red + at, above, next, width >> 1, opacity, isFirst)
  }
}
