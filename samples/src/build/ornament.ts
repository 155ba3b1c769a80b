// Drawn ornament, all of it paths: arches, garlands, lamps, lotus, mandalas, lanterns, bunting. Each stands at the origin.
import type { ShapeItem } from '@vitrine/composition/shape-item'
import { around, blend, block, d, disc, fill, group, halo, line, star, type Tone, tidy } from './shape.ts'

/**
 * The opening of a cusped (jharokha) arch as path data: feet at `(±width/2, 0)`, springing line at `-rise`, tip at
 * `-(rise + crown)`, all moved by `(x, y)`. `foils` scallops on each side; the last one sweeps up into an ogee tip.
 */
export function cuspedArch(width: number, rise: number, crown: number, foils = 4, x = 0, y = 0): string {
  const half = width / 2
  const point = (share: number): [number, number] => {
    const angle = (share * Math.PI) / 2
    return [half * Math.cos(angle) ** 1.05, -rise - crown * 0.82 * Math.sin(angle) ** 1.1]
  }
  const at = (px: number, py: number) => `${tidy(px + x)} ${tidy(py + y)}`
  const shares = Array.from({ length: foils + 1 }, (_, index) => (index / foils) * 0.86)
  const left: string[] = []
  const right: string[] = []
  for (let index = 1; index <= foils; index += 1) {
    const [x0, y0] = point(shares[index - 1] ?? 0)
    const [x1, y1] = point(shares[index] ?? 0)
    const radius = tidy(Math.hypot(x1 - x0, y1 - y0) * 0.56)
    left.push(`A${radius} ${radius} 0 0 1 ${at(-x1, y1)}`)
    right.unshift(`A${radius} ${radius} 0 0 1 ${at(x0, y0)}`)
  }
  const [tipX, tipY] = point(shares[foils] ?? 0.86)
  const top = -(rise + crown)
  const ogee = [
    `C${at(-tipX, tipY - crown * 0.1)} ${at(-tipX * 0.16, tipY - crown * 0.06)} ${at(0, top)}`,
    `C${at(tipX * 0.16, tipY - crown * 0.06)} ${at(tipX, tipY - crown * 0.1)} ${at(tipX, tipY)}`,
  ]
  return `M${at(-half, 0)} L${at(-half, -rise)} ${left.join(' ')} ${ogee.join(' ')} ${right.join(' ')} L${at(half, 0)} Z`
}

/** A wall with an opening cut out of it, as path data for the even-odd rule. */
export function wallWithOpening(left: number, top: number, right: number, bottom: number, opening: string): string {
  return `M${left} ${top} L${right} ${top} L${right} ${bottom} L${left} ${bottom} Z ${opening}`
}

/** A marigold of three ruffled rings. */
export function marigold(
  radius: number,
  outer: Tone,
  middle: Tone,
  heart: Tone,
  x = 0,
  y = 0,
  turnDegrees = 0,
): ShapeItem {
  return group(
    [
      group([star(9, radius * 0.34, radius * 0.22, 60, 60), fill(heart)]),
      group([star(12, radius * 0.7, radius * 0.52, 90, 60), fill(middle)]),
      group([star(15, radius, radius * 0.78, 90, 60), fill(outer)]),
    ],
    { p: [tidy(x), tidy(y)], r: turnDegrees },
  )
}

/** A string of marigolds hanging in a catenary between two points, alternating two colours. */
export function garland(
  from: readonly [number, number],
  to: readonly [number, number],
  sag: number,
  beads: number,
  radius: number,
  colors: readonly [Tone, Tone, Tone, Tone],
): ShapeItem[] {
  const items: ShapeItem[] = []
  for (let index = 0; index < beads; index += 1) {
    const share = index / (beads - 1)
    const x = from[0] + (to[0] - from[0]) * share
    const y = from[1] + (to[1] - from[1]) * share + sag * 4 * share * (1 - share)
    const [light, mid, dark] = colors
    const warm = index % 2 === 0
    items.push(marigold(radius, warm ? mid : light, warm ? dark : mid, warm ? mid : dark, x, y, index * 23))
  }
  return items
}

/** A string hanging straight down, ending in a tassel of leaves or a bell. */
export function hangingString(
  length: number,
  beads: number,
  radius: number,
  colors: readonly [Tone, Tone, Tone, Tone],
): ShapeItem[] {
  const [light, mid, dark, leaf] = colors
  const items: ShapeItem[] = []
  for (let index = 0; index < beads; index += 1) {
    const y = (length * (index + 0.5)) / beads
    const warm = index % 3 !== 1
    items.push(
      marigold(
        radius * (warm ? 1 : 0.86),
        warm ? mid : light,
        warm ? dark : mid,
        warm ? light : dark,
        0,
        y,
        index * 31,
      ),
    )
  }
  const leafPath = `M0 0 C ${radius * 0.9} ${radius * 0.8} ${radius * 0.7} ${radius * 2.2} 0 ${radius * 3} C ${-radius * 0.7} ${radius * 2.2} ${-radius * 0.9} ${radius * 0.8} 0 0 Z`
  for (const lean of [0, -34, 34]) items.push(group([d(leafPath), fill(leaf)], { p: [0, length], r: lean }))
  return items
}

/** Mango leaves in a row, as hung over a door; tips point down. */
export function leafRow(width: number, count: number, length: number, colors: readonly [Tone, Tone]): ShapeItem[] {
  const step = width / count
  const half = step * 0.56
  const leaf = `M0 0 C ${tidy(half)} ${tidy(length * 0.25)} ${tidy(half * 0.8)} ${tidy(length * 0.7)} 0 ${length} C ${tidy(-half * 0.8)} ${tidy(length * 0.7)} ${tidy(-half)} ${tidy(length * 0.25)} 0 0 Z`
  return Array.from({ length: count }, (_, index) =>
    group([d(leaf), fill(colors[index % 2] ?? colors[0])], { p: [tidy(-width / 2 + step * (index + 0.5)), 0] }),
  )
}

/** The bowl of an oil lamp, 200 wide, its rim at y = 0. The flame is `flame`. */
export function diyaBowl(light: Tone, mid: Tone, dark: Tone): ShapeItem[] {
  return [
    group([disc(0, 0, 176, 26), fill(dark)]),
    group([
      disc(0, -2, 200, 38),
      blend(
        [-100, 0],
        [100, 0],
        [
          [0, mid],
          [0.45, light],
          [1, mid],
        ],
      ),
    ]),
    group([around(9, [disc(0, 0, 10), fill(light)]), { ty: 'tr', p: [0, 44], s: [100, 30] }]),
    group([
      d('M-100 0 C -94 58 -48 92 0 92 C 48 92 94 58 100 0 C 60 20 -60 20 -100 0 Z'),
      blend(
        [0, 0],
        [0, 92],
        [
          [0, mid],
          [0.5, dark],
          [1, dark],
        ],
      ),
    ]),
    group([d('M-34 88 L34 88 L46 106 L-46 106 Z'), fill(dark)]),
  ]
}

/** A flame 120 high that stands on the origin. */
export function flame(core: Tone, body: Tone, edge: Tone): ShapeItem[] {
  return [
    group([d('M0 -4 C 14 -16 14 -34 0 -58 C -14 -34 -14 -16 0 -4 Z'), fill(core)]),
    group([
      d('M0 0 C 28 -20 26 -56 0 -104 C -26 -56 -28 -20 0 0 Z'),
      blend(
        [0, 0],
        [0, -104],
        [
          [0, body],
          [0.5, core],
          [1, body],
        ],
      ),
    ]),
    group([d('M0 4 C 40 -22 34 -68 0 -126 C -34 -68 -40 -22 0 4 Z'), fill(edge, 55)]),
  ]
}

/** A lotus seen from the side, `size` wide, standing on the origin. */
export function lotus(size: number, light: Tone, mid: Tone, dark: Tone): ShapeItem[] {
  const petal = (height: number, width: number) =>
    `M0 0 C ${tidy(width)} ${tidy(-height * 0.3)} ${tidy(width * 0.8)} ${tidy(-height * 0.8)} 0 ${tidy(-height)} C ${tidy(-width * 0.8)} ${tidy(-height * 0.8)} ${tidy(-width)} ${tidy(-height * 0.3)} 0 0 Z`
  const shape = (height: number, width: number, lean: number, color: Tone, tip: Tone) =>
    group(
      [
        d(petal(height, width)),
        blend(
          [0, 0],
          [0, -height],
          [
            [0, color],
            [1, tip],
          ],
        ),
      ],
      { r: lean },
    )
  const h = size * 0.56
  const w = size * 0.2
  return [
    shape(h * 0.72, w * 0.8, -24, mid, light),
    shape(h * 0.72, w * 0.8, 24, mid, light),
    shape(h, w, 0, dark, light),
    shape(h * 0.94, w, -34, dark, mid),
    shape(h * 0.94, w, 34, dark, mid),
    shape(h * 0.86, w * 0.92, -62, dark, mid),
    shape(h * 0.86, w * 0.92, 62, dark, mid),
    shape(h * 0.7, w * 0.7, -86, dark, mid),
    shape(h * 0.7, w * 0.7, 86, dark, mid),
  ]
}

/** A round ornament of rings of petals and dots; `colors` go from the middle outwards. */
export function mandala(radius: number, colors: readonly [Tone, Tone, Tone], petals = 16): ShapeItem[] {
  const [inner, mid, outer] = colors
  const petal = (from: number, to: number, width: number) => {
    const middle = (from + to) / 2
    return `M0 ${tidy(-from)} C ${tidy(width)} ${tidy(-middle)} ${tidy(width * 0.6)} ${tidy(-to * 0.96)} 0 ${tidy(-to)} C ${tidy(-width * 0.6)} ${tidy(-to * 0.96)} ${tidy(-width)} ${tidy(-middle)} 0 ${tidy(-from)} Z`
  }
  const r = radius
  const thin = Math.max(1.5, r * 0.008)
  return [
    group([disc(0, 0, r * 0.16), fill(inner)]),
    around(petals / 2, [d(petal(r * 0.1, r * 0.32, r * 0.09)), fill(mid)]),
    around(petals / 2, [d(petal(r * 0.14, r * 0.4, r * 0.1)), line(inner, thin)], 360 / petals),
    group([disc(0, 0, r * 0.86), line(mid, thin)]),
    around(petals * 2, [disc(0, -r * 0.47, r * 0.028), fill(inner)]),
    around(petals, [d(petal(r * 0.44, r * 0.74, r * 0.1)), line(outer, thin * 1.2)]),
    around(petals, [d(petal(r * 0.52, r * 0.66, r * 0.045)), fill(mid)]),
    around(petals, [d(petal(r * 0.5, r * 0.92, r * 0.12)), line(inner, thin)], 180 / petals),
    around(petals, [disc(0, -r * 0.8, r * 0.04), fill(outer)]),
    group([disc(0, 0, r * 1.9), line(mid, thin)]),
    around(petals * 3, [disc(0, -r * 0.985, r * 0.018), fill(outer)]),
  ]
}

/** A filled rangoli: solid petals of powder in rings. */
export function rangoli(radius: number, colors: readonly Tone[], petals = 12): ShapeItem[] {
  const tone = (index: number): Tone => colors[index % colors.length] ?? '#ffffff'
  const ring = (from: number, to: number, width: number, count: number, color: Tone, start = 0) =>
    around(
      count,
      [
        d(
          `M0 ${tidy(-from * radius)} Q ${tidy(width * radius)} ${tidy((-(from + to) / 2) * radius)} 0 ${tidy(-to * radius)} Q ${tidy(-width * radius)} ${tidy((-(from + to) / 2) * radius)} 0 ${tidy(-from * radius)} Z`,
        ),
        fill(color),
      ],
      start,
    )
  return [
    group([disc(0, 0, radius * 0.12), fill(tone(0))]),
    ring(0.04, 0.3, 0.13, petals / 2, tone(1)),
    ring(0.04, 0.4, 0.17, petals / 2, tone(2), 360 / petals),
    around(petals, [disc(0, -radius * 0.43, radius * 0.045), fill(tone(0))]),
    ring(0.3, 0.66, 0.14, petals, tone(3), 180 / petals),
    ring(0.36, 0.6, 0.08, petals, tone(4), 180 / petals),
    ring(0.34, 0.8, 0.2, petals, tone(5)),
    ring(0.5, 0.76, 0.1, petals, tone(1)),
    around(petals * 2, [disc(0, -radius * 0.86, radius * 0.04), fill(tone(0))]),
    ring(0.62, 0.99, 0.13, petals, tone(2), 180 / petals),
  ]
}

/** A hanging lantern (fanous), 160 wide and 300 high; the hook is at the origin. `light` is the colour of its panes. */
export function lantern(metal: Tone, shade: Tone, light: Tone, core: Tone): ShapeItem[] {
  return [
    group([d('M-10 118 L-40 212 L-16 212 Z M10 118 L40 212 L16 212 Z'), fill(metal)]),
    group([d('M0 150 C 16 168 14 188 0 204 C -14 188 -16 168 0 150 Z'), fill(core)]),
    group([
      d('M-52 112 L52 112 L72 216 L-72 216 Z'),
      halo([0, 170], 92, [
        [0, core],
        [0.55, light],
        [1, shade],
      ]),
    ]),
    group([
      d('M-58 216 L58 216 L80 236 L-80 236 Z M-80 236 L80 236 L58 258 L-58 258 Z'),
      blend(
        [-80, 0],
        [80, 0],
        [
          [0, shade],
          [0.4, metal],
          [1, shade],
        ],
      ),
    ]),
    group([d('M-70 112 L70 112 L58 98 L-58 98 Z'), fill(shade)]),
    group([
      d('M-58 98 C -52 56 -22 46 0 18 C 22 46 52 56 58 98 Z'),
      blend(
        [-58, 0],
        [58, 0],
        [
          [0, shade],
          [0.4, metal],
          [1, shade],
        ],
      ),
    ]),
    group([disc(0, 8, 26), line(metal, 6)]),
    group([disc(0, 272, 22), fill(metal)]),
    group([block(0, 296, 5, 30), fill(metal)]),
  ]
}

/** A crescent of the given radius, open to the upper right. */
export function crescent(radius: number): ShapeItem {
  const r = radius
  return d(
    `M${tidy(r * 0.42)} ${tidy(-r * 0.9)} A${r} ${r} 0 1 0 ${tidy(r * 0.94)} ${tidy(r * 0.34)} A${tidy(r * 0.8)} ${tidy(r * 0.8)} 0 1 1 ${tidy(r * 0.42)} ${tidy(-r * 0.9)} Z`,
  )
}

/** Bunting between two points: a line and triangles along its sag. */
export function bunting(
  width: number,
  sag: number,
  flags: number,
  size: number,
  colors: readonly Tone[],
  cord: Tone,
): ShapeItem[] {
  const items: ShapeItem[] = []
  for (let index = 0; index < flags; index += 1) {
    const share = (index + 0.5) / flags
    const x = (share - 0.5) * width
    const y = sag * 4 * share * (1 - share)
    const slope = Math.atan2(sag * 4 * (1 - 2 * share), width) * (180 / Math.PI)
    items.push(
      group(
        [d(`M${-size / 2} 0 L${size / 2} 0 L0 ${size * 1.15} Z`), fill(colors[index % colors.length] ?? '#ffffff')],
        {
          p: [tidy(x), tidy(y)],
          r: tidy(slope),
        },
      ),
    )
  }
  items.push(group([d(`M${-width / 2} 0 Q 0 ${sag * 2} ${width / 2} 0`), line(cord, 4)]))
  return items
}

/** A four-pointed sparkle. */
export function sparkle(size: number): ShapeItem {
  const s = size
  return d(
    `M0 ${-s} Q ${tidy(s * 0.1)} ${tidy(-s * 0.1)} ${s} 0 Q ${tidy(s * 0.1)} ${tidy(s * 0.1)} 0 ${s} Q ${tidy(-s * 0.1)} ${tidy(s * 0.1)} ${-s} 0 Q ${tidy(-s * 0.1)} ${tidy(-s * 0.1)} 0 ${-s} Z`,
  )
}

/** A paisley (ambi) about `size` high, its tip curling to the right. */
export function paisley(size: number, body: Tone, heart: Tone, edge: Tone): ShapeItem[] {
  const k = size / 100
  const scale = { s: [k * 100, k * 100] }
  return [
    group(
      [
        group([disc(-4, 20, 18), fill(edge)]),
        group([d('M-2 46 C -26 44 -32 14 -14 -4 C 4 -20 16 -16 14 -30 C 26 -8 28 42 -2 46 Z'), fill(heart)]),
        group([d('M-2 60 C -44 58 -52 8 -22 -18 C 2 -38 20 -36 12 -62 C 44 -34 46 58 -2 60 Z'), fill(body)]),
      ],
      scale,
    ),
    group(
      [d('M-2 70 C -58 66 -66 2 -28 -28 C 0 -48 14 -46 2 -76 C 52 -48 58 68 -2 70 Z'), line(edge, 3, { dash: [1, 9] })],
      scale,
    ),
  ]
}

/** A thin divider: a line on both sides of a small diamond or lotus bud. */
export function divider(width: number, color: Tone, weight = 2.5): ShapeItem[] {
  const half = width / 2
  return [
    group([d('M0 -11 L11 0 L0 11 L-11 0 Z'), fill(color)]),
    group([d('M-26 0 L-20 -6 L-14 0 L-20 6 Z M26 0 L20 -6 L14 0 L20 6 Z'), fill(color)]),
    group([d(`M${-half} 0 L-38 0 M38 0 L${half} 0`), line(color, weight)]),
  ]
}
