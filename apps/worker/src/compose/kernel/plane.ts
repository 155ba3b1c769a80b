// Operations on luma and colour planes: copying, halving, resampling and uniformity checks.

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

/** Halves a plane in both directions: each byte is the mean of four. `width` and `height` are those of the result. */
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
 * Resamples a plane by linear interpolation. Result pixel (x, y) is the plane's value at (left + x stepX, top + y stepY), in
 * 1/65536 of its pixels; beyond the edges the edge value counts. `soft` is 0 to 128: the share, in 256ths, of the next pixel
 * across and down that is mixed in first. `scratch` holds `fromWidth` + 16 numbers of 16 bits and then `width` pairs of 32
 * bits.
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
      if (stepX === 65536) mixNeighbours(put, scratch, columns, width, left, fromWidth)
      else mixColumns(put, scratch, columns, width)
    } else {
      mixSoftRows(scratch, above, below, last, shares, fromWidth)
      mixSoftColumns(put, scratch, columns, width)
    }
  }
}

/** Weights of three neighbours in 1/256: the second one's and, in the upper half, the third one's; the first has the rest. */
function sharesOf(place: i32, soft: i32): u32 {
  const third = (place * soft + 128) >> 8
  return <u32>((third << 16) | (place + soft - 2 * third))
}

/** Mixes two rows, in 1/256; the last value is repeated once at the end. */
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

/** Mixes three rows in the same way. */
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

/**
 * Mixes neighbours when each pixel is exactly one further than the last, so that all have the same weights: eight at a time,
 * except beyond the edges.
 */
function mixNeighbours(to: usize, row: usize, columns: usize, width: i32, left: i32, fromWidth: i32): void {
  const first = min(max((65535 - left) >> 16, 0), width)
  const last = min(max(fromWidth - 1 - (left >> 16), first), width)
  const share = <u16>((left >> 8) & 255)
  const more = i16x8.splat(<i16>share)
  const less = i16x8.splat(<i16>(256 - share))
  const half = i32x4.splat(32768)
  for (let x = first; x < last; x += 8) {
    const at = row + <usize>(2 * (x + (left >> 16)))
    const one = v128.load(at)
    const next = v128.load(at, 2)
    const low = i32x4.add(i32x4.extmul_low_i16x8_u(one, less), i32x4.extmul_low_i16x8_u(next, more))
    const high = i32x4.add(i32x4.extmul_high_i16x8_u(one, less), i32x4.extmul_high_i16x8_u(next, more))
    const words = i16x8.narrow_i32x4_u(i32x4.shr_u(i32x4.add(low, half), 16), i32x4.shr_u(i32x4.add(high, half), 16))
    v128.store_lane<u64>(to + <usize>x, i8x16.narrow_i16x8_u(words, words), 0)
  }
  mixColumns(to, row, columns, first)
  mixColumns(to + <usize>last, row, columns + <usize>(last * 8), width - last)
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

/** Whether all bytes of an area have one value. */
export function isUniform(at: usize, stride: i32, width: i32, height: i32, value: i32): bool {
  for (let y: i32 = 0; y < height; y++) {
    const row = at + <usize>(y * stride)
    for (let x: i32 = 0; x < width; x++) if (<i32>load<u8>(row + <usize>x) !== value) return false
  }
  return true
}
