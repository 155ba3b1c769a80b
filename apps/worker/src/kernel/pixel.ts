// Pixel arithmetic on pictures in one shared memory, in AssemblyScript with SIMD; `../pixel-kernel.ts` compiles and loads
// it. All addresses are bytes in that memory, all strides bytes per row. YUV is 4:2:0, BT.709, limited range, with each
// colour sample beside the left one of its two pixels (as players assume of H.264). Rows are worked on in steps of 16
// pixels: every row must have room to the next multiple of 16.
//
// A sprite is a picture that fades into what lies below: its luma and colour planes are premultiplied by its opacity
// (black of limited range included), beside them its opacity for luma and, averaged alike, for colour.

/** BT.709 limited range in 1/32768, applied to premultiplied red, green, blue and opacity. */
const LUMA = i16x8(5983, 20127, 2032, 2056, 5983, 20127, 2032, 2056)
const BLUE = i16x8(-3298, -11094, 14392, 16448, -3298, -11094, 14392, 16448)
const RED = i16x8(14392, -13073, -1320, 16448, 14392, -13073, -1320, 16448)
/** Opacity alone, in 1/16384. */
const COVER = i16x8(0, 0, 0, 16384, 0, 0, 0, 16384)

/** Divides 16-bit products of bytes by 255, rounded. */
function div255(x: v128): v128 {
  const t = i16x8.add(x, i16x8.splat(128))
  return i16x8.shr_u(i16x8.add(t, i16x8.shr_u(t, 8)), 8)
}

/** 16 bytes times a factor of 0 to 255 in each 16-bit lane, divided by 255. */
function scaled(x: v128, factor: v128): v128 {
  return i8x16.narrow_i16x8_u(
    div255(i16x8.mul(i16x8.extend_low_i8x16_u(x), factor)),
    div255(i16x8.mul(i16x8.extend_high_i8x16_u(x), factor)),
  )
}

/** The dot products of four pixels (two per vector) with one of the rows of factors above. */
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
 * Two rows of premultiplied RGBA become sprite rows. A colour sample is the mean of its two rows, and across of its own
 * pixel (weight 2) and its neighbours (weight 1); beyond the left edge the first pixel counts again.
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

/** Of pixels [.., a], [b, c], [d, e]: a + 2b + c and c + 2d + e. */
function colorSums(before: v128, low: v128, high: v128): v128 {
  const own = v128.shuffle<u64>(low, high, 0, 2)
  const right = v128.shuffle<u64>(low, high, 1, 3)
  const left = v128.shuffle<u64>(before, low, 1, 3)
  return i16x8.add(i16x8.add(left, right), i16x8.shl(own, 1))
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

/** One row of a plane: what is below shows through where the sprite does not cover it. */
function blendRow(to: usize, from: usize, cover: usize, width: i32, opacity: i32): void {
  const full = i8x16.splat(-1)
  const factor = i16x8.splat(<i16>opacity)
  for (let x: i32 = 0; x < width; x += 16) {
    let a = v128.load(cover)
    if (v128.any_true(a)) {
      let s = v128.load(from)
      if (opacity < 255) {
        a = scaled(a, factor)
        s = scaled(s, factor)
      }
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

/** The same for a row of colour samples, eight at a time. */
function blendColorRow(to: usize, from: usize, cover: usize, width: i32, opacity: i32): void {
  const factor = i16x8.splat(<i16>opacity)
  const most = i16x8.splat(255)
  for (let x: i32 = 0; x < width; x += 8) {
    let a = v128.load_ext<u8>(cover)
    if (v128.any_true(a)) {
      let s = v128.load_ext<u8>(from)
      if (opacity < 255) {
        a = div255(i16x8.mul(a, factor))
        s = div255(i16x8.mul(s, factor))
      }
      const below = div255(i16x8.mul(v128.load_ext<u8>(to), i16x8.sub(most, a)))
      const sum = i16x8.add(below, s)
      v128.store_lane<u64>(to, i8x16.narrow_i16x8_u(sum, sum), 0)
    }
    to += 8
    from += 8
    cover += 8
  }
}

/** Lays a sprite over a YUV picture whose planes start at the sprite's corner. `opacity` is 0 to 255. */
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
  opacity: i32,
): void {
  for (let y: i32 = 0; y < height; y++) {
    const at = <usize>(y * stride)
    blendRow(toLuma + <usize>(y * toStride), luma + at, opacities + at, width, opacity)
  }
  for (let y: i32 = 0; y < height >> 1; y++) {
    const to = <usize>(y * (toStride >> 1))
    const at = <usize>(y * (stride >> 1))
    blendColorRow(toBlue + to, blue + at, cover + at, width >> 1, opacity)
    blendColorRow(toRed + to, red + at, cover + at, width >> 1, opacity)
  }
}

/** Lays premultiplied RGBA over a YUV picture, two rows at a time. `scratch` holds six rows of `width` bytes. */
export function blendRgba(
  toLuma: usize,
  toBlue: usize,
  toRed: usize,
  toStride: i32,
  rgba: usize,
  rgbaStride: i32,
  width: i32,
  height: i32,
  opacity: i32,
  scratch: usize,
): void {
  const luma = scratch
  const row = <usize>((width + 31) & ~31)
  const opacities = scratch + 2 * row
  const blue = scratch + 4 * row
  const red = blue + row / 2
  const cover = blue + row
  for (let y: i32 = 0; y < height; y += 2) {
    const from = rgba + <usize>(y * rgbaStride)
    if (isEmpty(from, width * 4) && isEmpty(from + <usize>rgbaStride, width * 4)) continue
    spriteRows(from, from + <usize>rgbaStride, luma, luma + row, blue, red, opacities, opacities + row, cover, width)
    const to = toLuma + <usize>(y * toStride)
    const to2 = <usize>((y >> 1) * (toStride >> 1))
    blendRow(to, luma, opacities, width, opacity)
    blendRow(to + <usize>toStride, luma + row, opacities + row, width, opacity)
    blendColorRow(toBlue + to2, blue, cover, width >> 1, opacity)
    blendColorRow(toRed + to2, red, cover, width >> 1, opacity)
  }
}

function isEmpty(at: usize, length: i32): bool {
  for (let n: i32 = 0; n < length; n += 64) {
    const some = v128.or(v128.or(v128.load(at), v128.load(at, 16)), v128.or(v128.load(at, 32), v128.load(at, 48)))
    if (v128.any_true(some)) return false
    at += 64
  }
  return true
}

/**
 * Two drawings of one layer, its film once white and once black, tell how much of the film each pixel shows: the
 * difference. `weights` receives it as opaque grey in the alpha channel alone, and `black` becomes what remains of the
 * layer without its film. Both stay RGBA, `pixels` of them, a multiple of four.
 */
export function separateFilm(white: usize, black: usize, weights: usize, pixels: i32): void {
  const alphas = i32x4.splat(0xff000000)
  for (let n: i32 = 0; n < pixels; n += 4) {
    const b = v128.load(black)
    // Green moved to where alpha is.
    const share = v128.and(i32x4.shl(i8x16.sub_sat_u(v128.load(white), b), 16), alphas)
    v128.store(black, i8x16.sub_sat_u(b, share))
    v128.store(weights, share)
    white += 16
    black += 16
    weights += 16
  }
}

function blendFilmRow(
  to: usize,
  film: usize,
  weight: usize,
  from: usize,
  cover: usize,
  width: i32,
  opacity: i32,
): void {
  const full = i8x16.splat(-1)
  const factor = i16x8.splat(<i16>opacity)
  for (let x: i32 = 0; x < width; x += 16) {
    let w = v128.load(weight)
    let a = v128.load(cover)
    if (v128.any_true(v128.or(w, a))) {
      if (opacity === 255 && i8x16.all_true(i8x16.eq(w, full))) v128.store(to, v128.load(film))
      else {
        let s = v128.load(from)
        if (opacity < 255) {
          w = scaled(w, factor)
          a = scaled(a, factor)
          s = scaled(s, factor)
        }
        const rest = v128.not(i8x16.add_sat_u(w, a))
        const below = v128.load(to)
        const f = v128.load(film)
        const low = i16x8.add(i16x8.extmul_low_i8x16_u(below, rest), i16x8.extmul_low_i8x16_u(f, w))
        const high = i16x8.add(i16x8.extmul_high_i8x16_u(below, rest), i16x8.extmul_high_i8x16_u(f, w))
        v128.store(to, i8x16.add_sat_u(i8x16.narrow_i16x8_u(div255(low), div255(high)), s))
      }
    }
    to += 16
    film += 16
    weight += 16
    from += 16
    cover += 16
  }
}

function blendFilmColorRow(
  to: usize,
  film: usize,
  weight: usize,
  from: usize,
  cover: usize,
  width: i32,
  opacity: i32,
): void {
  const factor = i16x8.splat(<i16>opacity)
  const most = i16x8.splat(255)
  for (let x: i32 = 0; x < width; x += 8) {
    let w = v128.load_ext<u8>(weight)
    let a = v128.load_ext<u8>(cover)
    let s = v128.load_ext<u8>(from)
    if (opacity < 255) {
      w = div255(i16x8.mul(w, factor))
      a = div255(i16x8.mul(a, factor))
      s = div255(i16x8.mul(s, factor))
    }
    const rest = i16x8.sub_sat_u(most, i16x8.add(w, a))
    const below = i16x8.mul(v128.load_ext<u8>(to), rest)
    const sum = i16x8.add(div255(i16x8.add(below, i16x8.mul(v128.load_ext<u8>(film), w))), s)
    v128.store_lane<u64>(to, i8x16.narrow_i16x8_u(sum, sum), 0)
    to += 8
    film += 8
    weight += 8
    from += 8
    cover += 8
  }
}

/**
 * Lays a film over a YUV picture through its weights, together with the sprite of what is drawn around it. The planes of
 * the film start where those of the picture do.
 */
export function blendFilm(
  toLuma: usize,
  toBlue: usize,
  toRed: usize,
  toStride: i32,
  filmLuma: usize,
  filmBlue: usize,
  filmRed: usize,
  filmStride: i32,
  weight: usize,
  colorWeight: usize,
  luma: usize,
  blue: usize,
  red: usize,
  opacities: usize,
  cover: usize,
  stride: i32,
  width: i32,
  height: i32,
  opacity: i32,
): void {
  for (let y: i32 = 0; y < height; y++) {
    const at = <usize>(y * stride)
    const film = filmLuma + <usize>(y * filmStride)
    blendFilmRow(toLuma + <usize>(y * toStride), film, weight + at, luma + at, opacities + at, width, opacity)
  }
  for (let y: i32 = 0; y < height >> 1; y++) {
    const to = <usize>(y * (toStride >> 1))
    const film = <usize>(y * (filmStride >> 1))
    const at = <usize>(y * (stride >> 1))
    blendFilmColorRow(toBlue + to, filmBlue + film, colorWeight + at, blue + at, cover + at, width >> 1, opacity)
    blendFilmColorRow(toRed + to, filmRed + film, colorWeight + at, red + at, cover + at, width >> 1, opacity)
  }
}

/** Opacity from the luma of a matte in limited range: 16 is clear, 235 opaque. */
function matteOf(luma: v128): v128 {
  const above = i8x16.sub_sat_u(luma, i8x16.splat(16))
  // 255/219 in 1/128 is 149.04; the error stays below a hundredth of a step.
  const factor = i16x8.splat(149)
  const half = i16x8.splat(64)
  const low = i16x8.shr_u(i16x8.add(i16x8.mul(i16x8.extend_low_i8x16_u(above), factor), half), 7)
  const high = i16x8.shr_u(i16x8.add(i16x8.mul(i16x8.extend_high_i8x16_u(above), factor), half), 7)
  return i8x16.narrow_i16x8_u(low, high)
}

/** A row of a plate: `offset` is what clear pixels of the plate hold (black 16 in luma). */
function blendPlateRow(to: usize, from: usize, matte: usize, width: i32, opacity: i32): void {
  const factor = i16x8.splat(<i16>opacity)
  const black = i16x8.splat(16)
  for (let x: i32 = 0; x < width; x += 16) {
    let a = matteOf(v128.load(matte))
    if (v128.any_true(a)) {
      const s = v128.load(from)
      const rest = v128.not(a)
      // What the plate adds above the black that shows through it.
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

/** A row of the plate's colour samples; their opacity is that of the pixels around them, as for sprites. */
function blendPlateColorRow(
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

/** Left neighbours of the first eight even pixels: the first one's own, then the odd pixels before the others. */
function beforeFirst(own: v128, right: v128): v128 {
  return v128.shuffle<i16>(own, right, 0, 8, 9, 10, 11, 12, 13, 14)
}

/**
 * Lays a plate over a YUV picture: its colour is premultiplied over black, its matte the luma of a second picture. Both
 * start where the picture's planes do.
 */
export function blendPlate(
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
    blendPlateRow(toLuma + <usize>(y * toStride), luma + at, matte + at, width, opacity)
  }
  for (let y: i32 = 0; y < height >> 1; y++) {
    const to = <usize>(y * (toStride >> 1))
    const at = <usize>(y * (stride >> 1))
    const above = matte + <usize>(2 * y * stride)
    const next = above + <usize>stride
    blendPlateColorRow(toBlue + to, blue + at, above, next, width >> 1, opacity, isFirst)
    blendPlateColorRow(toRed + to, red + at, above, next, width >> 1, opacity, isFirst)
  }
}

/** Copies rows of bytes. */
export function copyRows(to: usize, toStride: i32, from: usize, fromStride: i32, length: i32, rows: i32): void {
  if (toStride === fromStride && length === toStride) {
    memory.copy(to, from, <usize>(length * rows))
    return
  }
  for (let y: i32 = 0; y < rows; y++) {
    memory.copy(to + <usize>(y * toStride), from + <usize>(y * fromStride), <usize>length)
  }
}

/** Half a plane's size in both directions: each byte is the mean of four. `width` and `height` are those of the result. */
export function halve(to: usize, toStride: i32, from: usize, fromStride: i32, width: i32, height: i32): void {
  const two = i16x8.splat(2)
  for (let y: i32 = 0; y < height; y++) {
    let at = from + <usize>(2 * y * fromStride)
    let put = to + <usize>(y * toStride)
    for (let x: i32 = 0; x < width; x += 16) {
      const next = at + <usize>fromStride
      const low = i16x8.add(
        i16x8.extadd_pairwise_i8x16_u(v128.load(at)),
        i16x8.extadd_pairwise_i8x16_u(v128.load(next)),
      )
      const high = i16x8.add(
        i16x8.extadd_pairwise_i8x16_u(v128.load(at, 16)),
        i16x8.extadd_pairwise_i8x16_u(v128.load(next, 16)),
      )
      const mean = i8x16.narrow_i16x8_u(i16x8.shr_u(i16x8.add(low, two), 2), i16x8.shr_u(i16x8.add(high, two), 2))
      v128.store(put, mean)
      at += 32
      put += 16
    }
  }
}

/**
 * Draws a plane larger or smaller by linear interpolation. Result pixel (x, y) is the plane's value at
 * (left + x stepX, top + y stepY), in 1/65536 of its pixels; beyond its edges the edge counts. `soft` is 0 to 128: the
 * plane is first mixed, so many 256ths of it, with itself one pixel further on, across and down. `scratch` holds
 * `fromWidth` + 16 numbers of 16 bits and then `width` pairs of 32 bits.
 */
export function resample(
  to: usize,
  toStride: i32,
  width: i32,
  height: i32,
  from: usize,
  fromStride: i32,
  fromWidth: i32,
  fromHeight: i32,
  left: i32,
  stepX: i32,
  top: i32,
  stepY: i32,
  soft: i32,
  scratch: usize,
): void {
  const columns = scratch + <usize>((2 * (fromWidth + 16) + 15) & ~15)
  const lastX = (fromWidth - 1) << 16
  const lastY = (fromHeight - 1) << 16
  for (let x: i32 = 0; x < width; x++) {
    const at = min(max(left + x * stepX, 0), lastX)
    store<i32>(columns + <usize>(x * 8), (at >> 16) * 2)
    store<u32>(columns + <usize>(x * 8), sharesOf((at >> 8) & 255, soft), 4)
  }
  for (let y: i32 = 0; y < height; y++) {
    const at = min(max(top + y * stepY, 0), lastY)
    const above = from + <usize>((at >> 16) * fromStride)
    const below = at < lastY ? above + <usize>fromStride : above
    const last = at < lastY - 65536 ? below + <usize>fromStride : below
    const put = to + <usize>(y * toStride)
    const shares = sharesOf((at >> 8) & 255, soft)
    if (soft === 0) {
      mixRows(scratch, above, below, shares, fromWidth)
      mixColumns(put, scratch, columns, width)
    } else {
      mixSoftRows(scratch, above, below, last, shares, fromWidth)
      mixSoftColumns(put, scratch, columns, width)
    }
  }
}

/** Of three neighbours, how much the second counts and, above it, the third, in 1/256; the first has the rest. */
function sharesOf(place: i32, soft: i32): u32 {
  const third = (place * soft + 128) >> 8
  return <u32>((third << 16) | (place + soft - 2 * third))
}

/** Two rows mixed, in 1/256; the last value stands once more after the end. */
function mixRows(to: usize, above: usize, below: usize, share: u32, width: i32): void {
  const more = i16x8.splat(<i16>share)
  const less = i16x8.splat(<i16>(256 - share))
  let put = to
  for (let x: i32 = 0; x < width; x += 8) {
    const sum = i16x8.add(i16x8.mul(v128.load_ext<u8>(above), less), i16x8.mul(v128.load_ext<u8>(below), more))
    v128.store(put, sum)
    above += 8
    below += 8
    put += 16
  }
  store<u16>(to + <usize>(2 * width), load<u16>(to + <usize>(2 * width - 2)))
}

/** Three rows mixed likewise. */
function mixSoftRows(to: usize, above: usize, below: usize, last: usize, shares: u32, width: i32): void {
  const third = shares >> 16
  const second = shares & 0xffff
  const more = i16x8.splat(<i16>second)
  const most = i16x8.splat(<i16>third)
  const less = i16x8.splat(<i16>(256 - second - third))
  let put = to
  for (let x: i32 = 0; x < width; x += 8) {
    const two = i16x8.add(i16x8.mul(v128.load_ext<u8>(above), less), i16x8.mul(v128.load_ext<u8>(below), more))
    v128.store(put, i16x8.add(two, i16x8.mul(v128.load_ext<u8>(last), most)))
    above += 8
    below += 8
    last += 8
    put += 16
  }
  store<u16>(to + <usize>(2 * width), load<u16>(to + <usize>(2 * width - 2)))
}

function mixColumns(to: usize, row: usize, columns: usize, width: i32): void {
  for (let x: i32 = 0; x < width; x++) {
    const at = row + <usize>load<i32>(columns)
    const share = load<u32>(columns, 4)
    const mixed: u32 = <u32>load<u16>(at) * (256 - share) + <u32>load<u16>(at, 2) * share
    store<u8>(to, <u8>((mixed + 32768) >> 16))
    to++
    columns += 8
  }
}

function mixSoftColumns(to: usize, row: usize, columns: usize, width: i32): void {
  for (let x: i32 = 0; x < width; x++) {
    const at = row + <usize>load<i32>(columns)
    const second = <u32>load<u16>(columns, 4)
    const third = <u32>load<u16>(columns, 6)
    const mixed: u32 =
      <u32>load<u16>(at) * (256 - second - third) + <u32>load<u16>(at, 2) * second + <u32>load<u16>(at, 4) * third
    store<u8>(to, <u8>((mixed + 32768) >> 16))
    to++
    columns += 8
  }
}

/** Whether all bytes of an area are the given one. */
export function isUniform(at: usize, stride: i32, width: i32, height: i32, value: i32): bool {
  for (let y: i32 = 0; y < height; y++) {
    const row = at + <usize>(y * stride)
    for (let x: i32 = 0; x < width; x++) if (<i32>load<u8>(row + <usize>x) !== value) return false
  }
  return true
}
