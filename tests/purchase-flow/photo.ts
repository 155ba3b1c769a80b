// A photograph as a phone stores it: landscape pixels, an EXIF tag that says "turn me", made by code so that the
// repository carries no picture of anyone.
import sharp from 'sharp'

const WIDTH = 1200
const HEIGHT = 1600

type Color = readonly [red: number, green: number, blue: number]
type Point = readonly [x: number, y: number]

const SKY: readonly Color[] = [
  [45, 77, 139],
  [242, 181, 107],
  [217, 96, 59],
]
const HORIZON = 0.55
const SUN: Color = [255, 243, 196]
const MOUNTAINS: Color = [60, 42, 77]
const HILLS: Color = [29, 20, 48]
const MOUNTAIN_LINE: readonly Point[] = [
  [0, 1150],
  [330, 820],
  [620, 1120],
  [900, 760],
  [1200, 1090],
]
const HILL_LINE: readonly Point[] = [
  [0, 1330],
  [420, 1080],
  [760, 1340],
  [1200, 1180],
]

/** A JPEG whose pixels lie on their side (EXIF orientation 6): upright it is 1200 x 1600 with a sun at the top. */
export function takePhoto(): Promise<Buffer> {
  const lying = Buffer.alloc(WIDTH * HEIGHT * 3)
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) lying.set(colorAt(x, y), ((WIDTH - 1 - x) * HEIGHT + y) * 3)
  // From pixels rather than an SVG: a test may run where the readers of files are blocked.
  return sharp(lying, { raw: { width: HEIGHT, height: WIDTH, channels: 3 } })
    .jpeg({ quality: 90 })
    .withMetadata({ orientation: 6 })
    .toBuffer()
}

function colorAt(x: number, y: number): Color {
  if (y > lineAt(HILL_LINE, x)) return HILLS
  if (y > lineAt(MOUNTAIN_LINE, x)) return MOUNTAINS
  if (Math.hypot(x - 600, y - 360) < 170) return SUN
  const [top, middle, bottom] = SKY as [Color, Color, Color]
  const share = y / HEIGHT
  return share < HORIZON ? mix(top, middle, share / HORIZON) : mix(middle, bottom, (share - HORIZON) / (1 - HORIZON))
}

function lineAt(line: readonly Point[], x: number): number {
  const next = Math.max(
    1,
    line.findIndex(([at]) => at >= x),
  )
  const [[fromX, fromY], [toX, toY]] = [line[next - 1], line[next]] as [Point, Point]
  return fromY + ((toY - fromY) * (x - fromX)) / (toX - fromX)
}

function mix(from: Color, to: Color, share: number): Color {
  return from.map((value, n) => value + ((to[n] ?? 0) - value) * share) as unknown as Color
}
