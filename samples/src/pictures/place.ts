// Painted places far away: the lake palace at sunset, mountains at dawn.
import {
  type Brush,
  circle,
  cloudBank,
  ellipse,
  glow,
  inside,
  linear,
  type Picture,
  path,
  ridge,
  roundedBox,
  softly,
  wash,
  withAlpha,
} from './brush.ts'

/** Layered mountains under a low sun; calm enough to carry words. */
export const mountainDawn: Picture = {
  name: 'mountain-dawn',
  width: 1200,
  height: 1600,
  paint(brush, chance) {
    wash(brush, 1200, 1600, [
      [0, '#1d2a4d'],
      [0.28, '#5b4a78'],
      [0.5, '#d9776a'],
      [0.62, '#f8b878'],
      [1, '#f9d9a0'],
    ])
    for (let star = 0; star < 130; star += 1) {
      const y = chance() * 620
      brush.fillStyle = withAlpha('#fff3dc', (1 - y / 640) * (0.25 + chance() * 0.6))
      brush.fill(circle(chance() * 1200, y, 0.8 + chance() * 1.5))
    }
    glow(brush, 790, 900, 720, '#ffc46b', 0.85)
    brush.fillStyle = '#fff0c9'
    brush.fill(circle(790, 890, 92))
    glow(brush, 790, 890, 260, '#fff0c9', 0.7)
    cloudBank(brush, chance, 640, '#ffb48c', 0.2)
    const layers = [
      ['#d27d78', '#f3ab8c', 940, 62],
      ['#a55d7c', '#d98591', 1030, 70],
      ['#75497a', '#a5688f', 1130, 76],
      ['#483363', '#6b4a80', 1250, 70],
      ['#231f42', '#1a1838', 1390, 60],
    ] as const
    layers.forEach(([colour, foot, y, swell], index) => {
      const shape = ridge(1200, 1600, y, swell, chance, 0.55)
      brush.fillStyle = linear(
        brush,
        [0, y - 120, 0, y + 260],
        [
          [0, colour],
          [1, foot],
        ],
      )
      brush.fill(shape)
      inside(brush, shape, () => glow(brush, 790, y - 60, 520 - index * 60, '#ffb26b', 0.35 - index * 0.06))
      softly(brush, 26, () => {
        brush.fillStyle = withAlpha('#ffd3c0', 0.2 - index * 0.035)
        brush.fill(ellipse(600 + (chance() - 0.5) * 500, y + 120, 720, 36))
      })
    })
  },
}

/** A couple seen from behind on a terrace, the sun going down over a lake palace. */
export const lakePalaceCouple: Picture = {
  name: 'lake-palace-couple',
  width: 1200,
  height: 1500,
  paint(brush, chance) {
    wash(brush, 1200, 1500, [
      [0, '#6e2b52'],
      [0.22, '#c2505a'],
      [0.42, '#f2925c'],
      [0.56, '#ffcf86'],
      [1, '#ffe2ad'],
    ])
    cloudBank(brush, chance, 330, '#ffc79b', 0.32)
    glow(brush, 610, 720, 760, '#ffd07a', 0.8)
    brush.fillStyle = '#fff4d6'
    brush.fill(circle(610, 700, 170))
    brush.fillStyle = withAlpha('#a34a5f', 0.85)
    brush.fill(ridge(1200, 1500, 800, 26, chance))
    palace(brush)
    lake(brush, chance)
    brush.translate(620, 1500)
    brush.scale(1.32, 1.32)
    brush.translate(-640, -1500)
    couple(brush)
  },
}

function palace(brush: Brush): void {
  brush.fillStyle = '#7d3558'
  brush.fillRect(120, 800, 420, 78)
  brush.fillRect(180, 740, 120, 80)
  brush.fillRect(360, 720, 130, 100)
  for (const [x, y, size] of [
    [240, 740, 56],
    [425, 720, 62],
    [140, 800, 26],
    [325, 800, 28],
    [520, 800, 26],
  ] as const) {
    brush.fill(
      path(
        `M${x - size} ${y} Q ${x - size} ${y - size * 0.95} ${x} ${y - size * 1.35} Q ${x + size} ${y - size * 0.95} ${x + size} ${y} Z`,
      ),
    )
    brush.fillRect(x - 2, y - size * 1.35 - size * 0.5, 4, size * 0.6)
  }
  brush.fillStyle = '#ffcf86'
  for (let arch = 0; arch < 11; arch += 1) {
    const x = 140 + arch * 36
    brush.fill(path(`M${x} 868 v-24 q9 -18 18 0 v24 z`))
  }
}

function lake(brush: Brush, chance: () => number): void {
  brush.fillStyle = linear(
    brush,
    [0, 870, 0, 1500],
    [
      [0, '#f7b673'],
      [0.25, '#c86c62'],
      [1, '#5a2a52'],
    ],
  )
  brush.fillRect(0, 874, 1200, 626)
  for (let ripple = 0; ripple < 150; ripple += 1) {
    const depth = chance() ** 1.5
    const y = 884 + depth * 470
    const spread = 130 + depth * 260
    brush.fillStyle = withAlpha('#fff0c4', 0.28 + chance() * 0.4)
    brush.fill(ellipse(610 + (chance() + chance() - 1) * spread, y, 20 + chance() * 60, 1.4 + depth * 3))
  }
}

function couple(brush: Brush): void {
  brush.fillStyle = '#3a1738'
  brush.fillRect(0, 1372, 1240, 128)
  brush.fillStyle = '#4d2145'
  brush.fillRect(0, 1352, 1240, 26)
  // The groom: turban, neck, shoulders in ivory; the bride leans against him under a crimson veil.
  const groom = path(
    'M618 1372 C 612 1210 640 1120 724 1088 C 742 1080 748 1064 748 1042 L 812 1042 C 812 1064 820 1080 838 1088 C 930 1120 962 1230 966 1372 Z',
  )
  brush.fillStyle = linear(
    brush,
    [620, 1080, 960, 1380],
    [
      [0, '#fff2d6'],
      [0.5, '#e2bd92'],
      [1, '#9b6a5c'],
    ],
  )
  brush.fill(groom)
  brush.strokeStyle = withAlpha('#fff7e2', 0.9)
  brush.lineWidth = 5
  brush.stroke(path('M640 1210 C 654 1136 684 1104 738 1086'))
  brush.fillStyle = '#7d4a3a'
  brush.fill(roundedBox(748, 1000, 64, 74, 22))
  brush.fill(ellipse(780, 968, 66, 78))
  const turban = path('M690 962 C 676 868 730 832 790 834 C 860 836 892 894 874 962 C 836 934 744 930 690 962 Z')
  brush.fillStyle = linear(
    brush,
    [690, 840, 880, 960],
    [
      [0, '#ffd98c'],
      [0.5, '#e79a3c'],
      [1, '#a8521f'],
    ],
  )
  brush.fill(turban)
  brush.strokeStyle = withAlpha('#8a3d17', 0.5)
  brush.lineWidth = 4
  for (const bend of [0, 1, 2, 3]) {
    brush.stroke(
      path(
        `M${694 + bend * 4} ${944 - bend * 24} C 740 ${900 - bend * 22} 820 ${902 - bend * 20} ${876 - bend * 6} ${946 - bend * 26}`,
      ),
    )
  }
  brush.fillStyle = linear(
    brush,
    [840, 930, 900, 1180],
    [
      [0, '#e79a3c'],
      [1, '#b45d22'],
    ],
  )
  brush.fill(path('M852 940 C 886 1000 884 1090 862 1190 L 900 1182 C 914 1090 908 1000 872 930 Z'))
  brideVeil(brush)
}

function brideVeil(brush: Brush): void {
  const veil = path(
    'M300 1372 C 316 1230 352 1140 420 1080 C 432 972 470 910 548 908 C 628 908 662 972 664 1062 C 700 1120 716 1240 712 1372 Z',
  )
  brush.fillStyle = linear(
    brush,
    [320, 920, 720, 1372],
    [
      [0, '#f2586a'],
      [0.4, '#c81f45'],
      [1, '#6f0f35'],
    ],
  )
  brush.fill(veil)
  inside(brush, veil, () => {
    brush.strokeStyle = withAlpha('#6f0f35', 0.4)
    brush.lineWidth = 9
    for (const fold of [0, 1, 2, 3]) {
      brush.stroke(
        path(`M${500 + fold * 34} 960 C ${470 + fold * 40} 1100 ${420 + fold * 62} 1240 ${400 + fold * 78} 1390`),
      )
    }
    brush.fillStyle = '#ffd98c'
    for (let row = 0; row < 9; row += 1) {
      for (let dot = 0; dot < 10; dot += 1) {
        brush.fill(circle(336 + dot * 42 + (row % 2) * 21, 960 + row * 50, 4.4))
      }
    }
  })
  brush.strokeStyle = '#ffc861'
  brush.lineWidth = 11
  brush.stroke(path('M300 1372 C 316 1230 352 1140 420 1080 C 432 972 470 910 548 908 C 628 908 662 972 664 1062'))
  brush.strokeStyle = withAlpha('#fff3cf', 0.9)
  brush.lineWidth = 4
  brush.stroke(path('M436 1040 C 452 960 492 922 548 920 C 600 922 632 950 646 996'))
}
