// Plants as paths: leaves, sprigs along a bent stem, and loose flowers. Each stands at the origin.
import type { ShapeItem } from '@vitrine/composition/shape-item'
import { around, d, disc, fill, group, line, type Tone, tidy } from './shape.ts'

/** A pointed leaf that grows upwards from the origin. `belly` is its half width as a share of its length. */
export function leafPath(length: number, belly = 0.26): string {
  const [l, w] = [length, length * belly]
  return `M0 0 C ${tidy(w)} ${tidy(-l * 0.2)} ${tidy(w * 1.15)} ${tidy(-l * 0.66)} 0 ${tidy(-l)} C ${tidy(-w * 1.15)} ${tidy(-l * 0.66)} ${tidy(-w)} ${tidy(-l * 0.2)} 0 0 Z`
}

interface Sprig {
  /** How far the tip is from the foot, and how far the stem bends to the right on its way, in pixels. */
  readonly length: number
  readonly bend: number
  /** Pairs of leaves, and the length of the lowest; they get shorter towards the tip. */
  readonly pairs: number
  readonly leaf: number
  readonly belly?: number
  readonly stem: Tone
  readonly leaves: readonly Tone[]
  /** Percent. */
  readonly opacity?: number
}

/** A stem that grows upwards from the origin with leaves on both sides. */
export function sprig({ length, bend, pairs, leaf, belly = 0.26, stem, leaves, opacity = 100 }: Sprig): ShapeItem[] {
  const items: ShapeItem[] = []
  const tipLean = Math.atan2(bend * 2, length) * (180 / Math.PI)
  const at = (share: number): [number, number] => [tidy(bend * share * share), tidy(-length * share)]
  items.push(
    group([d(leafPath(leaf * 0.7, belly)), fill(leaves[0] ?? stem, opacity)], { p: at(0.99), r: tidy(tipLean) }),
  )
  for (let pair = 0; pair < pairs; pair += 1) {
    for (const side of [-1, 1]) {
      const share = 0.12 + (0.84 * (pair + (side > 0 ? 0.42 : 0))) / pairs
      const lean = Math.atan2(2 * bend * share, length) * (180 / Math.PI)
      const size = leaf * (1 - share * 0.42)
      const tone = leaves[(pair * 2 + (side > 0 ? 1 : 0)) % leaves.length] ?? stem
      items.push(
        group([d(leafPath(size, belly)), fill(tone, opacity)], {
          p: at(share),
          r: tidy(lean + side * (58 - share * 18)),
        }),
      )
    }
  }
  items.push(
    group([
      d(`M0 0 Q 0 ${tidy(-length * 0.5)} ${tidy(bend)} ${tidy(-length)}`),
      line(stem, Math.max(2, leaf * 0.035), { opacity }),
    ]),
  )
  return items
}

/** A branch of round eucalyptus leaves that grows upwards from the origin. */
export function eucalyptus(
  length: number,
  bend: number,
  count: number,
  leaf: number,
  stem: Tone,
  leaves: readonly Tone[],
): ShapeItem[] {
  const items: ShapeItem[] = []
  for (let index = count - 1; index >= 0; index -= 1) {
    const share = 0.1 + (0.9 * index) / count
    const size = leaf * (1.05 - share * 0.55)
    const side = index % 2 === 0 ? -1 : 1
    const lean = Math.atan2(2 * bend * share, length) * (180 / Math.PI)
    items.push(
      group(
        [
          group([d(`M0 ${tidy(-size * 0.2)} L0 ${tidy(-size * 0.85)}`), line(stem, 2.5, { opacity: 35 })]),
          group([disc(0, -size * 0.5, size * 0.86, size), fill(leaves[index % leaves.length] ?? stem, 88)]),
        ],
        { p: [tidy(bend * share * share), tidy(-length * share)], r: tidy(lean + side * (64 - share * 30)) },
      ),
    )
  }
  items.push(group([d(`M0 0 Q 0 ${tidy(-length * 0.5)} ${tidy(bend)} ${tidy(-length)}`), line(stem, 5)]))
  return items
}

/** An open flower seen from above: two rings of round petals and a heart of stamens. */
export function blossom(radius: number, petal: Tone, shade: Tone, heart: Tone): ShapeItem[] {
  const r = radius
  return [
    around(12, [disc(0, -r * 0.17, r * 0.06), fill(heart)]),
    group([disc(0, 0, r * 0.22), fill(heart)]),
    around(
      6,
      [disc(0, -r * 0.36, r * 0.5, r * 0.62), fill(petal), line(shade, Math.max(1.5, r * 0.02), { opacity: 50 })],
      30,
    ),
    around(6, [
      disc(0, -r * 0.58, r * 0.66, r * 0.84),
      fill(petal),
      line(shade, Math.max(1.5, r * 0.02), { opacity: 60 }),
    ]),
  ]
}
