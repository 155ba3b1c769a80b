// Painted homes: a villa at blue hour and its living room.
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
