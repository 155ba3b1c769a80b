// A painted bottle of face oil in warm afternoon light, for the advertisement.
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

/** An amber dropper bottle on two stone discs, saffron beside it, the shadow of a palm leaf on the wall. */
export const amberBottle: Picture = {
  name: 'amber-bottle',
  width: 1200,
  height: 1400,
  paint(brush, chance) {
    brush.fillStyle = linear(
      brush,
      [0, 0, 1200, 1400],
      [
        [0, '#f8dcc0'],
        [0.6, '#eec09a'],
        [1, '#dd9f74'],
      ],
    )
    brush.fillRect(0, 0, 1200, 1400)
    glow(brush, 260, 260, 900, '#fff3dc', 0.55)
    softly(brush, 16, () => palmShadow(brush))
    plinth(brush)
    softly(brush, 26, () => {
      brush.fillStyle = withAlpha('#5c2a12', 0.5)
      brush.fill(path('M470 1070 L760 1070 L1120 1180 L860 1220 Z'))
    })
    bottle(brush)
    saffron(brush, chance)
  },
}

function palmShadow(brush: Brush): void {
  brush.fillStyle = withAlpha('#a9633a', 0.26)
  brush.save()
  brush.translate(1180, 60)
  brush.rotate(0.5)
  for (let leaf = 0; leaf < 15; leaf += 1) {
    brush.save()
    brush.translate(-leaf * 62, leaf * leaf * 1.6)
    for (const side of [-1, 1]) {
      brush.save()
      brush.rotate(side * (1.05 - leaf * 0.02) + Math.PI)
      const length = 420 - Math.abs(leaf - 6) * 26
      brush.fill(
        path(
          `M0 0 C ${length * 0.3} -34 ${length * 0.8} -20 ${length} 0 C ${length * 0.8} 12 ${length * 0.3} 22 0 0 Z`,
        ),
      )
      brush.restore()
    }
    brush.restore()
  }
  brush.restore()
}

function plinth(brush: Brush): void {
  for (const [x, y, rx, ry, high, light, dark] of [
    [620, 1210, 520, 92, 240, '#fbe6d0', '#d79c72'],
    [600, 1080, 330, 60, 110, '#fff2e2', '#e3b088'],
  ] as const) {
    brush.fillStyle = linear(
      brush,
      [x - rx, 0, x + rx, 0],
      [
        [0, light],
        [0.4, dark],
        [1, '#b3754c'],
      ],
    )
    brush.fill(
      path(`M${x - rx} ${y} L${x - rx} ${y + high} A${rx} ${ry} 0 0 0 ${x + rx} ${y + high} L${x + rx} ${y} Z`),
    )
    brush.fillStyle = radial(brush, x - rx * 0.4, y - ry * 0.3, rx * 1.5, [
      [0, '#fff8ee'],
      [1, '#e9bf9a'],
    ])
    brush.fill(ellipse(x, y, rx, ry))
  }
}

function bottle(brush: Brush): void {
  const glass = path(
    'M420 640 C 420 560 500 550 520 520 L520 450 L680 450 L680 520 C 700 550 780 560 780 640 L780 1050 C 780 1084 756 1096 720 1096 L480 1096 C 444 1096 420 1084 420 1050 Z',
  )
  brush.fillStyle = linear(
    brush,
    [420, 0, 780, 0],
    [
      [0, '#5a2408'],
      [0.14, '#b35a18'],
      [0.42, '#e28f35'],
      [0.7, '#a84c12'],
      [0.92, '#6a2a0a'],
      [1, '#8f4313'],
    ],
  )
  brush.fill(glass)
  inside(brush, glass, () => {
    brush.fillStyle = withAlpha('#3c1504', 0.35)
    brush.fillRect(400, 560, 400, 36)
    softly(brush, 10, () => {
      brush.fillStyle = withAlpha('#fff0cf', 0.75)
      brush.fill(roundedBox(446, 610, 26, 440, 13))
      brush.fillStyle = withAlpha('#ffcf8a', 0.5)
      brush.fill(roundedBox(738, 640, 16, 400, 8))
    })
    glow(brush, 600, 1090, 260, '#ffb04a', 0.6)
  })
  label(brush)
  dropper(brush)
}

function label(brush: Brush): void {
  brush.fillStyle = linear(
    brush,
    [420, 0, 780, 0],
    [
      [0, '#d9c4a6'],
      [0.3, '#fff7ea'],
      [0.7, '#f3e2c8'],
      [1, '#bfa27c'],
    ],
  )
  brush.fillRect(420, 730, 360, 250)
  brush.strokeStyle = '#8a5a32'
  brush.lineWidth = 3
  brush.strokeRect(452, 756, 296, 198)
  brush.fillStyle = '#8a4a22'
  for (let petal = 0; petal < 6; petal += 1) {
    brush.save()
    brush.translate(600, 832)
    brush.rotate((petal * Math.PI) / 3)
    brush.fill(path('M0 -6 C 16 -20 12 -44 0 -56 C -12 -44 -16 -20 0 -6 Z'))
    brush.restore()
  }
  brush.fillRect(520, 908, 160, 5)
  brush.fillRect(545, 924, 110, 4)
}

function dropper(brush: Brush): void {
  brush.fillStyle = linear(
    brush,
    [510, 0, 690, 0],
    [
      [0, '#8a6420'],
      [0.25, '#ffe9ab'],
      [0.55, '#c8963a'],
      [1, '#7a5412'],
    ],
  )
  brush.fill(roundedBox(508, 378, 184, 92, 12))
  brush.strokeStyle = withAlpha('#6b4710', 0.4)
  brush.lineWidth = 3
  for (let rib = 0; rib < 14; rib += 1) brush.stroke(path(`M${518 + rib * 12.6} 386 V462`))
  brush.fillStyle = linear(
    brush,
    [548, 0, 652, 0],
    [
      [0, '#2a1a14'],
      [0.3, '#6b4a3a'],
      [1, '#1a0f0b'],
    ],
  )
  brush.fill(path('M552 380 L556 240 C 556 180 644 180 644 240 L648 380 Z'))
  brush.fillStyle = withAlpha('#ffffff', 0.3)
  brush.fill(roundedBox(568, 226, 14, 130, 7))
}

function saffron(brush: Brush, chance: () => number): void {
  softly(brush, 10, () => {
    brush.fillStyle = withAlpha('#5c2a12', 0.45)
    brush.fill(ellipse(320, 1216, 150, 26))
  })
  for (let thread = 0; thread < 90; thread += 1) {
    const x = 310 + (chance() + chance() - 1) * 140
    const y = 1205 + (chance() + chance() - 1) * 26 - Math.max(0, 30 - Math.abs(x - 310) * 0.3)
    brush.strokeStyle = ['#b3200f', '#d8391a', '#8f150c', '#f0672a'][thread % 4] ?? '#b3200f'
    brush.lineWidth = 3 + chance() * 3
    brush.lineCap = 'round'
    const lean = (chance() - 0.5) * 60
    brush.stroke(path(`M${x} ${y} q ${lean * 0.5} ${-14 - chance() * 10} ${lean} ${(chance() - 0.5) * 26}`))
  }
  for (const [x, y, r] of [
    [884, 1206, 14],
    [930, 1222, 9],
    [860, 1228, 7],
  ] as const) {
    brush.fillStyle = radial(brush, x - r * 0.3, y - r * 0.3, r * 1.2, [
      [0, '#fff0c0'],
      [0.5, '#f0a23c'],
      [1, '#b3601a'],
    ])
    brush.fill(circle(x, y, r))
  }
}
