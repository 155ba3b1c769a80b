// Painted people, faceless on purpose: a customer sees where their own photo goes without meeting a stranger.
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

/** Two profiles about to touch, filled with an evening landscape: an abstract engagement portrait. */
export const twoProfiles: Picture = {
  name: 'two-profiles',
  width: 1200,
  height: 1500,
  paint(brush, chance) {
    brush.fillStyle = linear(
      brush,
      [0, 0, 1200, 1500],
      [
        [0, '#f3ebe0'],
        [1, '#e2d2c1'],
      ],
    )
    brush.fillRect(0, 0, 1200, 1500)
    softly(brush, 60, () => {
      brush.fillStyle = withAlpha('#ffffff', 0.8)
      brush.fill(path('M120 0 L520 0 L900 1500 L420 1500 Z'))
    })
    brush.fillStyle = '#dcb49c'
    brush.fill(circle(600, 560, 350))
    const left = profile()
    brush.save()
    brush.translate(-30, 40)
    fillProfile(brush, chance, left, ['#23394a', '#47637a', '#c98b6b', '#f2c79a'], '#16242f')
    brush.restore()
    brush.save()
    brush.translate(1230, 110)
    brush.scale(-1, 1)
    fillProfile(brush, chance, left, ['#6d2f2c', '#a8553f', '#e09a6a', '#f7d7ae'], '#4a1c1d')
    brush.restore()
    softly(brush, 3, () => eucalyptus(brush))
  },
}

/** One head, neck and shoulder seen from the left, looking right; about 640 x 1460 pixels. */
function profile() {
  return path(
    [
      'M-40 1500 L-40 1240 C 40 1170 170 1130 214 1070 C 246 1020 236 960 216 900',
      'C 150 840 112 742 122 620 C 134 470 246 360 396 356 C 500 354 566 398 584 468',
      'C 596 514 588 540 594 574 C 600 604 640 648 648 676 C 652 692 640 702 618 706',
      'C 612 716 620 732 620 744 C 620 758 604 762 600 768 C 612 776 616 790 606 804',
      'C 596 820 604 842 596 872 C 586 906 540 914 488 912 C 462 911 444 922 438 946',
      'C 430 990 440 1064 478 1096 C 540 1148 640 1180 690 1260 C 730 1330 744 1420 748 1500 Z',
    ].join(' '),
  )
}

function fillProfile(
  brush: Brush,
  chance: () => number,
  shape: ReturnType<typeof path>,
  [deep, mid, warm, light]: readonly [string, string, string, string],
  hair: string,
): void {
  softly(brush, 30, () => {
    brush.fillStyle = withAlpha('#3a2418', 0.22)
    brush.save()
    brush.translate(16, 22)
    brush.fill(shape)
    brush.restore()
  })
  inside(brush, shape, () => {
    brush.fillStyle = linear(
      brush,
      [0, 340, 0, 1500],
      [
        [0, mid],
        [0.36, warm],
        [0.5, light],
        [1, warm],
      ],
    )
    brush.fillRect(-60, 300, 900, 1240)
    glow(brush, 470, 860, 420, '#fff0d0', 0.75)
    const hills = [
      [warm, 930, 40],
      [mid, 1040, 46],
      [deep, 1180, 54],
    ] as const
    for (const [colour, y, swell] of hills) {
      brush.fillStyle = colour
      brush.fill(ridge(900, 1540, y, swell, chance))
    }
    brush.fillStyle = hair
    brush.fill(
      path(
        'M60 980 C 60 700 80 300 400 320 C 520 326 600 400 592 480 C 520 440 440 470 400 540 C 372 590 380 650 350 690 C 320 730 300 720 286 760 C 268 820 282 900 236 940 Z',
      ),
    )
    brush.strokeStyle = withAlpha('#ffffff', 0.1)
    brush.lineWidth = 5
    for (let strand = 0; strand < 7; strand += 1) {
      brush.stroke(
        path(
          `M${200 + strand * 8} ${900 - strand * 12} C ${120 + strand * 26} ${700 - strand * 6} ${200 + strand * 26} ${430 - strand * 5} ${470 + strand * 12} ${400 - strand * 6}`,
        ),
      )
    }
  })
}

function eucalyptus(brush: Brush): void {
  brush.strokeStyle = '#6d7f6a'
  brush.lineWidth = 6
  brush.stroke(path('M1220 40 C 1020 60 880 150 780 300'))
  for (let leaf = 0; leaf < 13; leaf += 1) {
    const along = leaf / 13
    const x = 1200 - along * 420
    const y = 46 + along ** 1.7 * 250
    brush.save()
    brush.translate(x, y)
    brush.rotate(leaf % 2 ? 0.9 - along : -1.9 - along)
    brush.fillStyle = leaf % 3 === 0 ? '#8c9f86' : leaf % 3 === 1 ? '#758a72' : '#a7b69d'
    brush.fill(ellipse(0, -50 + along * 12, 25 - along * 7, 56 - along * 18))
    brush.restore()
  }
}

/** A birthday girl in a party hat against a bright wall. */
export const birthdayGirl: Picture = {
  name: 'birthday-girl',
  width: 1200,
  height: 1200,
  paint(brush, chance) {
    brush.fillStyle = radial(brush, 560, 460, 1000, [
      [0, '#ffd9a0'],
      [0.55, '#ffb36b'],
      [1, '#f2784b'],
    ])
    brush.fillRect(0, 0, 1200, 1200)
    for (let dot = 0; dot < 60; dot += 1) {
      brush.fillStyle = withAlpha(['#fff6df', '#ff5d8f', '#7a4fe0', '#ffe14d'][dot % 4] ?? '#ffffff', 0.85)
      brush.save()
      brush.translate(chance() * 1200, chance() * 1000)
      brush.rotate(chance() * 3)
      brush.fill(roundedBox(-12, -5, 24, 10, 4))
      brush.restore()
    }
    balloon(brush, 190, 330, 130, '#ff5d8f')
    balloon(brush, 1030, 270, 120, '#6d5bd0')
    balloon(brush, 1100, 560, 96, '#23b5a3')
    hairCloud(brush, chance)
    bust(brush)
    partyHat(brush)
  },
}

function balloon(brush: Brush, x: number, y: number, radius: number, colour: string): void {
  brush.strokeStyle = withAlpha('#8a3d17', 0.5)
  brush.lineWidth = 3
  brush.stroke(path(`M${x} ${y + radius * 1.2} q 24 130 -8 260 q -20 130 10 260`))
  brush.fillStyle = colour
  brush.fill(ellipse(x, y, radius, radius * 1.18))
  brush.fill(path(`M${x} ${y + radius * 1.1} l16 24 h-32 z`))
  brush.fillStyle = radial(brush, x - radius * 0.35, y - radius * 0.45, radius * 1.5, [
    [0, 'rgba(255,255,255,0.65)'],
    [0.35, 'rgba(255,255,255,0.12)'],
    [1, 'rgba(60,0,40,0.28)'],
  ])
  brush.fill(ellipse(x, y, radius, radius * 1.18))
}

function hairCloud(brush: Brush, chance: () => number): void {
  for (let curl = 0; curl < 190; curl += 1) {
    const angle = Math.PI * (0.86 + chance() * 1.28)
    const reach = Math.sqrt(chance()) * 300
    const x = 600 + Math.cos(angle) * reach * 1.06
    const y = 520 + Math.sin(angle) * reach
    brush.fillStyle = ['#3a1f1c', '#4a2822', '#5b332a'][curl % 3] ?? '#3a1f1c'
    brush.fill(circle(x, y, 38 + chance() * 34))
  }
  for (let curl = 0; curl < 46; curl += 1) {
    const side = curl % 2 ? 1 : -1
    brush.fillStyle = curl % 3 ? '#3a1f1c' : '#4a2822'
    brush.fill(circle(600 + side * (200 + chance() * 96), 500 + chance() * 260, 40 + chance() * 26))
  }
}

function bust(brush: Brush): void {
  const dress = path('M210 1200 C 224 1040 330 968 470 936 C 520 1000 680 1000 730 936 C 870 968 976 1040 990 1200 Z')
  brush.fillStyle = linear(
    brush,
    [300, 930, 900, 1200],
    [
      [0, '#8d64f0'],
      [1, '#4c2fb0'],
    ],
  )
  brush.fill(dress)
  inside(brush, dress, () => {
    brush.fillStyle = '#ffe14d'
    for (let row = 0; row < 6; row += 1) {
      for (let dot = 0; dot < 14; dot += 1) brush.fill(circle(220 + dot * 62 + (row % 2) * 31, 960 + row * 52, 9))
    }
  })
  const skin = linear(
    brush,
    [420, 400, 780, 900],
    [
      [0, '#d98f66'],
      [0.55, '#bd6f4b'],
      [1, '#93503a'],
    ],
  )
  brush.fillStyle = skin
  brush.fill(path('M520 780 L680 780 L690 930 C 660 980 540 980 510 930 Z'))
  brush.fillStyle = withAlpha('#6b2f22', 0.45)
  brush.fill(path('M522 800 C 560 850 640 850 678 800 L 682 840 C 640 890 560 890 518 840 Z'))
  brush.fillStyle = skin
  brush.fill(
    path(
      'M424 560 C 424 430 500 370 600 370 C 700 370 776 430 776 560 C 776 700 700 830 600 830 C 500 830 424 700 424 560 Z',
    ),
  )
  brush.fill(circle(424, 606, 34))
  brush.fill(circle(776, 606, 34))
  glow(brush, 530, 520, 190, '#ffd2a8', 0.4)
  brush.fillStyle = withAlpha('#f2685c', 0.4)
  brush.fill(ellipse(494, 668, 44, 30))
  brush.fill(ellipse(706, 668, 44, 30))
  brush.strokeStyle = '#4a1f1b'
  brush.lineCap = 'round'
  brush.lineWidth = 10
  brush.stroke(path('M490 590 q 32 -34 64 0'))
  brush.stroke(path('M646 590 q 32 -34 64 0'))
  brush.lineWidth = 8
  brush.stroke(path('M488 532 q 34 -22 66 -6'))
  brush.stroke(path('M646 526 q 34 -16 66 6'))
  brush.strokeStyle = withAlpha('#7d3a2b', 0.8)
  brush.stroke(path('M592 650 q 10 10 22 0'))
  brush.fillStyle = '#a3263f'
  brush.fill(path('M534 706 C 570 722 630 722 666 706 C 652 776 548 776 534 706 Z'))
  brush.fillStyle = '#fff6ef'
  brush.fill(path('M544 712 C 574 724 626 724 656 712 C 650 734 550 734 544 712 Z'))
  brush.fillStyle = '#ffcf4a'
  brush.fill(circle(424, 656, 15))
  brush.fill(circle(776, 656, 15))
  for (const [x, y] of [
    [520, 396],
    [560, 372],
    [604, 362],
    [648, 370],
    [690, 394],
    [480, 430],
    [724, 430],
  ] as const) {
    brush.fillStyle = '#4a2822'
    brush.fill(circle(x, y, 44))
  }
}

function partyHat(brush: Brush): void {
  brush.save()
  brush.translate(650, 330)
  brush.rotate(0.16)
  const cone = path('M-128 40 L0 -290 L128 40 Q 0 84 -128 40 Z')
  brush.fillStyle = linear(
    brush,
    [-128, 0, 128, 0],
    [
      [0, '#ff86ac'],
      [0.45, '#ff5d8f'],
      [1, '#c92f6a'],
    ],
  )
  brush.fill(cone)
  inside(brush, cone, () => {
    brush.fillStyle = '#ffe14d'
    for (const y of [-210, -120, -30, 60])
      brush.fill(path(`M-160 ${y} L160 ${y - 60} L160 ${y - 30} L-160 ${y + 30} Z`))
  })
  for (let tuft = 0; tuft < 16; tuft += 1) {
    brush.save()
    brush.translate(0, -290)
    brush.rotate((tuft / 16) * Math.PI * 2)
    brush.fillStyle = tuft % 2 ? '#fff6df' : '#ffe14d'
    brush.fill(ellipse(0, -24, 9, 30))
    brush.restore()
  }
  brush.restore()
}

/** A swaddled baby asleep on a crescent moon. */
export const sleepingBaby: Picture = {
  name: 'sleeping-baby',
  width: 1200,
  height: 1200,
  paint(brush, chance) {
    wash(brush, 1200, 1200, [
      [0, '#bfe3e0'],
      [0.55, '#e6f0dc'],
      [1, '#fdeccf'],
    ])
    for (let star = 0; star < 26; star += 1) {
      brush.fillStyle = withAlpha('#f2b84b', 0.5 + chance() * 0.5)
      const x = chance() * 1200
      const y = chance() * 620
      const size = 6 + chance() * 12
      brush.fill(
        path(
          `M${x} ${y - size} Q ${x} ${y} ${x + size} ${y} Q ${x} ${y} ${x} ${y + size} Q ${x} ${y} ${x - size} ${y} Q ${x} ${y} ${x} ${y - size} Z`,
        ),
      )
    }
    glow(brush, 600, 620, 520, '#fff3cf', 0.8)
    brush.fillStyle = linear(
      brush,
      [200, 300, 900, 1000],
      [
        [0, '#ffe9b0'],
        [1, '#f5b94f'],
      ],
    )
    brush.fill(
      path(
        'M250 420 C 190 760 420 1030 760 1000 C 940 984 1050 860 1080 720 C 960 840 780 860 620 790 C 430 706 300 580 250 420 Z',
      ),
    )
    swaddle(brush)
    for (const [x, y, size] of [
      [150, 1010, 150],
      [420, 1090, 190],
      [760, 1100, 210],
      [1060, 1020, 170],
    ] as const) {
      brush.fillStyle = '#ffffff'
      brush.fill(ellipse(x, y, size, size * 0.62))
      softly(brush, 18, () => {
        brush.fillStyle = withAlpha('#bfe3e0', 0.4)
        brush.fill(ellipse(x + size * 0.1, y + size * 0.5, size * 0.9, size * 0.22))
      })
    }
  },
}

function swaddle(brush: Brush): void {
  brush.save()
  brush.translate(640, 660)
  brush.rotate(0.36)
  const wrap = path(
    'M-190 -40 C -170 -200 40 -210 190 -130 C 330 -60 380 60 330 120 C 260 190 -40 180 -130 110 C -180 70 -196 20 -190 -40 Z',
  )
  softly(brush, 16, () => {
    brush.fillStyle = withAlpha('#a8641e', 0.35)
    brush.save()
    brush.translate(6, 28)
    brush.fill(wrap)
    brush.restore()
  })
  brush.fillStyle = linear(
    brush,
    [-150, -180, 200, 200],
    [
      [0, '#ff9f8e'],
      [0.6, '#ec6f6a'],
      [1, '#b9474f'],
    ],
  )
  brush.fill(wrap)
  inside(brush, wrap, () => {
    brush.strokeStyle = withAlpha('#fff0dc', 0.85)
    brush.lineWidth = 7
    for (const shift of [0, 70, 140, 210])
      brush.stroke(path(`M${-40 + shift} -230 C ${30 + shift} -90 ${20 + shift} 60 ${-50 + shift} 200`))
    brush.fillStyle = '#ffe3a8'
    for (let dot = 0; dot < 9; dot += 1) brush.fill(circle(20 + (dot % 3) * 92, -90 + Math.floor(dot / 3) * 78, 9))
  })
  brush.fillStyle = linear(
    brush,
    [-240, -160, -60, 100],
    [
      [0, '#f3c19c'],
      [1, '#d5916c'],
    ],
  )
  brush.fill(circle(-150, -40, 128))
  brush.fillStyle = '#ff9f8e'
  brush.fill(path('M-278 -50 C -270 -190 -130 -220 -50 -130 C -110 -150 -220 -140 -278 -50 Z'))
  brush.strokeStyle = '#5b2b22'
  brush.lineWidth = 7
  brush.lineCap = 'round'
  brush.stroke(path('M-216 -38 q 24 22 48 2'))
  brush.stroke(path('M-128 -30 q 24 22 48 2'))
  brush.stroke(path('M-168 26 q 18 14 36 0'))
  brush.fillStyle = withAlpha('#f2685c', 0.45)
  brush.fill(ellipse(-222, 6, 22, 15))
  brush.fill(ellipse(-84, 14, 22, 15))
  brush.restore()
}
