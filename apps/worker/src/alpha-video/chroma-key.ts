// Chroma keying: separates a subject from the coloured screen behind it and removes the screen's spill. The arithmetic is
// shared with the painter (`@vitrine/document/chroma-key`). For a video that is keyed in advance, the screen colour can also
// be measured across the picture and tracked over time.
import { computeDominance, computeScreenShare, MIN_DOMINANCE, type Rgb } from '@vitrine/document/pixels'

/** Screens are rarely lit evenly: their colour is measured in this many columns, with rows of roughly square cells. */
const COLUMNS = 24
/** A share of screen this close to none or all is noise of the camera or codec. */
const CLEAN_FRONT = 0.06
const CLEAN_SCREEN = 0.08
/** How quickly the measured colour follows the video; slow, so that noise does not make it flicker. */
const FOLLOW = 0.25

/** The screen's colour at the corners of a grid over the picture. */
interface Screen {
  readonly rows: number
  /** RGB per cell. */
  readonly cells: Float32Array
}

/** Keys the pictures of one video in order. */
export class ChromaKeyer {
  readonly #width: number
  readonly #height: number
  readonly #key: Rgb
  readonly #main: 1 | 2
  readonly #dominance: number
  #screen: Screen | undefined

  constructor(width: number, height: number, key: Rgb) {
    this.#width = width
    this.#height = height
    this.#key = key
    this.#main = key[1] >= key[2] ? 1 : 2
    this.#dominance = Math.max(MIN_DOMINANCE, computeDominance(key, 0, this.#main))
  }

  /**
   * Writes a keyed picture: premultiplied colour in the upper half of `into`, the matte as grey in the lower half.
   * @param pixels RGBA of width x height
   * @param into RGBA of width x 2·height
   */
  key(pixels: ArrayLike<number>, into: Uint8Array | Uint8ClampedArray): void {
    const screen = this.#measure(pixels)
    const row = new Float32Array(COLUMNS * 3)
    const matteFrom = this.#width * this.#height * 4
    for (let y = 0; y < this.#height; y++) {
      this.#fillRow(row, screen, y)
      for (let x = 0; x < this.#width; x++) this.#keyPixel(pixels, (y * this.#width + x) * 4, row, x, into, matteFrom)
    }
  }

  #keyPixel(
    pixels: ArrayLike<number>,
    at: number,
    row: Float32Array,
    x: number,
    into: Uint8Array | Uint8ClampedArray,
    matteFrom: number,
  ): void {
    const place = Math.max(0, Math.min(COLUMNS - 1.001, ((x + 0.5) / this.#width) * COLUMNS - 0.5))
    const left = Math.floor(place)
    const share = place - left
    const cell = left * 3
    const red = (row[cell] as number) * (1 - share) + (row[cell + 3] as number) * share
    const green = (row[cell + 1] as number) * (1 - share) + (row[cell + 4] as number) * share
    const blue = (row[cell + 2] as number) * (1 - share) + (row[cell + 5] as number) * share
    const lead = this.#main === 1 ? green - Math.max(red, blue) : blue - Math.max(red, green)
    const raw = computeDominance(pixels, at, this.#main) / Math.max(MIN_DOMINANCE, lead)
    const behind = computeScreenShare(raw, CLEAN_FRONT, 1 - CLEAN_SCREEN)
    const matte = 1 - behind
    const most = 255 * matte
    const r = Math.min(most, Math.max(0, (pixels[at] as number) - behind * red))
    let g = Math.min(most, Math.max(0, (pixels[at + 1] as number) - behind * green))
    let b = Math.min(most, Math.max(0, (pixels[at + 2] as number) - behind * blue))
    // Spill on the subject: cap the screen's main channel, so that it no longer dominates.
    if (this.#main === 1) g = Math.min(g, Math.max(r, b))
    else b = Math.min(b, Math.max(r, g))
    into[at] = Math.round(r)
    into[at + 1] = Math.round(g)
    into[at + 2] = Math.round(b)
    into[at + 3] = 255
    const below = matteFrom + at
    const grey = Math.round(most)
    into[below] = grey
    into[below + 1] = grey
    into[below + 2] = grey
    into[below + 3] = 255
  }

  /** Interpolates the screen's colour along a row of pixels, between the two nearest rows of cells. */
  #fillRow(row: Float32Array, { rows, cells }: Screen, y: number): void {
    const place = Math.max(0, Math.min(rows - 1, ((y + 0.5) / this.#height) * rows - 0.5))
    const top = Math.floor(place)
    const bottom = Math.min(rows - 1, top + 1)
    const share = place - top
    const length = COLUMNS * 3
    for (let n = 0; n < length; n++)
      row[n] = (cells[top * length + n] as number) * (1 - share) + (cells[bottom * length + n] as number) * share
  }

  /** Measures the screen's colour in each cell; covered cells take the colour of their neighbours. */
  #measure(pixels: ArrayLike<number>): Screen {
    const rows = Math.max(2, Math.round((COLUMNS * this.#height) / this.#width))
    const sums = new Float64Array(COLUMNS * rows * 4)
    for (let y = 0; y < this.#height; y += 2) {
      const line = Math.min(rows - 1, Math.floor((y / this.#height) * rows)) * COLUMNS
      for (let x = 0; x < this.#width; x += 2) {
        const at = (y * this.#width + x) * 4
        if (!this.#isScreen(pixels, at)) continue
        const cell = (line + Math.min(COLUMNS - 1, Math.floor((x / this.#width) * COLUMNS))) * 4
        for (let channel = 0; channel < 3; channel++) {
          const sum = sums[cell + channel] as number
          sums[cell + channel] = sum + (pixels[at + channel] as number)
        }
        sums[cell + 3] = (sums[cell + 3] as number) + 1
      }
    }
    const most = (this.#width / COLUMNS) * (this.#height / rows) * 0.25
    const cells = spreadKnown(sums, rows, most * 0.2, this.#key)
    const before = this.#screen?.cells
    if (before)
      for (let n = 0; n < cells.length; n++)
        cells[n] = (before[n] as number) * (1 - FOLLOW) + (cells[n] as number) * FOLLOW
    this.#screen = { rows, cells }
    return this.#screen
  }

  #isScreen(pixels: ArrayLike<number>, at: number): boolean {
    const lead = computeDominance(pixels, at, this.#main)
    return lead > this.#dominance * 0.6 && lead < this.#dominance * 1.6
  }
}

/** Means of the cells with enough samples, spread to the other cells. */
function spreadKnown(sums: Float64Array, rows: number, enough: number, key: Rgb): Float32Array {
  const cells = new Float32Array(COLUMNS * rows * 3)
  const known = new Uint8Array(COLUMNS * rows)
  for (let cell = 0; cell < known.length; cell++) {
    const count = sums[cell * 4 + 3] as number
    if (count < Math.max(1, enough)) continue
    known[cell] = 1
    for (let channel = 0; channel < 3; channel++)
      cells[cell * 3 + channel] = (sums[cell * 4 + channel] as number) / count
  }
  if (!known.includes(1)) {
    for (let n = 0; n < cells.length; n++) cells[n] = key[n % 3] as number
    return cells
  }
  while (known.includes(0)) spreadOnce(cells, known, rows)
  return cells
}

function spreadOnce(cells: Float32Array, known: Uint8Array, rows: number): void {
  const before = Uint8Array.from(known)
  for (let cell = 0; cell < known.length; cell++) {
    if (before[cell] === 1) continue
    const [x, y] = [cell % COLUMNS, Math.floor(cell / COLUMNS)]
    const around = [
      [x - 1, y],
      [x + 1, y],
      [x, y - 1],
      [x, y + 1],
    ]
    const neighbours = around.flatMap(([nx = 0, ny = 0]) => {
      const index = ny * COLUMNS + nx
      return nx >= 0 && nx < COLUMNS && ny >= 0 && ny < rows && before[index] === 1 ? [index] : []
    })
    if (neighbours.length === 0) continue
    for (let channel = 0; channel < 3; channel++) {
      const sum = neighbours.reduce((total, index) => total + (cells[index * 3 + channel] as number), 0)
      cells[cell * 3 + channel] = sum / neighbours.length
    }
    known[cell] = 1
  }
}
