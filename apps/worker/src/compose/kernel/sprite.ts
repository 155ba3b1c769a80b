// Sprites: images that are blended over a picture. Luma and colour planes are premultiplied by opacity over limited-range
// black. Two more planes hold the opacity: one per luma sample, one averaged per colour sample.
import { div255 } from './lane'

/** BT.709 limited range in 1/32768, applied to premultiplied red, green, blue and opacity. */
const LUMA = i16x8(5983, 20127, 2032, 2056, 5983, 20127, 2032, 2056)
const BLUE = i16x8(-3298, -11094, 14392, 16448, -3298, -11094, 14392, 16448)
const RED = i16x8(14392, -13073, -1320, 16448, 14392, -13073, -1320, 16448)
/** Opacity alone, in 1/16384. */
const COVER = i16x8(0, 0, 0, 16384, 0, 0, 0, 16384)

/** Dot products of four pixels, two per vector, with one of the factor rows above. */
function dots(low: v128, high: v128, factors: v128): v128 {
  const one = i32x4.dot_i16x8_s(low, factors)
  const other = i32x4.dot_i16x8_s(high, factors)
  return i32x4.add(v128.shuffle<i32>(one, other, 0, 2, 4, 6), v128.shuffle<i32>(one, other, 1, 3, 5, 7))
}

/** Luma of four RGBA pixels. */
function lumaOf(pixels: v128): v128 {
  const sum = dots(i16x8.extend_low_i8x16_u(pixels), i16x8.extend_high_i8x16_u(pixels), LUMA)
  return i32x4.shr_s(i32x4.add(sum, i32x4.splat(1 << 14)), 15)
}

function storeLuma(to: usize, p0: v128, p1: v128, p2: v128, p3: v128): void {
  const low = i16x8.narrow_i32x4_s(lumaOf(p0), lumaOf(p1))
  const high = i16x8.narrow_i32x4_s(lumaOf(p2), lumaOf(p3))
  v128.store(to, i8x16.narrow_i16x8_u(low, high))
}

function storeOpacity(to: usize, p0: v128, p1: v128, p2: v128, p3: v128): void {
  const low = v128.shuffle<u8>(p0, p1, 3, 7, 11, 15, 19, 23, 27, 31, 3, 7, 11, 15, 19, 23, 27, 31)
  const high = v128.shuffle<u8>(p2, p3, 3, 7, 11, 15, 19, 23, 27, 31, 3, 7, 11, 15, 19, 23, 27, 31)
  v128.store(to, v128.shuffle<u64>(low, high, 0, 2))
}

/** Stores eight weighted sums of colour samples (in eighths), four per vector pair, as bytes. */
function storeColor(to: usize, t0: v128, t1: v128, t2: v128, t3: v128, factors: v128, shift: i32): void {
  const half = i32x4.splat(1 << (shift - 1))
  const low = i32x4.shr_s(i32x4.add(dots(t0, t1, factors), half), shift)
  const high = i32x4.shr_s(i32x4.add(dots(t2, t3, factors), half), shift)
  const words = i16x8.narrow_i32x4_s(low, high)
  v128.store_lane<u64>(to, i8x16.narrow_i16x8_u(words, words), 0)
}

/**
 * Converts two rows of premultiplied RGBA to sprite rows. A colour sample averages both rows; horizontally, its own pixel has
 * weight 2 and each neighbour weight 1. The left edge repeats its first pixel.
 */
function spriteRows(
  above: usize,
  below: usize,
  luma0: usize,
  luma1: usize,
  blue: usize,
  red: usize,
  opacity0: usize,
  opacity1: usize,
  cover: usize,
  width: i32,
): void {
  const first = i16x8.add(v128.load_ext<u8>(above), v128.load_ext<u8>(below))
  let last = v128.shuffle<u64>(first, first, 0, 0)
  for (let x: i32 = 0; x < width; x += 16) {
    const p0 = v128.load(above)
    const p1 = v128.load(above, 16)
    const p2 = v128.load(above, 32)
    const p3 = v128.load(above, 48)
    const q0 = v128.load(below)
    const q1 = v128.load(below, 16)
    const q2 = v128.load(below, 32)
    const q3 = v128.load(below, 48)
    storeLuma(luma0, p0, p1, p2, p3)
    storeLuma(luma1, q0, q1, q2, q3)
    storeOpacity(opacity0, p0, p1, p2, p3)
    storeOpacity(opacity1, q0, q1, q2, q3)

    const s0 = i16x8.add(i16x8.extend_low_i8x16_u(p0), i16x8.extend_low_i8x16_u(q0))
    const s1 = i16x8.add(i16x8.extend_high_i8x16_u(p0), i16x8.extend_high_i8x16_u(q0))
    const s2 = i16x8.add(i16x8.extend_low_i8x16_u(p1), i16x8.extend_low_i8x16_u(q1))
    const s3 = i16x8.add(i16x8.extend_high_i8x16_u(p1), i16x8.extend_high_i8x16_u(q1))
    const s4 = i16x8.add(i16x8.extend_low_i8x16_u(p2), i16x8.extend_low_i8x16_u(q2))
    const s5 = i16x8.add(i16x8.extend_high_i8x16_u(p2), i16x8.extend_high_i8x16_u(q2))
    const s6 = i16x8.add(i16x8.extend_low_i8x16_u(p3), i16x8.extend_low_i8x16_u(q3))
    const s7 = i16x8.add(i16x8.extend_high_i8x16_u(p3), i16x8.extend_high_i8x16_u(q3))
    const t0 = colorSums(last, s0, s1)
    const t1 = colorSums(s1, s2, s3)
    const t2 = colorSums(s3, s4, s5)
    const t3 = colorSums(s5, s6, s7)
    last = s7
    storeColor(blue, t0, t1, t2, t3, BLUE, 18)
    storeColor(red, t0, t1, t2, t3, RED, 18)
    storeColor(cover, t0, t1, t2, t3, COVER, 17)

    above += 64
    below += 64
    luma0 += 16
    luma1 += 16
    opacity0 += 16
    opacity1 += 16
    blue += 8
    red += 8
    cover += 8
  }
}

/** For the pixels [.., a], [b, c], [d, e]: a + 2b + c and c + 2d + e. */
function colorSums(before: v128, low: v128, high: v128): v128 {
  const own = v128.shuffle<u64>(low, high, 0, 2)
  const right = v128.shuffle<u64>(low, high, 1, 3)
  const left = v128.shuffle<u64>(before, low, 1, 3)
  return i16x8.add(i16x8.add(left, right), i16x8.shl(own, 1))
}

/** Multiplies the colours of RGBA by their opacity. `pixels` is the pixel count, a multiple of four. */
export function premultiply(rgba: usize, pixels: i32): void {
  const alphas = i32x4.splat(0xff000000)
  for (let n: i32 = 0; n < pixels; n += 4) {
    const straight = v128.load(rgba)
    if (v128.any_true(straight)) v128.store(rgba, faded(straight, alphas))
    rgba += 16
  }
}

function faded(straight: v128, alphas: v128): v128 {
  const alpha = v128.shuffle<u8>(straight, straight, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15)
  const low = div255(i16x8.extmul_low_i8x16_u(straight, alpha))
  const high = div255(i16x8.extmul_high_i8x16_u(straight, alpha))
  return v128.bitselect(straight, i8x16.narrow_i16x8_u(low, high), alphas)
}

/** Turns premultiplied RGBA into a sprite. Sprite planes: luma and opacity `stride` per row, colour planes half of it. */
export function toSprite(
  rgba: usize,
  rgbaStride: i32,
  luma: usize,
  blue: usize,
  red: usize,
  opacity: usize,
  cover: usize,
  stride: i32,
  width: i32,
  height: i32,
): void {
  const half = stride >> 1
  for (let y: i32 = 0; y < height; y += 2) {
    const from = rgba + <usize>(y * rgbaStride)
    const at = <usize>(y * stride)
    const at2 = <usize>((y >> 1) * half)
    const next = <usize>stride
    spriteRows(
      from,
      from + <usize>rgbaStride,
      luma + at,
      luma + at + next,
      blue + at2,
      red + at2,
      opacity + at,
      opacity + at + next,
      cover + at2,
      width,
    )
  }
}

/** Turns opaque RGBA into a YUV picture. `scratch` holds two rows of it. */
export function toYuv(
  rgba: usize,
  rgbaStride: i32,
  luma: usize,
  blue: usize,
  red: usize,
  stride: i32,
  width: i32,
  height: i32,
  scratch: usize,
): void {
  const half = stride >> 1
  for (let y: i32 = 0; y < height; y += 2) {
    const from = rgba + <usize>(y * rgbaStride)
    const to = luma + <usize>(y * stride)
    const at2 = <usize>((y >> 1) * half)
    spriteRows(
      from,
      from + <usize>rgbaStride,
      to,
      to + <usize>stride,
      blue + at2,
      red + at2,
      scratch,
      scratch,
      scratch + <usize>stride,
      width,
    )
  }
}

/** Blends one row of a sprite plane over the row below it. */
function blendRow(to: usize, from: usize, cover: usize, width: i32): void {
  const full = i8x16.splat(-1)
  for (let x: i32 = 0; x < width; x += 16) {
    const a = v128.load(cover)
    if (v128.any_true(a)) {
      const s = v128.load(from)
      if (i8x16.all_true(i8x16.eq(a, full))) v128.store(to, s)
      else {
        const below = v128.load(to)
        const rest = v128.not(a)
        const low = div255(i16x8.extmul_low_i8x16_u(below, rest))
        const high = div255(i16x8.extmul_high_i8x16_u(below, rest))
        v128.store(to, i8x16.add_sat_u(i8x16.narrow_i16x8_u(low, high), s))
      }
    }
    to += 16
    from += 16
    cover += 16
  }
}

/** Blends a row of colour samples, eight at a time. */
function blendColorRow(to: usize, from: usize, cover: usize, width: i32): void {
  const most = i16x8.splat(255)
  for (let x: i32 = 0; x < width; x += 8) {
    const a = v128.load_ext<u8>(cover)
    if (v128.any_true(a)) {
      const s = v128.load_ext<u8>(from)
      const below = div255(i16x8.mul(v128.load_ext<u8>(to), i16x8.sub(most, a)))
      const sum = i16x8.add(below, s)
      v128.store_lane<u64>(to, i8x16.narrow_i16x8_u(sum, sum), 0)
    }
    to += 8
    from += 8
    cover += 8
  }
}

/** Blends a sprite over a YUV picture whose planes start at the sprite's corner. */
export function blendSprite(
  toLuma: usize,
  toBlue: usize,
  toRed: usize,
  toStride: i32,
  luma: usize,
  blue: usize,
  red: usize,
  opacities: usize,
  cover: usize,
  stride: i32,
  width: i32,
  height: i32,
): void {
  for (let y: i32 = 0; y < height; y++) {
    const at = <usize>(y * stride)
    blendRow(toLuma + <usize>(y * toStride), luma + at, opacities + at, width)
  }
  for (let y: i32 = 0; y < height >> 1; y++) {
    const to = <usize>(y * (toStride >> 1))
    const at = <usize>(y * (stride >> 1))
    blendColorRow(toBlue + to, blue + at, cover + at, width >> 1)
    blendColorRow(toRed + to, red + at, cover + at, width >> 1)
  }
}
