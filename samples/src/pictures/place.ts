// Painted places: the lake palace at sunset, mountains at dawn, a villa at blue hour and its living room.
import {
  type Brush,
  circle,
  ellipse,
  glow,
  inside,
  linear,
  type Picture,
  path,
  radial,
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

/** A villa with lit windows mirrored in its pool at blue hour. */
export const villaDusk: Picture = {
  name: 'villa-dusk',
  width: 1600,
  height: 1200,
  paint(brush, chance) {
    wash(brush, 1600, 1200, [
      [0, '#16294f'],
      [0.3, '#3c5a8c'],
      [0.52, '#e59a7c'],
      [0.6, '#f6c391'],
      [1, '#f6c391'],
    ])
    cloudBank(brush, chance, 300, '#f3a88e', 0.28)
    brush.fillStyle = '#24365a'
    brush.fill(ridge(1600, 1200, 660, 22, chance))
    const house = () => villa(brush)
    house()
    brush.save()
    brush.beginPath()
    brush.rect(0, 800, 1600, 400)
    brush.clip()
    brush.translate(0, 1600)
    brush.scale(1, -1)
    wash(brush, 1600, 1200, [
      [0, '#0d1c38'],
      [0.45, '#2f4a78'],
      [0.66, '#c98a78'],
      [1, '#e5ae88'],
    ])
    brush.filter = 'blur(5px)'
    house()
    brush.restore()
    brush.fillStyle = linear(
      brush,
      [0, 800, 0, 1200],
      [
        [0, withAlpha('#0e2140', 0.15)],
        [1, withAlpha('#0a1730', 0.82)],
      ],
    )
    brush.fillRect(0, 800, 1600, 400)
    for (let ripple = 0; ripple < 120; ripple += 1) {
      const y = 815 + chance() ** 1.6 * 370
      brush.fillStyle = withAlpha('#ffd9a8', 0.05 + chance() * 0.09)
      brush.fill(ellipse(chance() * 1600, y, 40 + chance() * 150, 1 + (y - 800) / 180))
    }
    brush.fillStyle = '#d8cbb8'
    brush.fillRect(0, 786, 1600, 18)
    brush.fillStyle = withAlpha('#ffffff', 0.4)
    brush.fillRect(0, 786, 1600, 3)
    palm(brush, 170, 790, 430, '#101c36')
    palm(brush, 1470, 790, 520, '#0d1830')
    palm(brush, 1380, 790, 300, '#14223f')
  },
}

function villa(brush: Brush): void {
  const wall = linear(
    brush,
    [300, 0, 1320, 0],
    [
      [0, '#f2e4d2'],
      [0.6, '#d9c6b4'],
      [1, '#a89a98'],
    ],
  )
  brush.fillStyle = wall
  brush.fillRect(330, 560, 960, 232)
  brush.fillStyle = linear(
    brush,
    [520, 0, 1180, 0],
    [
      [0, '#fbf3e6'],
      [1, '#b9a9a3'],
    ],
  )
  brush.fillRect(520, 380, 640, 190)
  brush.fillStyle = '#3b2f36'
  brush.fillRect(490, 362, 720, 22)
  brush.fillRect(290, 552, 1030, 20)
  brush.fillStyle = '#6d4a3b'
  brush.fillRect(1010, 572, 150, 220)
  for (let slat = 0; slat < 15; slat += 1) {
    brush.fillStyle = slat % 2 ? '#5d3e32' : '#7b5645'
    brush.fillRect(1010 + slat * 10, 572, 9, 220)
  }
  const panes = [
    [380, 592, 250, 200],
    [660, 592, 320, 200],
    [1190, 600, 80, 120],
    [560, 402, 240, 150],
    [850, 402, 280, 150],
  ] as const
  for (const [x, y, width, height] of panes) {
    brush.fillStyle = linear(
      brush,
      [0, y, 0, y + height],
      [
        [0, '#ffe9b8'],
        [0.55, '#ffc978'],
        [1, '#f09a4a'],
      ],
    )
    brush.fillRect(x, y, width, height)
    brush.fillStyle = withAlpha('#8a4b21', 0.35)
    brush.fillRect(x + width * 0.12, y + height * 0.62, width * 0.36, height * 0.38)
    brush.fillRect(x + width * 0.66, y + height * 0.35, width * 0.05, height * 0.65)
    brush.fill(ellipse(x + width * 0.685, y + height * 0.34, width * 0.09, height * 0.12))
    brush.strokeStyle = '#2c2630'
    brush.lineWidth = 6
    brush.strokeRect(x, y, width, height)
    brush.beginPath()
    for (let bar = 1; bar < Math.round(width / 90); bar += 1) {
      brush.moveTo(x + (width / Math.round(width / 90)) * bar, y)
      brush.lineTo(x + (width / Math.round(width / 90)) * bar, y + height)
    }
    brush.lineWidth = 4
    brush.stroke()
    glow(brush, x + width / 2, y + height / 2, width * 0.95, '#ffb45e', 0.42)
  }
  for (const [x, y, radius] of [
    [345, 780, 46],
    [430, 786, 30],
    [1240, 780, 50],
    [1310, 786, 34],
  ] as const) {
    brush.fillStyle = '#1f3a36'
    brush.fill(circle(x, y, radius))
    brush.fillStyle = '#2f544a'
    brush.fill(circle(x - radius * 0.25, y - radius * 0.3, radius * 0.6))
  }
}

/** A sunlit living room: sofa, arch, plant and the window's light on the wall. */
export const livingRoom: Picture = {
  name: 'living-room',
  width: 1600,
  height: 1200,
  paint(brush) {
    brush.fillStyle = linear(
      brush,
      [0, 0, 1600, 900],
      [
        [0, '#f4e7d6'],
        [0.6, '#ecd6be'],
        [1, '#d9b899'],
      ],
    )
    brush.fillRect(0, 0, 1600, 900)
    windowLight(brush)
    brush.fillStyle = linear(
      brush,
      [0, 880, 0, 1200],
      [
        [0, '#b98a62'],
        [1, '#8f6242'],
      ],
    )
    brush.fillRect(0, 880, 1600, 320)
    for (let board = 0; board < 9; board += 1) {
      brush.fillStyle = withAlpha('#5c3a24', 0.16)
      brush.fillRect(0, 900 + board * 36, 1600, 2)
    }
    brush.fillStyle = '#fbf5ec'
    brush.fillRect(0, 866, 1600, 18)
    softly(brush, 22, () => {
      brush.fillStyle = withAlpha('#3a2012', 0.42)
      brush.fill(ellipse(830, 1052, 560, 34))
    })
    brush.fillStyle = '#efe1cd'
    brush.fill(ellipse(830, 1090, 700, 74))
    brush.strokeStyle = withAlpha('#c99f74', 0.8)
    brush.lineWidth = 5
    brush.stroke(ellipse(830, 1090, 660, 62))
    sofa(brush)
    frames(brush)
    pendant(brush, 1250, 330)
    potPlant(brush, 230, 1040)
  },
}

function windowLight(brush: Brush): void {
  softly(brush, 7, () => {
    brush.fillStyle = withAlpha('#fffaf0', 0.75)
    for (const [x, y] of [
      [180, 120],
      [400, 170],
      [180, 400],
      [400, 450],
    ] as const) {
      brush.fill(path(`M${x} ${y} l190 44 v236 l-190 -44 z`))
    }
  })
}

function sofa(brush: Brush): void {
  const cloth = (top: number, bottom: number) =>
    linear(
      brush,
      [0, top, 0, bottom],
      [
        [0, '#3f7a6e'],
        [0.5, '#2f6259'],
        [1, '#1f453f'],
      ],
    )
  brush.fillStyle = '#5b3a25'
  for (const x of [480, 1150]) brush.fill(path(`M${x} 1020 l34 0 l-8 60 l-18 0 z`))
  brush.fillStyle = cloth(640, 900)
  brush.fill(roundedBox(430, 640, 800, 330, 60))
  brush.fillStyle = linear(
    brush,
    [0, 660, 0, 880],
    [
      [0, '#4d8d80'],
      [1, '#2b5b53'],
    ],
  )
  brush.fill(roundedBox(470, 672, 355, 220, 40))
  brush.fill(roundedBox(838, 672, 355, 220, 40))
  brush.fillStyle = linear(
    brush,
    [0, 860, 0, 1010],
    [
      [0, '#55998b'],
      [0.2, '#3d776b'],
      [1, '#23504a'],
    ],
  )
  brush.fill(roundedBox(455, 862, 372, 118, 34))
  brush.fill(roundedBox(835, 862, 372, 118, 34))
  brush.fillStyle = cloth(760, 1030)
  brush.fill(roundedBox(372, 770, 108, 258, 50))
  brush.fill(roundedBox(1180, 770, 108, 258, 50))
  brush.fillRect(420, 970, 820, 56)
  brush.fillStyle = linear(
    brush,
    [520, 700, 680, 880],
    [
      [0, '#f3b24d'],
      [1, '#d2812a'],
    ],
  )
  brush.save()
  brush.translate(590, 800)
  brush.rotate(-0.16)
  brush.fill(roundedBox(-84, -84, 168, 168, 34))
  brush.restore()
  brush.fillStyle = linear(
    brush,
    [960, 700, 1120, 880],
    [
      [0, '#f6ebdd'],
      [1, '#d8c3aa'],
    ],
  )
  brush.save()
  brush.translate(1070, 806)
  brush.rotate(0.14)
  brush.fill(roundedBox(-80, -80, 160, 160, 34))
  brush.restore()
}

function frames(brush: Brush): void {
  const boxes = [
    [760, 240, 210, 280, '#d96a4c'],
    [1000, 290, 150, 190, '#2f6259'],
  ] as const
  for (const [x, y, width, height, colour] of boxes) {
    softly(brush, 14, () => {
      brush.fillStyle = withAlpha('#5c3a24', 0.3)
      brush.fillRect(x + 12, y + 16, width, height)
    })
    brush.fillStyle = '#5b3a25'
    brush.fillRect(x, y, width, height)
    brush.fillStyle = '#fbf5ec'
    brush.fillRect(x + 9, y + 9, width - 18, height - 18)
    inside(brush, roundedBox(x + 30, y + 30, width - 60, height - 60, 0), () => {
      brush.fillStyle = '#f5dcc0'
      brush.fillRect(x, y, width, height)
      brush.fillStyle = colour
      brush.fill(circle(x + width * 0.52, y + height * 0.42, width * 0.22))
      brush.fillStyle = '#233f4d'
      brush.fill(ellipse(x + width * 0.3, y + height * 0.95, width * 0.6, height * 0.3))
      brush.fillStyle = '#e9a24b'
      brush.fill(ellipse(x + width * 0.85, y + height * 1.0, width * 0.5, height * 0.3))
    })
  }
}

function pendant(brush: Brush, x: number, y: number): void {
  brush.strokeStyle = '#3a2a22'
  brush.lineWidth = 4
  brush.beginPath()
  brush.moveTo(x, 0)
  brush.lineTo(x, y)
  brush.stroke()
  glow(brush, x, y + 90, 330, '#ffd58a', 0.6)
  brush.fillStyle = linear(
    brush,
    [x - 120, 0, x + 120, 0],
    [
      [0, '#d9a561'],
      [0.5, '#f7d9a0'],
      [1, '#b67d3f'],
    ],
  )
  brush.fill(path(`M${x - 122} ${y + 108} a122 112 0 0 1 244 0 z`))
  brush.fillStyle = '#fff3d0'
  brush.fill(ellipse(x, y + 108, 118, 13))
}

function potPlant(brush: Brush, x: number, y: number): void {
  softly(brush, 16, () => {
    brush.fillStyle = withAlpha('#3a2012', 0.4)
    brush.fill(ellipse(x, y + 60, 130, 22))
  })
  for (let leaf = 0; leaf < 11; leaf += 1) {
    const lean = (leaf - 5) / 5
    brush.save()
    brush.translate(x, y - 120)
    brush.rotate(lean * 0.95)
    const height = 430 - Math.abs(lean) * 150
    brush.fillStyle = linear(
      brush,
      [0, 0, 0, -height],
      [
        [0, '#1f4a3c'],
        [1, leaf % 2 ? '#5a9a6a' : '#3c7d5a'],
      ],
    )
    brush.fill(
      path(
        `M0 30 C ${-58} ${-height * 0.35} ${-46} ${-height * 0.8} 0 ${-height} C 46 ${-height * 0.8} 58 ${-height * 0.35} 0 30 Z`,
      ),
    )
    brush.strokeStyle = withAlpha('#dff0d4', 0.25)
    brush.lineWidth = 3
    brush.beginPath()
    brush.moveTo(0, 0)
    brush.lineTo(0, -height * 0.9)
    brush.stroke()
    brush.restore()
  }
  brush.fillStyle = linear(
    brush,
    [x - 90, 0, x + 90, 0],
    [
      [0, '#e6d8c6'],
      [0.4, '#fffaf2'],
      [1, '#b7a48f'],
    ],
  )
  brush.fill(path(`M${x - 96} ${y - 120} h192 l-26 182 q-70 16 -140 0 z`))
}

function palm(brush: Brush, x: number, y: number, height: number, colour: string): void {
  brush.strokeStyle = colour
  brush.lineCap = 'round'
  brush.lineWidth = height / 26
  brush.beginPath()
  brush.moveTo(x, y)
  brush.quadraticCurveTo(x + height * 0.1, y - height * 0.55, x + height * 0.02, y - height)
  brush.stroke()
  brush.fillStyle = colour
  for (let frond = 0; frond < 9; frond += 1) {
    brush.save()
    brush.translate(x + height * 0.02, y - height)
    brush.rotate(-Math.PI / 2 + (frond - 4) * 0.52)
    const reach = height * 0.42
    brush.fill(
      path(`M0 0 Q ${reach * 0.5} ${-reach * 0.3} ${reach} ${reach * 0.16} Q ${reach * 0.5} ${-reach * 0.08} 0 0 Z`),
    )
    brush.restore()
  }
}

function cloudBank(brush: Brush, chance: () => number, y: number, colour: string, strength: number): void {
  softly(brush, 24, () => {
    for (let cloud = 0; cloud < 14; cloud += 1) {
      brush.fillStyle = withAlpha(colour, strength * (0.4 + chance() * 0.6))
      brush.fill(ellipse(chance() * 1600, y + (chance() - 0.5) * 260, 180 + chance() * 260, 10 + chance() * 22))
    }
  })
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

/** A soft spotlight on a coloured wall; used where a picture must stay quiet. */
export const studioWall: Picture = {
  name: 'studio-wall',
  width: 1200,
  height: 1200,
  paint(brush) {
    brush.fillStyle = radial(brush, 520, 420, 1100, [
      [0, '#f8cdb6'],
      [0.5, '#e39b86'],
      [1, '#9a4d58'],
    ])
    brush.fillRect(0, 0, 1200, 1200)
  },
}
