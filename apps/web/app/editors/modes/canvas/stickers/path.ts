// SVG path data for stickers, in a square of 100 by 100 centred at 50, 50.

const text = (value: number) => String(Math.round(value * 100) / 100)
const at = (x: number, y: number) => `${text(x)} ${text(y)}`

/** A point at an angle (degrees clockwise from the top) and a distance from a middle. */
export function polar(degrees: number, distance: number, x = 50, y = 50): readonly [number, number] {
  const turn = ((degrees - 90) * Math.PI) / 180
  return [x + Math.cos(turn) * distance, y + Math.sin(turn) * distance]
}

/** How far the handles of a quarter of a circle reach, as a share of its radius. */
const quarter = 0.5523

export function ellipse(x: number, y: number, rx: number, ry = rx): string {
  const [hx, hy] = [rx * quarter, ry * quarter]
  return (
    `M${at(x, y - ry)}C${at(x + hx, y - ry)} ${at(x + rx, y - hy)} ${at(x + rx, y)}` +
    `C${at(x + rx, y + hy)} ${at(x + hx, y + ry)} ${at(x, y + ry)}` +
    `C${at(x - hx, y + ry)} ${at(x - rx, y + hy)} ${at(x - rx, y)}` +
    `C${at(x - rx, y - hy)} ${at(x - hx, y - ry)} ${at(x, y - ry)}Z`
  )
}

/** Straight lines through points, closed. */
export function polygon(points: readonly (readonly [number, number])[]): string {
  return `M${points.map(([x, y]) => at(x, y)).join('L')}Z`
}

/** A rectangle with round corners. */
export function box(x: number, y: number, width: number, height: number, radius = 0): string {
  const r = Math.min(radius, width / 2, height / 2)
  if (r === 0)
    return polygon([
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ])
  const h = r * (1 - quarter)
  const [right, bottom] = [x + width, y + height]
  return (
    `M${at(x + r, y)}L${at(right - r, y)}C${at(right - h, y)} ${at(right, y + h)} ${at(right, y + r)}` +
    `L${at(right, bottom - r)}C${at(right, bottom - h)} ${at(right - h, bottom)} ${at(right - r, bottom)}` +
    `L${at(x + r, bottom)}C${at(x + h, bottom)} ${at(x, bottom - h)} ${at(x, bottom - r)}` +
    `L${at(x, y + r)}C${at(x, y + h)} ${at(x + h, y)} ${at(x + r, y)}Z`
  )
}

/** A star; few points with a small inner radius look sharp, many with a large one like a seal. */
export function star(points: number, outer: number, inner: number, x = 50, y = 50, turn = 0): string {
  return polygon(
    Array.from({ length: points * 2 }, (_, n) => polar(turn + (n * 180) / points, n % 2 === 0 ? outer : inner, x, y)),
  )
}

/** A petal or leaf from a foot to a tip; `belly` is its width as a share of its length. */
export function petal(degrees: number, from: number, to: number, belly = 0.35, x = 50, y = 50): string {
  const [fx, fy] = polar(degrees, from, x, y)
  const [tx, ty] = polar(degrees, to, x, y)
  const width = (to - from) * belly
  const [sx, sy] = [polar(degrees + 90, width, 0, 0), polar(degrees - 90, width, 0, 0)]
  const along = (share: number) => [fx + (tx - fx) * share, fy + (ty - fy) * share] as const
  const [low, high] = [along(0.25), along(0.8)]
  return (
    `M${at(fx, fy)}C${at(low[0] + sx[0], low[1] + sx[1])} ${at(high[0] + sx[0], high[1] + sx[1])} ${at(tx, ty)}` +
    `C${at(high[0] + sy[0], high[1] + sy[1])} ${at(low[0] + sy[0], low[1] + sy[1])} ${at(fx, fy)}Z`
  )
}

/** The same figure so many times around the middle. */
export function around(count: number, figure: (degrees: number) => string, turn = 0): string {
  return Array.from({ length: count }, (_, n) => figure(turn + (n * 360) / count)).join('')
}

/** A drop with its tip on top: a flame, rain, a bead. */
export function drop(x: number, top: number, bottom: number, width: number): string {
  const height = bottom - top
  const r = width / 2
  return (
    `M${at(x, top)}C${at(x + r * 0.35, top + height * 0.3)} ${at(x + r, top + height * 0.5)} ${at(x + r, top + height * 0.68)}` +
    `C${at(x + r, top + height * 0.87)} ${at(x + r * 0.55, bottom)} ${at(x, bottom)}` +
    `C${at(x - r * 0.55, bottom)} ${at(x - r, top + height * 0.87)} ${at(x - r, top + height * 0.68)}` +
    `C${at(x - r, top + height * 0.5)} ${at(x - r * 0.35, top + height * 0.3)} ${at(x, top)}Z`
  )
}

/** A heart of a width around its middle. */
export function heart(x = 50, y = 50, width = 80, turn = 0): string {
  const s = width / 100
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
  const p = (px: number, py: number) => {
    const [dx, dy] = [(px - 50) * s, (py - 50) * s]
    return at(x + dx * cos - dy * sin, y + dx * sin + dy * cos)
  }
  return (
    `M${p(50, 96)}C${p(22, 74)} ${p(0, 56)} ${p(0, 31)}C${p(0, 14)} ${p(13, 3)} ${p(27, 3)}C${p(37, 3)} ${p(46, 9)} ${p(50, 18)}` +
    `C${p(54, 9)} ${p(63, 3)} ${p(73, 3)}C${p(87, 3)} ${p(100, 14)} ${p(100, 31)}C${p(100, 56)} ${p(78, 74)} ${p(50, 96)}Z`
  )
}

/** A circle within a circle, to be filled by the even-odd rule. */
export function ring(x: number, y: number, outer: number, inner: number): string {
  return ellipse(x, y, outer) + ellipse(x, y, inner)
}
