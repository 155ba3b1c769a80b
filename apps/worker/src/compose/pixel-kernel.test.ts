import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { Arena, computeStride, type YuvPicture } from './arena.ts'
import { hashKernel, KERNEL_HASH } from './write-pixel-kernel.ts'

// The arithmetic in plain numbers, by its definition; the kernel may differ by one level of 255.
const LUMA = [0.2126, 0.7152, 0.0722].map((share) => (share * 219) / 255)
const BLUE = [-0.2126 / 1.8556, -0.7152 / 1.8556, 0.5].map((share) => (share * 224) / 255)
const RED = [0.5, -0.7152 / 1.5748, -0.0722 / 1.5748].map((share) => (share * 224) / 255)

let arena: Arena
beforeAll(async () => {
  arena = await Arena.open()
})

/** Deterministic pseudo-random numbers. */
function noise(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

interface Rgba {
  readonly address: number
  readonly width: number
  readonly height: number
  at(x: number, y: number): readonly [number, number, number, number]
}

/** Premultiplied pixels: transparent, opaque and in between. */
function someRgba(width: number, height: number, seed: number, isOpaque = false): Rgba {
  const next = noise(seed)
  const bytes = new Uint8Array(width * height * 4)
  for (let n = 0; n < bytes.length; n += 4) {
    const kind = next()
    const alpha = isOpaque || kind < 0.4 ? 255 : kind < 0.6 ? 0 : Math.round(next() * 255)
    for (let channel = 0; channel < 3; channel++) bytes[n + channel] = Math.round(next() * alpha)
    bytes[n + 3] = alpha
  }
  return storeRgba(width, height, bytes)
}

function storeRgba(width: number, height: number, bytes: Uint8Array): Rgba {
  const address = arena.allocate(bytes.length)
  arena.bytes.set(bytes, address)
  return {
    address,
    width,
    height,
    at: (x, y) => Array.from(bytes.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)) as never,
  }
}

const dot = (factors: readonly number[], [r, g, b]: readonly number[]) =>
  (factors[0] ?? 0) * (r ?? 0) + (factors[1] ?? 0) * (g ?? 0) + (factors[2] ?? 0) * (b ?? 0)

/** The mean at a colour sample: two rows, and horizontally 1 2 1 around its left pixel. */
function around(picture: Rgba, x: number, y: number): number[] {
  const sum = [0, 0, 0, 0]
  for (const row of [2 * y, 2 * y + 1]) {
    for (const [column, weight] of [
      [Math.max(0, 2 * x - 1), 1],
      [2 * x, 2],
      [2 * x + 1, 1],
    ] as const) {
      for (const [n, value] of picture.at(column, row).entries()) sum[n] = (sum[n] ?? 0) + (value * weight) / 8
    }
  }
  return sum
}

interface Planes {
  luma: number
  blue: number
  red: number
  opacity: number
  cover: number
}

/** The expected value of pixel (x, y) in one of the planes. */
function expectedSprite(picture: Rgba, plane: keyof Planes, x: number, y: number): number {
  const pixel = picture.at(x, y)
  if (plane === 'luma') return dot(LUMA, pixel) + (pixel[3] * 16) / 255
  if (plane === 'opacity') return pixel[3]
  const mean = around(picture, x, y)
  const alpha = mean[3] ?? 0
  if (plane === 'cover') return alpha
  return dot(plane === 'blue' ? BLUE : RED, mean) + (alpha * 128) / 255
}

function makeSprite(picture: Rgba): { planes: Planes; stride: number } {
  const stride = computeStride(picture.width)
  const plane = () => arena.allocate(stride * picture.height)
  const planes = { luma: plane(), blue: plane(), red: plane(), opacity: plane(), cover: plane() }
  const { luma, blue, red, opacity, cover } = planes
  const { address, width, height } = picture
  arena.kernel.toSprite(address, width * 4, luma, blue, red, opacity, cover, stride, width, height)
  return { planes, stride }
}

function someYuv(width: number, height: number, seed: number): YuvPicture {
  const picture = arena.allocatePicture(width, height)
  const next = noise(seed)
  for (let n = 0; n < (picture.stride * height * 3) / 2; n++) arena.bytes[picture.luma + n] = 16 + next() * 219
  return picture
}

/** Copies of the three planes, read by (plane, x, y). */
function snapshot({ luma, blue, red, stride, height }: YuvPicture) {
  const copy = arena.bytes.slice(luma, luma + (stride * height * 3) / 2)
  return (plane: 'luma' | 'blue' | 'red', x: number, y: number) =>
    copy[plane === 'luma' ? y * stride + x : (plane === 'blue' ? blue : red) - luma + (y * stride) / 2 + x] ?? 0
}

/** The largest difference between the picture and the expected samples. */
function worst(
  picture: YuvPicture,
  expected: (plane: 'luma' | 'blue' | 'red', x: number, y: number) => number,
): number {
  const now = snapshot(picture)
  let max = 0
  for (const plane of ['luma', 'blue', 'red'] as const) {
    const half = plane === 'luma' ? 1 : 2
    for (let y = 0; y < picture.height / half; y++) {
      for (let x = 0; x < picture.width / half; x++) {
        max = Math.max(max, Math.abs(now(plane, x, y) - Math.min(255, Math.max(0, expected(plane, x, y)))))
      }
    }
  }
  return max
}

const SIZE = [48, 20] as const

describe('a sprite', () => {
  it('holds its source premultiplied, in BT.709 limited range', () => {
    const picture = someRgba(...SIZE, 1)
    const { planes, stride } = makeSprite(picture)
    for (const plane of ['luma', 'blue', 'red', 'opacity', 'cover'] as const) {
      const half = plane === 'luma' || plane === 'opacity' ? 1 : 2
      for (let y = 0; y < picture.height / half; y++) {
        for (let x = 0; x < picture.width / half; x++) {
          const got = arena.bytes[planes[plane] + y * (stride / half) + x] ?? 0
          expect(Math.abs(got - expectedSprite(picture, plane, x, y)), `${plane} ${x},${y}`).toBeLessThanOrEqual(0.52)
        }
      }
    }
  })

  it('is blended into the layers below', () => {
    const picture = someRgba(...SIZE, 2)
    const { planes, stride } = makeSprite(picture)
    const below = someYuv(96, 40, 3)
    const before = snapshot(below)
    const [left, top] = [18, 6]
    const corner = [below.luma + top * below.stride + left]
    for (const plane of [below.blue, below.red]) corner.push(plane + ((top / 2) * below.stride) / 2 + left / 2)
    arena.kernel.blendSprite(...corner, below.stride, ...Object.values(planes), stride, ...SIZE)
    expect(worst(below, expectedOver(picture, before, left, top))).toBeLessThanOrEqual(1.3)
  })

  it('leaves the pixels beside it unchanged', () => {
    const clear = storeRgba(48, 20, new Uint8Array(48 * 20 * 4))
    const { planes, stride } = makeSprite(clear)
    const below = someYuv(...SIZE, 6)
    const before = snapshot(below)
    arena.kernel.blendSprite(below.luma, below.blue, below.red, below.stride, ...Object.values(planes), stride, ...SIZE)
    expect(worst(below, before)).toBe(0)
  })
})

function expectedOver(picture: Rgba, before: ReturnType<typeof snapshot>, left: number, top: number) {
  return (plane: 'luma' | 'blue' | 'red', x: number, y: number) => {
    const half = plane === 'luma' ? 1 : 2
    const [px, py] = [x - left / half, y - top / half]
    const below = before(plane, x, y)
    if (px < 0 || py < 0 || px >= picture.width / half || py >= picture.height / half) return below
    const cover = expectedSprite(picture, plane === 'luma' ? 'opacity' : 'cover', px, py) / 255
    return below * (1 - cover) + expectedSprite(picture, plane, px, py)
  }
}

it('turns opaque pixels into a picture', () => {
  const picture = someRgba(...SIZE, 7, true)
  const yuv = someYuv(...SIZE, 8)
  const { luma, blue, red, stride } = yuv
  arena.kernel.toYuv(picture.address, SIZE[0] * 4, luma, blue, red, stride, ...SIZE, arena.allocate(2 * stride))
  expect(worst(yuv, (plane, x, y) => expectedSprite(picture, plane, x, y))).toBeLessThanOrEqual(0.52)
})

it('blends a video by the mask of two drawings of its layer', () => {
  const [width, height] = SIZE
  const next = noise(9)
  const [white, black] = [new Uint8Array(width * height * 4), new Uint8Array(width * height * 4)]
  const shares: number[] = []
  for (let n = 0; n < width * height; n++) {
    const alpha = Math.round(next() * 255)
    const share = Math.round(next() * alpha)
    shares.push(share)
    for (let channel = 0; channel < 3; channel++) {
      black[n * 4 + channel] = Math.round(next() * (alpha - share))
      white[n * 4 + channel] = (black[n * 4 + channel] ?? 0) + share
    }
    black[n * 4 + 3] = alpha
    white[n * 4 + 3] = alpha
  }
  const [whole, around] = [storeRgba(width, height, white), storeRgba(width, height, black)]
  const weights = storeRgba(width, height, new Uint8Array(width * height * 4))
  arena.kernel.separateVideo(whole.address, around.address, weights.address, width * height)
  const rest = storeRgba(width, height, arena.bytes.slice(around.address, around.address + width * height * 4))
  const share = storeRgba(width, height, arena.bytes.slice(weights.address, weights.address + width * height * 4))
  expect(share.at(5, 5)[3]).toBe(shares[5 * width + 5])
  expect(rest.at(5, 5)[3]).toBe((black[(5 * width + 5) * 4 + 3] ?? 0) - (shares[5 * width + 5] ?? 0))

  const { planes, stride } = makeSprite(rest)
  const { planes: weight } = makeSprite(share)
  const video = someYuv(...SIZE, 10)
  const below = someYuv(...SIZE, 11)
  const [shown, before] = [snapshot(video), snapshot(below)]
  arena.kernel.blendVideo(
    ...[below.luma, below.blue, below.red, below.stride],
    ...[video.luma, video.blue, video.red, video.stride],
    ...[weight.opacity, weight.cover],
    ...Object.values(planes),
    ...[stride, ...SIZE, 255],
  )
  const expected = (plane: 'luma' | 'blue' | 'red', x: number, y: number) => {
    const cover = plane === 'luma' ? 'opacity' : 'cover'
    const through = expectedSprite(share, cover, x, y) / 255
    const over = expectedSprite(rest, cover, x, y) / 255
    return before(plane, x, y) * (1 - through - over) + shown(plane, x, y) * through + expectedSprite(rest, plane, x, y)
  }
  expect(worst(below, expected)).toBeLessThanOrEqual(2.1)
})

it('blends an alpha video by its matte', () => {
  const picture = someRgba(...SIZE, 12)
  const { planes, stride } = makeSprite(picture)
  // An alpha video: its colours over black, and its opacity as limited-range luma.
  const alphaVideo = arena.allocatePicture(...SIZE)
  const { luma, blue, red } = alphaVideo
  arena.bytes.fill(16, luma, luma + alphaVideo.stride * alphaVideo.height)
  arena.bytes.fill(128, blue, blue + (alphaVideo.stride * alphaVideo.height) / 2)
  arena.kernel.blendSprite(luma, blue, red, alphaVideo.stride, ...Object.values(planes), stride, ...SIZE)
  const matte = arena.allocate(alphaVideo.stride * alphaVideo.height)
  for (let y = 0; y < SIZE[1]; y++) {
    for (let x = 0; x < SIZE[0]; x++) {
      arena.bytes[matte + y * alphaVideo.stride + x] = 16 + Math.round((picture.at(x, y)[3] * 219) / 255)
    }
  }
  const below = someYuv(...SIZE, 13)
  const before = snapshot(below)
  arena.kernel.blendAlphaVideo(
    ...[below.luma, below.blue, below.red, below.stride],
    ...[luma, blue, red, matte, alphaVideo.stride, ...SIZE, 255, 1],
  )
  expect(worst(below, expectedOver(picture, before, 0, 0))).toBeLessThanOrEqual(3)
})

it('multiplies colours by their opacity', () => {
  const straight = Uint8Array.from({ length: 64 * 4 }, (_, n) => (n * 37) % 256)
  const { address } = storeRgba(16, 4, straight)
  arena.kernel.premultiply(address, 64)
  const expected = straight.map((value, n) =>
    n % 4 === 3 ? value : Math.round((value * (straight[n | 3] ?? 0)) / 255),
  )
  expect(arena.bytes.slice(address, address + straight.length)).toEqual(expected)
})

describe('a plane', () => {
  const [width, height] = [40, 24]
  const plane = () => {
    const picture = someYuv(width, height, 14)
    const before = snapshot(picture)
    return { picture, at: (x: number, y: number) => before('luma', clamp(x, width), clamp(y, height)) }
  }
  const clamp = (value: number, size: number) => Math.min(size - 1, Math.max(0, value))

  it.each([
    [96, 50, 0.4, -0.3, 0],
    [32, 20, 1.25, 0.125, 0],
    [24, 14, 1.7, 0.35, 0.375],
    [20, 12, 2, 0, 0.5],
    [40, 24, 1, -0.125, 0],
    [46, 24, 1, -3.5, 0],
    [34, 20, 1, 4.25, 0],
  ])('is drawn in another size: %i x %i', (toWidth, toHeight, step, start, shift) => {
    const { picture, at } = plane()
    const to = arena.allocatePicture(toWidth, toHeight)
    const [left, each] = [Math.round(start * 65_536), Math.round(step * 65_536)]
    const scratch = arena.allocate(65_536)
    arena.kernel.resample(
      ...[to.luma, to.stride, toWidth, toHeight, picture.luma, picture.stride, width, height],
      ...[left, each, left, each, shift * 256, scratch],
    )
    const got = snapshot(to)
    const mix = (one: number, other: number, share: number) => one + (other - one) * share
    const mixed = (from: typeof at, i: number, j: number, right: number, down: number) =>
      mix(mix(from(i, j), from(i + 1, j), right), mix(from(i, j + 1), from(i + 1, j + 1), right), down)
    const shifted = (i: number, j: number) => mixed(at, clamp(i, width), clamp(j, height), shift, shift)
    for (let y = 0; y < toHeight; y++) {
      for (let x = 0; x < toWidth; x++) {
        const [u, v] = [clamp(start + x * step, width), clamp(start + y * step, height)]
        const [i, j] = [Math.floor(u), Math.floor(v)]
        expect(Math.abs(got('luma', x, y) - mixed(shifted, i, j, u - i, v - j)), `${x},${y}`).toBeLessThanOrEqual(2)
      }
    }
  })

  it('is halved to means of four', () => {
    const { picture, at } = plane()
    const to = arena.allocatePicture(20, 12)
    arena.kernel.halve(to.luma, to.stride, picture.luma, picture.stride, 20, 12)
    const got = snapshot(to)
    for (let y = 0; y < 12; y++) {
      for (let x = 0; x < 20; x++) {
        const mean = (at(2 * x, 2 * y) + at(2 * x + 1, 2 * y) + at(2 * x, 2 * y + 1) + at(2 * x + 1, 2 * y + 1)) / 4
        expect(Math.abs(got('luma', x, y) - mean)).toBeLessThanOrEqual(0.5)
      }
    }
  })

  it('is copied row by row, and known to be uniform', () => {
    const { picture } = plane()
    const to = arena.allocatePicture(64, 24)
    const before = snapshot(picture)
    arena.kernel.copyRows(to.luma, to.stride, picture.luma, picture.stride, width, height)
    const got = snapshot(to)
    expect(got('luma', 39, 23)).toBe(before('luma', 39, 23))
    expect(got('luma', 0, 1)).toBe(before('luma', 0, 1))
    expect(arena.kernel.isUniform(to.luma, to.stride, width, height, 7)).toBe(0)
    arena.bytes.fill(7, to.luma, to.luma + to.stride * height)
    expect(arena.kernel.isUniform(to.luma, to.stride, width, height, 7)).toBe(1)
  })
})

it('is committed as its sources are: node apps/worker/src/compose/write-pixel-kernel.ts', async () => {
  expect(await readFile(KERNEL_HASH, 'utf8')).toBe(hashKernel())
})

it('grows, and reuses freed memory', () => {
  const address = arena.allocate(50_000)
  arena.release(address, 50_000)
  expect(arena.allocate(52_000)).toBe(address)
  const before = arena.bytes.length
  const large = arena.allocate(before)
  arena.bytes[large + before - 1] = 1
  expect(arena.bytes.length).toBeGreaterThan(before)
})
