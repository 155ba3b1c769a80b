// Smaller copies of still pictures. Canvases reduce pictures differently and with moiré in fine patterns. Here they are
// filtered in whole steps, with equal results on every host, and cached.
import { createSheet, type Drawable, type Host, type Picture, type Pixels, type Sheet } from '@vitrine/document/host'
import type { PixelData } from '@vitrine/document/pixels'

/** Number of copies per halving; the canvas's own smoothing does the small remaining reduction. */
const STEPS_PER_HALVING = 2
const MIN_SCALE = 1 / 64
/** The filter's radius in pixels of the copy. */
const REACH = 3
/** Rows read at a time. */
const BAND = 64

const copies = new WeakMap<Drawable, Map<number, Picture>>()

/** The picture, or a smaller copy; drawing the copy at the scale reduces its width by less than a third. */
export function findReducedCopy(host: Host, picture: Picture, scale: number): Picture {
  const step = Math.floor(STEPS_PER_HALVING * Math.log2(1 / Math.max(scale, MIN_SCALE)) + 1e-6)
  return step < 1 || picture.width < 8 || picture.height < 8 ? picture : copyAt(host, picture, step)
}

function copyAt(host: Host, picture: Picture, step: number): Picture {
  const known = copies.get(picture.source) ?? new Map<number, Picture>()
  copies.set(picture.source, known)
  const ready = known.get(step)
  if (ready) return ready
  // Halving is fast but leaves some moiré; the filter needs at least one and a half times the pixels to remove it.
  const halvings = Math.floor((step - 1) / STEPS_PER_HALVING)
  const share = 2 ** (-step / STEPS_PER_HALVING)
  const size = (length: number) => Math.max(1, Math.round(length * share))
  const copy = resample(host, halve(host, picture, halvings), size(picture.width), size(picture.height))
  known.set(step, copy)
  return copy
}

/** Each halving is an exact mean of four pixels, which every host computes equally. */
function halve(host: Host, picture: Picture, times: number): Picture {
  let half = picture
  for (let n = 0; n < times; n++) {
    const [width, height] = [Math.ceil(half.width / 2), Math.ceil(half.height / 2)]
    const { canvas, ctx } = createSheet(host, width, height)
    ctx.imageSmoothingEnabled = true
    ctx.imageSmoothingQuality = 'low'
    ctx.drawImage(half.source, 0, 0, half.width, half.height, 0, 0, width, height)
    half = { source: canvas, width, height }
  }
  return half
}

/** For each pixel of a shorter row: the first contributing pixel of the longer row, and the weights from there on. */
interface Taps {
  readonly first: Int32Array
  readonly count: number
  readonly weights: Float32Array
}

/**
 * The Lanczos filter: among filters of this length, it preserves edges best while removing details that the shorter row cannot
 * represent.
 */
function computeTaps(from: number, to: number): Taps {
  const ratio = from / to
  const count = Math.ceil(2 * REACH * ratio) + 1
  const first = new Int32Array(to)
  const weights = new Float32Array(to * count)
  for (let n = 0; n < to; n++) {
    const centre = (n + 0.5) * ratio
    const start = Math.floor(centre - REACH * ratio)
    const raw = Array.from({ length: count }, (_, k) => lanczos((start + k + 0.5 - centre) / ratio))
    const sum = raw.reduce((a, b) => a + b, 0)
    first[n] = start
    weights.set(
      raw.map((weight) => weight / sum),
      n * count,
    )
  }
  return { first, count, weights }
}

function lanczos(x: number): number {
  if (Math.abs(x) < 1e-9) return 1
  if (Math.abs(x) >= REACH) return 0
  const turn = Math.PI * x
  return (REACH * Math.sin(turn) * Math.sin(turn / REACH)) / (turn * turn)
}

/** Resamples the picture to a smaller size. Only the rows that the filter spans are in memory in addition. */
function resample(host: Host, picture: Picture, width: number, height: number): Picture {
  const across = computeTaps(picture.width, width)
  const down = computeTaps(picture.height, height)
  const rows = createRows(host, picture, across, width, down.count)
  const { canvas, ctx } = createSheet(host, width, height)
  const sum = new Float32Array(width * 4)
  for (let top = 0; top < height; top += BAND) {
    const band = ctx.createImageData(width, Math.min(BAND, height - top))
    for (let y = top; y < Math.min(height, top + BAND); y++) {
      sum.fill(0)
      for (let k = 0; k < down.count; k++) {
        const weight = down.weights[y * down.count + k] as number
        if (weight !== 0) addWeighted(sum, rows(clamp((down.first[y] as number) + k, picture.height)), weight)
      }
      writeRow(band.data, (y - top) * width * 4, sum)
    }
    ctx.putImageData(band, 0, top)
  }
  return { source: canvas, width, height }
}

/** Premultiplied rows of the picture, filtered to `width`; requested in order, each possibly again shortly after. */
function createRows(
  host: Host,
  picture: Picture,
  across: Taps,
  width: number,
  rowCount: number,
): (y: number) => Float32Array {
  const source = createSheet(host, picture.width, Math.min(BAND, picture.height), { isRead: true })
  // Pixels beyond the first and last one contribute within the length of the filter.
  const line = new Float32Array((picture.width + 2 * across.count) * 4)
  const ring = Array.from({ length: rowCount + 1 }, () => ({ y: -1, row: new Float32Array(width * 4) }))
  let band: { top: number; pixels: Pixels } | undefined
  return (y) => {
    const place = ring[y % ring.length] as (typeof ring)[number]
    if (place.y === y) return place.row
    const top = y - (y % BAND)
    if (band?.top !== top) band = { top, pixels: readBand(source, picture, top) }
    readLine(line, band.pixels.data, (y - top) * picture.width * 4, picture.width, across.count)
    filterLine(place.row, line, across)
    place.y = y
    return place.row
  }
}

function readBand({ ctx, canvas }: Sheet, picture: Picture, top: number): Pixels {
  ctx.clearRect(0, 0, canvas.width, canvas.height)
  ctx.drawImage(picture.source, 0, -top, picture.width, picture.height)
  return ctx.getImageData(0, 0, canvas.width, canvas.height)
}

/** Reads a premultiplied row and repeats its first and last pixel `beyond` times. */
function readLine(line: Float32Array, data: PixelData, from: number, width: number, beyond: number): void {
  for (let n = 0, to = beyond * 4; n < width * 4; n += 4, to += 4) {
    const alpha = data[from + n + 3] as number
    const share = alpha / 255
    line[to] = (data[from + n] as number) * share
    line[to + 1] = (data[from + n + 1] as number) * share
    line[to + 2] = (data[from + n + 2] as number) * share
    line[to + 3] = alpha
  }
  for (let n = 0; n < beyond; n++) {
    line.copyWithin(n * 4, beyond * 4, beyond * 4 + 4)
    line.copyWithin((beyond + width + n) * 4, (beyond + width - 1) * 4, (beyond + width) * 4)
  }
}

function filterLine(to: Float32Array, line: Float32Array, { first, count, weights }: Taps): void {
  for (let x = 0, tap = 0; x < first.length; x++) {
    let red = 0
    let green = 0
    let blue = 0
    let alpha = 0
    let at = ((first[x] as number) + count) * 4
    for (const end = tap + count; tap < end; tap++, at += 4) {
      const weight = weights[tap] as number
      red += weight * (line[at] as number)
      green += weight * (line[at + 1] as number)
      blue += weight * (line[at + 2] as number)
      alpha += weight * (line[at + 3] as number)
    }
    to[x * 4] = red
    to[x * 4 + 1] = green
    to[x * 4 + 2] = blue
    to[x * 4 + 3] = alpha
  }
}

function addWeighted(sum: Float32Array, row: Float32Array, weight: number): void {
  for (let n = 0; n < sum.length; n++) sum[n] = (sum[n] as number) + weight * (row[n] as number)
}

/** Converts back to straight alpha. The filter overshoots slightly beyond black and white; canvas pixels round and clamp. */
function writeRow(data: PixelData, from: number, sum: Float32Array): void {
  for (let n = 0; n < sum.length; n += 4) {
    const alpha = Math.min(255, sum[n + 3] as number)
    const share = alpha > 0 ? 255 / alpha : 0
    data[from + n] = (sum[n] as number) * share
    data[from + n + 1] = (sum[n + 1] as number) * share
    data[from + n + 2] = (sum[n + 2] as number) * share
    data[from + n + 3] = alpha
  }
}

function clamp(y: number, height: number): number {
  return Math.min(height - 1, Math.max(0, y))
}
