// Painted things for shops: a smartwatch, iron in a dark gym and a leather bag.
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
  roundedBox,
  softly,
  withAlpha,
} from './brush.ts'

/** A smartwatch floating in studio light, an aurora on its face. */
export const auroraWatch: Picture = {
  name: 'aurora-watch',
  width: 1400,
  height: 1400,
  paint(brush) {
    brush.fillStyle = radial(brush, 700, 660, 980, [
      [0, '#2a2350'],
      [0.5, '#120f26'],
      [1, '#07060f'],
    ])
    brush.fillRect(0, 0, 1400, 1400)
    glow(brush, 420, 560, 620, '#ff5da2', 0.5)
    glow(brush, 1010, 860, 660, '#3f7bff', 0.6)
    softly(brush, 40, () => {
      brush.fillStyle = 'rgba(0,0,0,0.8)'
      brush.fill(ellipse(700, 1270, 380, 46))
    })
    brush.save()
    brush.translate(700, 690)
    brush.rotate(-0.14)
    strap(brush)
    watchCase(brush)
    watchFace(brush)
    brush.restore()
  },
}

function strap(brush: Brush): void {
  for (const side of [-1, 1]) {
    brush.save()
    brush.scale(1, side)
    brush.fillStyle = linear(
      brush,
      [-190, 0, 190, 0],
      [
        [0, '#0d0d16'],
        [0.16, '#3a3a55'],
        [0.5, '#232336'],
        [0.9, '#14141f'],
        [1, '#30304a'],
      ],
    )
    brush.fill(path('M-188 250 C -190 420 -160 560 -140 640 Q 0 690 140 640 C 160 560 190 420 188 250 Z'))
    brush.fillStyle = 'rgba(0,0,0,0.35)'
    for (const y of [470, 530, 590]) brush.fill(ellipse(0, y, 14, 18))
    brush.restore()
  }
}

function watchCase(brush: Brush): void {
  brush.fillStyle = linear(
    brush,
    [270, -60, 330, 40],
    [
      [0, '#8b8ba6'],
      [0.5, '#e8e8f6'],
      [1, '#4b4b62'],
    ],
  )
  brush.fill(roundedBox(268, -110, 46, 120, 20))
  brush.fillStyle = linear(
    brush,
    [-290, -340, 290, 340],
    [
      [0, '#f4f4ff'],
      [0.2, '#9a9ab4'],
      [0.45, '#56566e'],
      [0.7, '#b9b9d2'],
      [1, '#3a3a50'],
    ],
  )
  brush.fill(roundedBox(-284, -336, 568, 672, 170))
  brush.fillStyle = '#05050b'
  brush.fill(roundedBox(-262, -314, 524, 628, 150))
}

function watchFace(brush: Brush): void {
  inside(brush, roundedBox(-240, -292, 480, 584, 130), () => {
    brush.fillStyle = linear(
      brush,
      [-240, -292, 240, 292],
      [
        [0, '#150b33'],
        [1, '#04121f'],
      ],
    )
    brush.fillRect(-260, -320, 520, 640)
    const ribbons = [
      ['#ff4f9a', -60, 60],
      ['#8a5bff', 10, 56],
      ['#2fb5ff', 80, 64],
      ['#36f0c0', 150, 44],
    ] as const
    for (const [colour, y, width] of ribbons) {
      softly(brush, 24, () => {
        brush.strokeStyle = withAlpha(colour, 0.85)
        brush.lineWidth = width
        brush.stroke(path(`M-300 ${y + 80} C -140 ${y - 120} 60 ${y + 160} 300 ${y - 90}`))
      })
    }
    brush.strokeStyle = 'rgba(255,255,255,0.9)'
    brush.lineCap = 'round'
    brush.lineWidth = 12
    brush.stroke(path('M0 -20 L-78 -104'))
    brush.lineWidth = 9
    brush.stroke(path('M0 -20 L118 -118'))
    brush.fillStyle = '#ffffff'
    brush.fill(circle(0, -20, 13))
    for (let tick = 0; tick < 12; tick += 1) {
      const angle = (tick / 12) * Math.PI * 2
      brush.lineWidth = tick % 3 ? 5 : 9
      brush.stroke(
        path(
          `M${Math.cos(angle) * 186} ${-20 + Math.sin(angle) * 186} L${Math.cos(angle) * 206} ${-20 + Math.sin(angle) * 206}`,
        ),
      )
    }
  })
  inside(brush, roundedBox(-262, -314, 524, 628, 150), () => {
    brush.fillStyle = linear(
      brush,
      [-260, -320, 120, 240],
      [
        [0, 'rgba(255,255,255,0.34)'],
        [0.45, 'rgba(255,255,255,0.04)'],
        [0.46, 'rgba(255,255,255,0)'],
        [1, 'rgba(255,255,255,0)'],
      ],
    )
    brush.fillRect(-262, -314, 524, 628)
  })
}

/** A kettlebell and plates under one hard red light, chalk in the air. */
export const ironGym: Picture = {
  name: 'iron-gym',
  width: 1080,
  height: 1620,
  paint(brush, chance) {
    brush.fillStyle = linear(
      brush,
      [0, 0, 0, 1620],
      [
        [0, '#0b0b0d'],
        [0.7, '#1b1a1c'],
        [1, '#0a090a'],
      ],
    )
    brush.fillRect(0, 0, 1080, 1620)
    for (let row = 0; row < 22; row += 1) {
      for (let brick = -1; brick < 9; brick += 1) {
        brush.fillStyle = withAlpha('#6b5a55', 0.05 + chance() * 0.09)
        brush.fill(roundedBox(brick * 140 + (row % 2) * 70, row * 54, 132, 46, 4))
      }
    }
    glow(brush, 880, 380, 1000, '#ff2d1f', 0.95)
    glow(brush, 860, 340, 420, '#ff8a5c', 0.5)
    glow(brush, 120, 900, 700, '#ff7a3c', 0.3)
    brush.fillStyle = linear(
      brush,
      [0, 1180, 0, 1620],
      [
        [0, '#2a2425'],
        [1, '#0c0a0b'],
      ],
    )
    brush.fillRect(0, 1190, 1080, 430)
    for (let speck = 0; speck < 500; speck += 1) {
      brush.fillStyle = withAlpha(speck % 3 ? '#6d6664' : '#b34a3c', 0.25)
      brush.fill(circle(chance() * 1080, 1200 + chance() * 420, 1 + chance() * 3))
    }
    plate(brush, 250, 960, 330)
    kettlebell(brush)
    softly(brush, 30, () => {
      for (let puff = 0; puff < 26; puff += 1) {
        brush.fillStyle = withAlpha('#ffd9cf', 0.02 + chance() * 0.05)
        brush.fill(ellipse(chance() * 1080, 900 + chance() * 500, 60 + chance() * 170, 30 + chance() * 70))
      }
    })
    for (let chalk = 0; chalk < 240; chalk += 1) {
      brush.fillStyle = withAlpha('#fff0ea', 0.12 + chance() * 0.6)
      brush.fill(circle(200 + chance() * 860, 180 + chance() * 1050, 0.8 + chance() ** 4 * 6))
    }
  },
}

function plate(brush: Brush, x: number, y: number, radius: number): void {
  softly(brush, 30, () => {
    brush.fillStyle = 'rgba(0,0,0,0.85)'
    brush.fill(ellipse(x + 20, 1284, radius * 1.02, 44))
  })
  const rings = [
    [1, '#2b2729', '#0e0c0d'],
    [0.93, '#171415', '#3a3335'],
    [0.7, '#221e20', '#121011'],
    [0.36, '#3b3436', '#151213'],
    [0.17, '#6f6462', '#2a2425'],
    [0.1, '#080708', '#080708'],
  ] as const
  for (const [scale, light, dark] of rings) {
    brush.fillStyle = linear(
      brush,
      [x + radius * scale, y - radius * scale, x - radius * scale, y + radius * scale],
      [
        [0, light],
        [1, dark],
      ],
    )
    brush.fill(circle(x, y, radius * scale))
  }
  brush.strokeStyle = withAlpha('#ff5a48', 0.9)
  brush.lineWidth = 6
  brush.filter = 'blur(2px)'
  brush.beginPath()
  brush.arc(x, y, radius - 4, -1.25, 0.45)
  brush.stroke()
  brush.lineWidth = 3
  brush.beginPath()
  brush.arc(x, y, radius * 0.7, -1.1, 0.3)
  brush.stroke()
  brush.filter = 'none'
}

function kettlebell(brush: Brush): void {
  softly(brush, 26, () => {
    brush.fillStyle = 'rgba(0,0,0,0.9)'
    brush.fill(ellipse(690, 1372, 300, 46))
  })
  brush.lineCap = 'round'
  brush.strokeStyle = linear(
    brush,
    [500, 700, 880, 900],
    [
      [0, '#1d191a'],
      [0.55, '#4a4143'],
      [1, '#241e20'],
    ],
  )
  brush.lineWidth = 74
  brush.stroke(path('M556 1010 C 500 700 560 660 690 660 C 820 660 880 700 824 1010'))
  brush.strokeStyle = withAlpha('#ff5a48', 0.85)
  brush.lineWidth = 7
  brush.filter = 'blur(2px)'
  brush.stroke(path('M640 626 C 760 616 880 640 888 760 C 892 840 880 900 868 980'))
  brush.filter = 'none'
  brush.fillStyle = radial(brush, 760, 1030, 420, [
    [0, '#8a6f6d'],
    [0.45, '#3d3234'],
    [1, '#0c0a0b'],
  ])
  brush.fill(
    path(
      'M440 1150 C 440 990 560 920 690 920 C 820 920 940 990 940 1150 C 940 1270 870 1376 760 1384 L 620 1384 C 510 1376 440 1270 440 1150 Z',
    ),
  )
  brush.strokeStyle = withAlpha('#ff6a52', 0.95)
  brush.lineWidth = 8
  brush.filter = 'blur(3px)'
  brush.stroke(path('M790 936 C 890 970 934 1060 932 1160 C 928 1250 890 1330 830 1366'))
  brush.filter = 'none'
  brush.strokeStyle = withAlpha('#f0d9d2', 0.55)
  brush.lineWidth = 6
  brush.stroke(circle(676, 1150, 112))
  brush.fillStyle = withAlpha('#f0d9d2', 0.55)
  brush.fill(path('M620 1182 L676 1082 L732 1182 L700 1182 L676 1138 L652 1182 Z'))
}

/** A structured leather bag on a plinth in hard afternoon light. */
export const leatherBag: Picture = {
  name: 'leather-bag',
  width: 1200,
  height: 1200,
  paint(brush) {
    brush.fillStyle = linear(
      brush,
      [0, 0, 1200, 1200],
      [
        [0, '#ffd86b'],
        [1, '#f9b233'],
      ],
    )
    brush.fillRect(0, 0, 1200, 1200)
    softly(brush, 8, () => {
      brush.fillStyle = withAlpha('#fff4cf', 0.7)
      brush.fill(path('M60 -20 L420 -20 L980 1220 L560 1220 Z'))
      brush.fill(path('M520 -20 L600 -20 L1160 1220 L1070 1220 Z'))
    })
    brush.fillStyle = linear(
      brush,
      [0, 900, 0, 1200],
      [
        [0, '#fbe9bd'],
        [1, '#e79a26'],
      ],
    )
    brush.fill(path('M140 900 h920 l60 300 h-1040 z'))
    softly(brush, 24, () => {
      brush.fillStyle = withAlpha('#8a3d0c', 0.55)
      brush.fill(path('M330 930 h600 l210 110 h-720 z'))
    })
    brush.lineCap = 'round'
    brush.strokeStyle = linear(
      brush,
      [400, 260, 800, 560],
      [
        [0, '#b3213f'],
        [0.5, '#e0475f'],
        [1, '#7d0f2d'],
      ],
    )
    brush.lineWidth = 34
    brush.stroke(path('M424 520 C 424 220 776 220 776 520'))
    bagBody(brush)
  },
}

function bagBody(brush: Brush): void {
  brush.fillStyle = linear(
    brush,
    [280, 480, 920, 960],
    [
      [0, '#ea5a70'],
      [0.45, '#c8284a'],
      [1, '#74102f'],
    ],
  )
  brush.fill(
    path('M316 500 Q 318 470 350 470 H 850 Q 882 470 884 500 L 926 900 Q 930 950 880 950 H 320 Q 270 950 274 900 Z'),
  )
  brush.fillStyle = linear(
    brush,
    [280, 460, 700, 760],
    [
      [0, '#f47d8d'],
      [0.5, '#d83a58'],
      [1, '#9c1a3c'],
    ],
  )
  brush.fill(path('M306 500 Q 310 462 350 462 H 850 Q 890 462 894 500 L 904 610 Q 760 752 600 752 Q 440 752 296 610 Z'))
  brush.setLineDash([14, 11])
  brush.strokeStyle = withAlpha('#ffd9c9', 0.75)
  brush.lineWidth = 4
  brush.stroke(path('M318 604 Q 450 730 600 730 Q 750 730 882 604'))
  brush.stroke(path('M302 900 Q 300 926 326 928 H 874 Q 902 926 898 900'))
  brush.setLineDash([])
  brush.fillStyle = linear(
    brush,
    [550, 690, 650, 810],
    [
      [0, '#fff2b8'],
      [0.5, '#e9b93c'],
      [1, '#96630f'],
    ],
  )
  brush.fill(roundedBox(552, 700, 96, 104, 22))
  brush.fillStyle = '#8a5a0c'
  brush.fill(circle(600, 742, 13))
  brush.fill(roundedBox(594, 746, 12, 34, 4))
  for (const x of [424, 776]) {
    brush.fillStyle = '#e9b93c'
    brush.fill(circle(x, 520, 24))
    brush.fillStyle = '#8a5a0c'
    brush.fill(circle(x, 520, 10))
  }
}
