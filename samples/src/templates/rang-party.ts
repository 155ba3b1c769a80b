// Holi party invitation, 9:16: crisp splats of paint on white, the word stacked in letters as wide as the phone.
import { createChance } from '../build/chance.ts'
import {
  buildStill,
  colorField,
  fieldText,
  type LayerDraft,
  type Still,
  textField,
  toggleField,
} from '../build/scene.ts'
import { block, d, disc, fill, group, tidy } from '../build/shape.ts'

const paints = ['#ff2d78', '#ffb800', '#00b4a6', '#6c3bff', '#ff6a1a', '#38c24a', '#00a3ff'] as const
const ink = '#1b1036'

const still: Still = {
  id: 'rang-party',
  name: 'Rang Party',
  width: 1080,
  height: 1920,
  background: '#fffdf8',
  fonts: ['yatra', 'bebas', 'poppins', 'poppinsBold'],
  fields: [
    textField('over', 'Line above', 'You are getting', { maxLength: 24, minFontSize: 36 }),
    textField('one', 'First big word', 'HOLI', { maxLength: 7, minFontSize: 130, required: true }),
    textField('two', 'Second big word', 'SOAKED', { maxLength: 9, minFontSize: 120 }),
    textField('hindi', 'In Hindi', 'रंग बरसे', { maxLength: 18, minFontSize: 50 }),
    textField('when', 'When', 'Monday 22 March, 10 am', { maxLength: 32, minFontSize: 26, required: true }),
    textField('where', 'Where', 'Courtyard, 7 Civil Lines, Lucknow', { maxLength: 48, maxLines: 2, minFontSize: 26 }),
    textField('note', 'Note', 'White clothes, organic colour, thandai for all', {
      maxLength: 60,
      maxLines: 2,
      minFontSize: 24,
    }),
    colorField('color', 'Colour of the letters', ['#1b1036', '#d6005e', '#4a1fb8', '#00665e']),
    toggleField('drops', 'Drops', true),
  ],
  layers: [
    fieldText({ $field: 'over' }, [80, 330, 920, 90], 'Poppins', 60, ink, { weight: 700 }),
    fieldText(
      { $field: 'one' },
      [40, 400, 1000, 420],
      'Bebas Neue',
      440,
      { $field: 'color' },
      { lineHeight: 1, tracking: 10 },
    ),
    fieldText({ $field: 'two' }, [40, 742, 1000, 380], 'Bebas Neue', 392, { $field: 'color' }, { lineHeight: 1 }),
    {
      type: 'group',
      ks: { p: [540, 1166], r: -5 },
      layers: [
        fieldText({ $field: 'hindi' }, [-300, -76, 600, 152], 'Yatra One', 128, '#ffffff'),
        { type: 'shape', shapes: [group([d(brushStroke(780, 168)), fill('#ff2d78')])] },
      ],
    },
    fieldText({ $field: 'when' }, [120, 1300, 840, 76], 'Poppins', 54, ink, { weight: 700 }),
    fieldText({ $field: 'where' }, [140, 1376, 800, 110], 'Poppins', 38, ink, {
      weight: 500,
      lineHeight: 1.25,
      wrap: 'balance',
      valign: 'top',
    }),
    {
      type: 'group',
      layers: [
        fieldText({ $field: 'note' }, [180, 1494, 720, 96], 'Poppins', 32, '#ffffff', {
          weight: 500,
          lineHeight: 1.3,
          wrap: 'balance',
        }),
        { type: 'shape', shapes: [group([block(540, 1542, 800, 124, 62), fill(ink)])] },
      ],
    },
    drops(),
    ...splats(),
    { type: 'texture', kind: 'paper', seed: 14, amount: 0.05 },
    { type: 'solid', color: '#fffdf8' },
  ],
}

/** The document of this template. */
export const rangParty = () => buildStill(still)

/** A thrown splat of paint: a lumpy middle with arms that end in beads, as path data around the origin. */
function splat(radius: number, arms: number, seed: number): string {
  const chance = createChance(seed)
  const points: [number, number][] = []
  const beads: string[] = []
  for (let arm = 0; arm < arms; arm += 1) {
    const angle = ((arm + chance() * 0.5) / arms) * Math.PI * 2
    const reach = radius * (chance() < 0.4 ? 1.15 + chance() * 0.6 : 0.86 + chance() * 0.2)
    const half = (Math.PI / arms) * (reach > radius ? 0.22 : 0.42)
    const put = (a: number, r: number) => points.push([Math.cos(a) * r, Math.sin(a) * r])
    put(angle - half * 1.6, radius * (0.7 + chance() * 0.1))
    put(angle - half * 0.6, reach)
    put(angle + half * 0.6, reach)
    put(angle + half * 1.6, radius * (0.7 + chance() * 0.1))
    if (reach > radius * 1.1) {
      const far = reach * (1.12 + chance() * 0.3)
      beads.push(dot(Math.cos(angle) * far, Math.sin(angle) * far, radius * (0.03 + chance() * 0.06)))
    }
  }
  return `${smooth(points)} ${beads.join(' ')}`
}

/** A closed smooth curve through the middles between neighbouring points. */
function smooth(points: readonly [number, number][]): string {
  const middle = (index: number) => {
    const [ax, ay] = points[index % points.length] ?? [0, 0]
    const [bx, by] = points[(index + 1) % points.length] ?? [0, 0]
    return `${tidy((ax + bx) / 2)} ${tidy((ay + by) / 2)}`
  }
  const curves = points.map((_, index) => {
    const [x, y] = points[(index + 1) % points.length] ?? [0, 0]
    return `Q${tidy(x)} ${tidy(y)} ${middle(index + 1)}`
  })
  return `M${middle(0)} ${curves.join(' ')} Z`
}

function dot(x: number, y: number, radius: number): string {
  const r = tidy(radius)
  return `M${tidy(x - r)} ${tidy(y)} a${r} ${r} 0 1 0 ${r * 2} 0 a${r} ${r} 0 1 0 ${-r * 2} 0 Z`
}

/** A stroke of a wide brush with dry ends. */
function brushStroke(width: number, height: number): string {
  const chance = createChance(31)
  const [half, high] = [width / 2, height / 2]
  const rows = 9
  const end = (side: number) =>
    Array.from({ length: rows }, (_, index) => {
      const y = side * (-high + ((index + 0.5) * height) / rows)
      return `L${tidy(side * (half - 50 + chance() * 70))} ${tidy(y)} L${tidy(side * (half - 80 + chance() * 50))} ${tidy(y + (side * height) / rows / 2)}`
    }).join(' ')
  return `M${-half + 40} ${-high + 8} Q 0 ${-high - 14} ${half - 40} ${-high} ${end(1)} L${half - 60} ${high} Q 0 ${high + 12} ${-half + 50} ${high - 6} ${end(-1)} Z`
}

function splats(): LayerDraft[] {
  const thrown = [
    [150, 190, 270, 0, 15],
    [900, 140, 230, 1, 13],
    [560, 60, 150, 3, 12],
    [1040, 640, 170, 2, 13],
    [20, 800, 150, 4, 12],
    [960, 1780, 290, 3, 15],
    [110, 1740, 270, 2, 14],
    [540, 1880, 190, 0, 13],
    [1050, 1330, 120, 5, 11],
    [30, 1290, 130, 1, 12],
    [330, 1650, 90, 4, 11],
    [770, 1660, 84, 6, 11],
  ] as const
  return [
    {
      type: 'shape',
      bm: 'multiply',
      shapes: thrown.map(([x, y, radius, tint, arms], index) =>
        group([d(splat(radius, arms, 71 + index * 13)), fill(paints[tint] ?? paints[0], 94)], { p: [x, y] }),
      ),
    },
  ]
}

function drops(): LayerDraft {
  const chance = createChance(9)
  const items = Array.from({ length: 120 }, (_, index) => {
    const edge = chance()
    const across = chance()
    const y = edge < 0.45 ? chance() ** 1.4 * 420 : edge < 0.9 ? 1920 - chance() ** 1.4 * 420 : chance() * 1920
    // Between the words only along the edges.
    const isBeside = y > 400 && y < 1640
    const x = isBeside ? (across < 0.5 ? across * 130 : 1080 - (1 - across) * 130) : across * 1080
    return group([
      disc(tidy(x), tidy(y), tidy(5 + chance() ** 3 * 30)),
      fill(paints[index % paints.length] ?? paints[0]),
    ])
  })
  return { type: 'shape', visible: { $field: 'drops' }, shapes: items }
}
