// A painted festive thali, from above.
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

/** A copper bowl of curry from above on dark slate, with rice, naan, herbs and spices. */
export const copperCurry: Picture = {
  name: 'copper-curry',
  width: 1200,
  height: 1500,
  paint(brush, chance) {
    brush.fillStyle = radial(brush, 380, 320, 1500, [
      [0, '#4a4038'],
      [0.5, '#2a2421'],
      [1, '#120f0f'],
    ])
    brush.fillRect(0, 0, 1200, 1500)
    for (let scratch = 0; scratch < 90; scratch += 1) {
      brush.strokeStyle = withAlpha('#d9c7b0', 0.02 + chance() * 0.04)
      brush.lineWidth = 1 + chance() * 2
      const x = chance() * 1200
      const y = chance() * 1500
      brush.stroke(path(`M${x} ${y} l${(chance() - 0.5) * 300} ${(chance() - 0.5) * 60}`))
    }
    softly(brush, 2, () => naan(brush, chance))
    bowl(brush, 600, 760, 430, () => curry(brush, chance))
    bowl(brush, 1010, 290, 190, () => rice(brush, chance))
    bowl(brush, 190, 1290, 160, () => chutney(brush))
    spices(brush, chance)
    glow(brush, 300, 260, 800, '#ffb868', 0.28)
  },
}

function bowl(brush: Brush, x: number, y: number, radius: number, fill: () => void): void {
  softly(brush, 34, () => {
    brush.fillStyle = 'rgba(0,0,0,0.75)'
    brush.fill(ellipse(x + 26, y + 40, radius * 1.05, radius * 1.02))
  })
  const rim = brush.createConicGradient(0.6, x, y)
  for (const [offset, colour] of [
    [0, '#7a3b1e'],
    [0.15, '#e9a36b'],
    [0.3, '#8f4a26'],
    [0.5, '#f7c490'],
    [0.62, '#ffe3bf'],
    [0.75, '#9c5630'],
    [1, '#7a3b1e'],
  ] as const) {
    rim.addColorStop(offset, colour)
  }
  brush.fillStyle = rim
  brush.fill(circle(x, y, radius))
  brush.fillStyle = radial(brush, x, y, radius, [
    [0.84, '#5c2a14'],
    [0.93, '#a55e33'],
    [1, '#5c2a14'],
  ])
  brush.fill(circle(x, y, radius * 0.93))
  inside(brush, circle(x, y, radius * 0.86), () => {
    brush.save()
    brush.translate(x, y)
    brush.scale(radius / 430, radius / 430)
    fill()
    brush.restore()
    brush.strokeStyle = 'rgba(40,10,0,0.55)'
    brush.lineWidth = radius * 0.12
    brush.filter = 'blur(14px)'
    brush.stroke(circle(x - 8, y - 14, radius * 0.88))
  })
}

function curry(brush: Brush, chance: () => number): void {
  brush.fillStyle = radial(brush, -60, -80, 460, [
    [0, '#f39a34'],
    [0.55, '#dc6a1c'],
    [1, '#a33c10'],
  ])
  brush.fill(circle(0, 0, 430))
  for (let oil = 0; oil < 70; oil += 1) {
    const angle = chance() * 6.3
    const reach = Math.sqrt(chance()) * 360
    brush.fillStyle = withAlpha(oil % 2 ? '#ffbf5a' : '#b8340c', 0.28)
    brush.fill(ellipse(Math.cos(angle) * reach, Math.sin(angle) * reach, 8 + chance() * 22, 6 + chance() * 16))
  }
  const cubes = [
    [-170, -110, 0.3],
    [-20, -190, -0.5],
    [150, -120, 0.8],
    [-230, 70, -0.2],
    [-60, 10, 0.5],
    [120, 60, -0.9],
    [-120, 190, 0.9],
    [60, 220, -0.3],
    [240, 140, 0.2],
    [230, -10, 0.5],
  ] as const
  for (const [x, y, turn] of cubes) paneer(brush, x, y, turn)
  brush.strokeStyle = '#fff3dd'
  brush.lineWidth = 15
  brush.lineCap = 'round'
  brush.stroke(
    path(
      'M-260 -30 C -160 -160 60 -150 90 -40 C 116 60 -60 110 -90 20 C -110 -50 60 -90 190 20 C 250 70 210 170 120 190',
    ),
  )
  for (let leaf = 0; leaf < 16; leaf += 1) {
    const angle = chance() * 6.3
    const reach = Math.sqrt(chance()) * 250
    coriander(brush, Math.cos(angle) * reach, Math.sin(angle) * reach, 28 + chance() * 20, chance() * 6.3)
  }
}

function paneer(brush: Brush, x: number, y: number, turn: number): void {
  brush.save()
  brush.translate(x, y)
  brush.rotate(turn)
  softly(brush, 9, () => {
    brush.fillStyle = 'rgba(90,20,0,0.6)'
    brush.fill(roundedBox(-44, -36, 104, 100, 22))
  })
  brush.fillStyle = linear(
    brush,
    [-50, -50, 50, 50],
    [
      [0, '#fff6df'],
      [0.6, '#f3d6a0'],
      [1, '#cf9550'],
    ],
  )
  brush.fill(roundedBox(-50, -46, 100, 92, 20))
  brush.fillStyle = withAlpha('#a9581c', 0.5)
  brush.fill(ellipse(-12, 4, 26, 12, 0.6))
  brush.fill(ellipse(22, -20, 14, 8, -0.4))
  brush.restore()
}

function coriander(brush: Brush, x: number, y: number, size: number, turn: number): void {
  brush.save()
  brush.translate(x, y)
  brush.rotate(turn)
  for (const [lean, scale] of [
    [-0.9, 0.8],
    [0, 1],
    [0.9, 0.8],
  ] as const) {
    brush.save()
    brush.rotate(lean)
    brush.fillStyle = linear(
      brush,
      [0, 0, 0, -size],
      [
        [0, '#2f6b2a'],
        [1, '#7fb84a'],
      ],
    )
    brush.fill(
      path(
        `M0 0 C ${-size * 0.6 * scale} ${-size * 0.3} ${-size * 0.4 * scale} ${-size} 0 ${-size * scale} C ${size * 0.4 * scale} ${-size} ${size * 0.6 * scale} ${-size * 0.3} 0 0 Z`,
      ),
    )
    brush.restore()
  }
  brush.restore()
}

function rice(brush: Brush, chance: () => number): void {
  brush.fillStyle = '#e9dcc2'
  brush.fill(circle(0, 0, 430))
  for (let grain = 0; grain < 900; grain += 1) {
    const angle = chance() * 6.3
    const reach = Math.sqrt(chance()) * 390
    brush.fillStyle = ['#fffaf0', '#f3e7cf', '#fff4dc', '#f6c94f'][chance() < 0.08 ? 3 : grain % 3] ?? '#fffaf0'
    brush.fill(ellipse(Math.cos(angle) * reach, Math.sin(angle) * reach, 30, 9, chance() * 3.2))
  }
  coriander(brush, 0, 40, 150, 0.4)
}

function chutney(brush: Brush): void {
  brush.fillStyle = radial(brush, -100, -120, 460, [
    [0, '#a5c94f'],
    [0.6, '#5f8d2a'],
    [1, '#345a18'],
  ])
  brush.fill(circle(0, 0, 430))
  brush.strokeStyle = withAlpha('#dff09a', 0.6)
  brush.lineWidth = 26
  brush.lineCap = 'round'
  brush.stroke(path('M-200 60 C -120 -160 160 -150 170 20 C 170 140 -20 140 -20 30'))
}

function naan(brush: Brush, chance: () => number): void {
  brush.save()
  brush.translate(1010, 1270)
  brush.rotate(-0.35)
  softly(brush, 26, () => {
    brush.fillStyle = 'rgba(0,0,0,0.7)'
    brush.fill(ellipse(20, 36, 330, 210))
  })
  const bread = path(
    'M-320 30 C -340 -120 -160 -230 60 -220 C 260 -210 350 -90 320 50 C 290 180 90 220 -80 200 C -220 184 -300 130 -320 30 Z',
  )
  brush.fillStyle = radial(brush, -60, -80, 430, [
    [0, '#fbe6bd'],
    [0.6, '#e9bd7c'],
    [1, '#b87a3c'],
  ])
  brush.fill(bread)
  inside(brush, bread, () => {
    for (let spot = 0; spot < 34; spot += 1) {
      brush.fillStyle = withAlpha('#7a3f16', 0.18 + chance() * 0.4)
      brush.fill(
        ellipse((chance() - 0.5) * 600, (chance() - 0.5) * 400, 8 + chance() * 30, 6 + chance() * 20, chance() * 3),
      )
    }
  })
  brush.restore()
}

function spices(brush: Brush, chance: () => number): void {
  for (let seed = 0; seed < 110; seed += 1) {
    const x = 90 + chance() * 380
    const y = 90 + chance() * 260
    brush.fillStyle = ['#c7452b', '#e09a32', '#6d3b1f', '#d9c19a'][seed % 4] ?? '#c7452b'
    brush.fill(ellipse(x, y, 5 + chance() * 5, 3 + chance() * 3, chance() * 3))
  }
  for (const [x, y, turn] of [
    [150, 190, 0.5],
    [250, 130, -0.3],
    [320, 250, 0.9],
  ] as const) {
    brush.save()
    brush.translate(x, y)
    brush.rotate(turn)
    softly(brush, 8, () => {
      brush.fillStyle = 'rgba(0,0,0,0.6)'
      brush.fill(ellipse(6, 14, 90, 14))
    })
    brush.fillStyle = linear(
      brush,
      [0, -18, 0, 18],
      [
        [0, '#ff7a52'],
        [0.5, '#c8231a'],
        [1, '#7a0d10'],
      ],
    )
    brush.fill(path('M-96 4 C -60 -26 40 -26 96 8 C 40 24 -50 28 -96 4 Z'))
    brush.strokeStyle = '#5f7d2b'
    brush.lineWidth = 7
    brush.stroke(path('M-94 4 q -26 -6 -34 -22'))
    brush.restore()
  }
}
