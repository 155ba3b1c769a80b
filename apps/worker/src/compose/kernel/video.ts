// Videos that a layer shows in part: measures the video's weight in each pixel and blends the video by these weights.
import { div255, scaled } from './lane'

/**
 * Compares two drawings of one layer, with a white and with a black video: their difference is the video's weight in each
 * pixel. `weights` receives it as opaque grey in the alpha channel, and `black` becomes the layer without its video. Both
 * remain RGBA; `pixels` is their count, a multiple of four.
 */
export function separateVideo(white: usize, black: usize, weights: usize, pixels: i32): void {
  const alphas = i32x4.splat(0xff000000)
  for (let n: i32 = 0; n < pixels; n += 4) {
    const b = v128.load(black)
    // Shifts green to the position of alpha.
    const share = v128.and(i32x4.shl(i8x16.sub_sat_u(v128.load(white), b), 16), alphas)
    v128.store(black, i8x16.sub_sat_u(b, share))
    v128.store(weights, share)
    white += 16
    black += 16
    weights += 16
  }
}

function blendVideoRow(
  to: usize,
  video: usize,
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
      if (opacity === 255 && i8x16.all_true(i8x16.eq(w, full))) v128.store(to, v128.load(video))
      else {
        let s = v128.load(from)
        if (opacity < 255) {
          w = scaled(w, factor)
          a = scaled(a, factor)
          s = scaled(s, factor)
        }
        const rest = v128.not(i8x16.add_sat_u(w, a))
        const below = v128.load(to)
        const f = v128.load(video)
        const low = i16x8.add(i16x8.extmul_low_i8x16_u(below, rest), i16x8.extmul_low_i8x16_u(f, w))
        const high = i16x8.add(i16x8.extmul_high_i8x16_u(below, rest), i16x8.extmul_high_i8x16_u(f, w))
        v128.store(to, i8x16.add_sat_u(i8x16.narrow_i16x8_u(div255(low), div255(high)), s))
      }
    }
    to += 16
    video += 16
    weight += 16
    from += 16
    cover += 16
  }
}

function blendVideoColorRow(
  to: usize,
  video: usize,
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
    const sum = i16x8.add(div255(i16x8.add(below, i16x8.mul(v128.load_ext<u8>(video), w))), s)
    v128.store_lane<u64>(to, i8x16.narrow_i16x8_u(sum, sum), 0)
    to += 8
    video += 8
    weight += 8
    from += 8
    cover += 8
  }
}

/**
 * Blends a video over a YUV picture by its weights, together with the sprite of what is drawn around it. The video's planes
 * start at the first pixel of the picture's.
 */
export function blendVideo(
  toLuma: usize,
  toBlue: usize,
  toRed: usize,
  toStride: i32,
  videoLuma: usize,
  videoBlue: usize,
  videoRed: usize,
  videoStride: i32,
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
    const video = videoLuma + <usize>(y * videoStride)
    blendVideoRow(toLuma + <usize>(y * toStride), video, weight + at, luma + at, opacities + at, width, opacity)
  }
  for (let y: i32 = 0; y < height >> 1; y++) {
    const to = <usize>(y * (toStride >> 1))
    const video = <usize>(y * (videoStride >> 1))
    const at = <usize>(y * (stride >> 1))
    blendVideoColorRow(toBlue + to, videoBlue + video, colorWeight + at, blue + at, cover + at, width >> 1, opacity)
    blendVideoColorRow(toRed + to, videoRed + video, colorWeight + at, red + at, cover + at, width >> 1, opacity)
  }
}
