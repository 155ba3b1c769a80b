// A painted backwater at first light, for the travel reel.
import {
  type Brush,
  circle,
  ellipse,
  glow,
  linear,
  type Picture,
  path,
  ridge,
  softly,
  wash,
  withAlpha,
} from './brush.ts'

/** A houseboat between leaning palms on still, green-gold water. */
export const backwaterBoat: Picture = {
  name: 'backwater-boat',
  width: 1200,
  height: 1600,
  paint(brush, chance) {
    wash(brush, 1200, 1600, [
      [0, '#3c8f96'],
      [0.25, '#86c5b0'],
      [0.45, '#f3e2a6'],
      [0.56, '#ffd07c'],
      [1, '#2a6a64'],
    ])
    glow(brush, 760, 760, 620, '#fff0b8', 0.9)
    brush.fillStyle = '#fffbe8'
    brush.fill(circle(760, 720, 96))
    brush.fillStyle = withAlpha('#6fae98', 0.9)
    brush.fill(ridge(1200, 1600, 820, 22, chance))
    brush.fillStyle = withAlpha('#3f8574', 0.95)
    brush.fill(ridge(1200, 1600, 862, 12, chance))
    treeLine(brush, chance)
    brush.fillStyle = linear(
      brush,
      [0, 900, 0, 1600],
      [
        [0, '#f7d98c'],
        [0.2, '#8fbf9c'],
        [0.6, '#34786e'],
        [1, '#164a48'],
      ],
    )
    brush.fillRect(0, 900, 1200, 700)
    ripples(brush, chance)
    boat(brush)
    palm(brush, 110, 1640, 1240, 0.16, '#0f3a38')
    palm(brush, 1210, 1640, 1020, -0.16, '#12423e')
    palm(brush, 1330, 1640, 760, -0.26, '#0f3a38')
  },
}

function treeLine(brush: Brush, chance: () => number): void {
  brush.fillStyle = '#2c6b60'
  for (let tree = 0; tree < 46; tree += 1) {
    const x = tree * 27 + chance() * 20
    brush.fill(ellipse(x, 900 - chance() * 16, 20 + chance() * 22, 16 + chance() * 26))
  }
  for (const x of [90, 180, 330, 980, 1060, 1150]) {
    brush.save()
    brush.translate(x, 900)
    brush.scale(0.2, 0.2)
    brush.translate(-x, -900)
    palm(brush, x, 900, 620, 0.08, '#2c6b60')
    brush.restore()
  }
}

function ripples(brush: Brush, chance: () => number): void {
  for (let ripple = 0; ripple < 240; ripple += 1) {
    const depth = chance() ** 1.4
    const y = 908 + depth * 690
    const near = chance() < 0.5
    const x = near ? 760 + (chance() + chance() - 1) * (120 + depth * 260) : chance() * 1200
    brush.fillStyle = withAlpha(near ? '#fff3c4' : '#bfe3cf', near ? 0.3 + chance() * 0.4 : 0.08 + chance() * 0.14)
    brush.fill(ellipse(x, y, 18 + chance() * 70 * (0.5 + depth), 1.2 + depth * 3.4))
  }
}

function boat(brush: Brush): void {
  softly(brush, 14, () => {
    brush.fillStyle = withAlpha('#0b3331', 0.6)
    brush.fill(ellipse(520, 1190, 400, 34))
  })
  brush.fillStyle = linear(
    brush,
    [0, 1100, 0, 1190],
    [
      [0, '#6b3a1e'],
      [1, '#2a150c'],
    ],
  )
  brush.fill(
    path(
      'M70 1070 C 130 1130 180 1186 280 1190 L 740 1190 C 850 1186 930 1120 1000 1030 C 930 1080 850 1110 760 1112 L 260 1112 C 190 1110 120 1100 70 1070 Z',
    ),
  )
  brush.fillStyle = '#f7e3b4'
  brush.fill(path('M290 1112 L290 1000 L720 1000 L740 1112 Z'))
  brush.fillStyle = '#4a2a16'
  for (let post = 0; post < 6; post += 1) brush.fillRect(296 + post * 84, 990, 10, 124)
  brush.fillStyle = withAlpha('#c9823a', 0.8)
  for (let arch = 0; arch < 5; arch += 1) brush.fill(path(`M${314 + arch * 84} 1112 v-70 q 29 -44 58 0 v70 z`))
  brush.fillStyle = linear(
    brush,
    [0, 860, 0, 1010],
    [
      [0, '#e2b36a'],
      [1, '#8a5626'],
    ],
  )
  brush.fill(
    path(
      'M250 1010 C 270 880 400 850 520 850 C 640 850 760 890 780 1010 C 700 984 600 976 520 976 C 420 976 330 984 250 1010 Z',
    ),
  )
  brush.strokeStyle = withAlpha('#5c3414', 0.45)
  brush.lineWidth = 4
  for (let rib = 0; rib < 7; rib += 1)
    brush.stroke(
      path(`M${300 + rib * 72} ${990 - Math.abs(rib - 3) * -2} Q ${350 + rib * 56} 900 ${420 + rib * 34} 858`),
    )
  brush.fillStyle = '#3a1d10'
  brush.fill(circle(880, 1010, 17))
  brush.fill(path('M862 1110 C 858 1060 864 1030 880 1028 C 898 1030 902 1060 900 1100 Z'))
  brush.strokeStyle = '#3a1d10'
  brush.lineWidth = 7
  brush.stroke(path('M900 1040 L960 1240'))
}

/** A palm that leans; `lean` is its horizontal drift as a share of its height. */
function palm(brush: Brush, x: number, y: number, height: number, lean: number, colour: string): void {
  const topX = x + height * lean
  const topY = y - height
  brush.strokeStyle = colour
  brush.lineCap = 'round'
  brush.lineWidth = height * 0.03
  brush.stroke(
    path(`M${x} ${y} C ${x} ${y - height * 0.4} ${topX - height * lean * 0.5} ${y - height * 0.7} ${topX} ${topY}`),
  )
  brush.fillStyle = colour
  for (let frond = 0; frond < 12; frond += 1) {
    const angle = -Math.PI * 0.5 + (frond - 5.5) * 0.42
    const long = height * (0.36 - Math.abs(frond - 5.5) * 0.008)
    const endX = topX + Math.cos(angle) * long
    const endY = topY + Math.sin(angle) * long * 0.62 + long * 0.3
    const midX = topX + Math.cos(angle) * long * 0.55
    const midY = topY + Math.sin(angle) * long * 0.7 - long * 0.06
    for (let leaf = 0; leaf < 16; leaf += 1) {
      const share = 0.1 + leaf / 17
      const px = (1 - share) ** 2 * topX + 2 * (1 - share) * share * midX + share ** 2 * endX
      const py = (1 - share) ** 2 * topY + 2 * (1 - share) * share * midY + share ** 2 * endY
      const size = long * 0.3 * Math.sin(Math.PI * (0.2 + share * 0.8))
      const drift = Math.cos(angle) * size * 0.5
      brush.fill(
        path(
          `M${px - 4} ${py} Q ${px + drift * 0.5} ${py + size * 0.4} ${px + drift} ${py + size} Q ${px + drift * 0.6 + 6} ${py + size * 0.4} ${px + 6} ${py} Z`,
        ),
      )
    }
    brush.lineWidth = height * 0.008
    brush.stroke(path(`M${topX} ${topY} Q ${midX} ${midY} ${endX} ${endY}`))
  }
  for (const [dx, dy] of [
    [-0.02, 0.015],
    [0.02, 0.02],
    [0, 0.03],
  ] as const)
    brush.fill(circle(topX + height * dx, topY + height * dy, height * 0.018))
}
