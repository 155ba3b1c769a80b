// The music beds of the catalogue, written out note by note.
import { bass, bell, felt, manjira, noise, pad, pluck, reed, type Sound, skin, stab } from './instrument.ts'
import { createMixer, type Loop, type Mixer, type Placing } from './mixer.ts'

export interface Tune {
  readonly name: string
  readonly title: string
  readonly seconds: number
  readonly compose: () => Loop
}

const loudnessLufs = -16

/** Strikes a voice on every step of a pattern that is not '.'; capital letters are accents. */
function strike(
  mixer: Mixer,
  voice: Sound,
  pattern: string,
  stepSeconds: number,
  placing: Placing & { bars?: number } = {},
): void {
  const { bars = 1, gain = 1, ...rest } = placing
  for (let bar = 0; bar < bars; bar += 1) {
    for (const [index, mark] of [...pattern].entries()) {
      if (mark === '.') continue
      const accent = mark === mark.toUpperCase() ? 1 : 0.55
      mixer.play(voice, (bar * pattern.length + index) * stepSeconds, { ...rest, gain: gain * accent })
    }
  }
}

/** Wedding: tanpura drone in D, a sitar phrase in Yaman, tabla and small cymbals. 12 s, 80 beats a minute. */
function sitarDawn(): Loop {
  const beat = 0.75
  const mixer = createMixer(16 * beat, 0.85)
  for (let round = 0; round < 4; round += 1) {
    for (const [index, note] of [45, 50, 50, 38].entries()) {
      mixer.play(pluck(note, 5, 0.9985, 0.5, 0.9), (round * 4 + index) * beat, {
        gain: 0.3,
        send: 0.35,
        pan: (index - 1.5) * 0.3,
      })
    }
  }
  const phrase = [
    [0, 66, 2],
    [1, 69, 1.6],
    [1.5, 71, 2],
    [2.5, 73, 2],
    [3.5, 74, 3.5],
    [5.5, 73, 1.5],
    [6, 71, 1.5],
    [6.5, 69, 3],
    [8, 68, 1.2],
    [8.5, 69, 2],
    [9.5, 66, 1.6],
    [10.5, 64, 1.4],
    [11, 66, 2.6],
    [12.5, 62, 4],
    [14.5, 64, 1.2],
    [15, 64, 1],
  ] as const
  for (const [at, note, seconds] of phrase) {
    mixer.play(pluck(note, seconds, 0.9962, 0.75, 0.7), at * beat, { gain: 0.62, send: 0.4, pan: 0.12 })
    mixer.play(pluck(note - 12, seconds, 0.997, 0.4), at * beat + 0.012, { gain: 0.16, send: 0.4, pan: -0.2 })
  }
  const half = beat / 2
  strike(mixer, skin(190, 82, 0.5, 0.1, 18), 'B..b..B.', half, { bars: 4, gain: 0.42, send: 0.25, pan: -0.15 })
  strike(mixer, skin(520, 410, 0.22, 0.35, 50), '..n.nN.n', half, { bars: 4, gain: 0.2, send: 0.25, pan: 0.2 })
  strike(mixer, manjira(0.9), '....M...', half, { bars: 4, gain: 0.16, send: 0.5, pan: 0.4 })
  for (const note of [50, 57, 62]) mixer.play(pad(note, 12, 700), 0, { gain: 0.1, send: 0.5 })
  return mixer.finish(loudnessLufs)
}

/** Festive: dhol, claps, harmonium chords and a bright plucked tune. 9.6 s, 100 beats a minute. */
function dholCourtyard(): Loop {
  const step = 0.15
  const mixer = createMixer(64 * step, 0.45)
  strike(mixer, skin(170, 62, 0.42, 0.25, 24), 'D..d..D.D..d..D.', step, { bars: 4, gain: 0.75, send: 0.12 })
  strike(mixer, skin(620, 330, 0.16, 0.5, 40), '..T.tT.t..T.tTtt', step, { bars: 4, gain: 0.34, send: 0.2, pan: 0.18 })
  strike(mixer, noise(0.16, 0.7, 5), '....C.......C...', step, { bars: 4, gain: 0.4, send: 0.3 })
  strike(mixer, noise(0.05, 0.95, 9), 's.s.s.s.s.s.s.s.', step, { bars: 4, gain: 0.16, send: 0.1, pan: -0.35 })
  strike(mixer, manjira(0.5), '........M.......', step, { bars: 4, gain: 0.2, send: 0.4, pan: 0.4 })
  const chords = [
    [62, 66, 69],
    [67, 71, 74],
    [64, 67, 71],
    [69, 73, 76],
  ] as const
  for (const [bar, chord] of chords.entries()) {
    for (const start of [0, 6, 10]) {
      for (const note of chord)
        mixer.play(reed(note - 12, 0.62), (bar * 16 + start) * step, { gain: 0.13, send: 0.25, pan: -0.2 })
    }
    mixer.play(bass((chord[0] ?? 62) - 24, 0.9, 0.15), bar * 16 * step, { gain: 0.4, send: 0.02 })
    mixer.play(bass((chord[0] ?? 62) - 24, 0.5, 0.15), (bar * 16 + 10) * step, { gain: 0.34, send: 0.02 })
  }
  const tune =
    '0:74 2:76 3:78 4:81 7:78 8:76 10:74 12:78 16:79 18:81 19:83 20:86 23:83 24:81 26:79 28:78 32:76 34:78 35:79 36:83 39:79 40:78 42:76 44:74 48:73 50:74 51:76 52:81 55:76 56:73 58:76 60:73 62:76'
  for (const entry of tune.split(' ')) {
    const [at, note] = entry.split(':').map(Number)
    mixer.play(pluck(note ?? 74, 0.9, 0.989, 0.9), (at ?? 0) * step, { gain: 0.5, send: 0.25, pan: 0.1 })
    mixer.play(bell((note ?? 74) + 12, 0.6, 0.3), (at ?? 0) * step, { gain: 0.08, send: 0.4, pan: 0.25 })
  }
  return mixer.finish(loudnessLufs)
}

/** Editorial: felt piano over a warm pad. 12 s, 60 beats a minute. */
function feltLetter(): Loop {
  const mixer = createMixer(12, 0.8)
  const bars = [
    { root: 41, chord: [53, 57, 60, 64] },
    { root: 36, chord: [52, 55, 60, 64] },
    { root: 38, chord: [53, 57, 62, 65] },
    { root: 43, chord: [55, 58, 62, 65] },
  ] as const
  for (const [bar, { root, chord }] of bars.entries()) {
    const at = bar * 3
    mixer.play(felt(root, 4), at, { gain: 0.5, send: 0.3 })
    for (const [index, note] of chord.entries()) {
      mixer.play(felt(note, 3.4), at + 0.5 * (index + 1) - 0.01 * index, {
        gain: 0.3,
        send: 0.35,
        pan: -0.3 + index * 0.18,
      })
      mixer.play(pad(note, 4.4, 620), at, { gain: 0.075, send: 0.5, pan: index * 0.3 - 0.45 })
    }
  }
  const tune = [
    [0.5, 72],
    [1.5, 76],
    [2.25, 74],
    [3.5, 72],
    [4.75, 67],
    [5.25, 69],
    [6.5, 77],
    [7.5, 76],
    [8.25, 74],
    [9.5, 74],
    [10.5, 70],
    [11.25, 72],
  ] as const
  for (const [at, note] of tune) mixer.play(felt(note, 3), at, { gain: 0.4, send: 0.45, pan: 0.15 })
  return mixer.finish(loudnessLufs)
}

/** Lamps and snow: bells over a glowing pad. 12 s, 80 beats a minute. */
function lampBells(): Loop {
  const beat = 0.75
  const mixer = createMixer(16 * beat, 0.92)
  const chords = [
    [50, 57, 62, 66],
    [47, 54, 62, 66],
    [43, 55, 59, 66],
    [45, 57, 61, 64],
  ] as const
  for (const [bar, chord] of chords.entries()) {
    for (const [index, note] of chord.entries()) {
      mixer.play(pad(note, 4.2, 800), bar * 4 * beat, { gain: 0.13, send: 0.5, pan: index * 0.3 - 0.45 })
    }
    for (let step = 0; step < 8; step += 1) {
      const note = (chord[[1, 2, 3, 2, 1, 3, 2, 3][step] ?? 1] ?? 62) + 24
      mixer.play(bell(note, 2.2, 0.5), (bar * 4 + step / 2) * beat, {
        gain: step % 4 ? 0.13 : 0.2,
        send: 0.55,
        pan: step % 2 ? 0.45 : -0.45,
      })
    }
  }
  const tune = '0:78 1:81 1.5:83 2:81 3:78 4:76 5:78 6:74 8:74 9:78 9.5:79 10:78 11:74 12:76 13:73 14:69 15:73'
  for (const entry of tune.split(' ')) {
    const [at, note] = entry.split(':').map(Number)
    mixer.play(bell(note ?? 78, 3, 0.8), (at ?? 0) * beat, { gain: 0.34, send: 0.5, pan: 0.08 })
  }
  strike(mixer, manjira(1.2), 'M.......m.......', beat / 2, { bars: 2, gain: 0.09, send: 0.6, pan: 0.5 })
  return mixer.finish(loudnessLufs)
}

/** Offer: four on the floor, off-beat bass, chord stabs. 7.74 s, 124 beats a minute. */
function offerBounce(): Loop {
  const step = 60 / 124 / 4
  const mixer = createMixer(64 * step, 0.35)
  strike(mixer, skin(230, 48, 0.3, 0.3, 34), 'K...K...K...K...', step, { bars: 4, gain: 0.85, send: 0.02 })
  strike(mixer, noise(0.17, 0.68, 3), '....C.......C..c', step, { bars: 4, gain: 0.5, send: 0.22 })
  strike(mixer, noise(0.06, 0.97, 7), '..H...H...H...Hh', step, { bars: 4, gain: 0.3, send: 0.06, pan: 0.25 })
  strike(mixer, noise(0.03, 0.99, 8), 'hhhhhhhhhhhhhhhh', step, { bars: 4, gain: 0.14, pan: -0.3, send: 0.05 })
  const chords = [
    [57, 60, 64, 67],
    [53, 57, 60, 64],
    [48, 55, 60, 64],
    [55, 59, 62, 65],
  ] as const
  for (const [bar, chord] of chords.entries()) {
    for (const start of [0, 3, 6, 10, 12]) {
      for (const [index, note] of chord.entries()) {
        mixer.play(stab(note + 12, 0.3, 3600), (bar * 16 + start) * step, {
          gain: 0.13,
          send: 0.25,
          pan: index * 0.35 - 0.5,
        })
      }
    }
    for (const start of [2, 6, 10, 11, 14]) {
      mixer.play(bass(chord[0] - 24, 0.26, 0.45), (bar * 16 + start) * step, { gain: 0.52, send: 0.01 })
    }
    for (const [index, note] of [76, 79, 83, 79, 76, 74].entries()) {
      mixer.play(pluck(note - (bar === 1 ? 2 : 0), 0.5, 0.985, 1), (bar * 16 + index * 2.667) * step, {
        gain: 0.24,
        send: 0.35,
        pan: index % 2 ? 0.5 : -0.5,
      })
    }
  }
  return mixer.finish(loudnessLufs)
}

/** Product: a dark pulse, a rising arpeggio, a deep pad. 10 s, 96 beats a minute. */
function nightPulse(): Loop {
  const step = 60 / 96 / 4
  const mixer = createMixer(64 * step, 0.8)
  const roots = [40, 43, 36, 38] as const
  const colours = [
    [0, 7, 12, 15],
    [0, 4, 7, 12],
    [0, 4, 7, 11],
    [0, 7, 9, 14],
  ] as const
  for (const [bar, root] of roots.entries()) {
    const notes = colours[bar] ?? colours[0]
    for (const offset of notes)
      mixer.play(pad(root + 12 + offset, 3.6, 560 + bar * 160), bar * 16 * step, {
        gain: 0.17,
        send: 0.45,
        pan: offset / 12 - 0.5,
      })
    for (let pulse = 0; pulse < 16; pulse += 1) {
      mixer.play(bass(root - 12 + (root < 38 ? 12 : 0), 0.16, 0.35), (bar * 16 + pulse) * step, {
        gain: pulse % 4 ? 0.2 : 0.36,
        send: 0.02,
      })
      const note = root + 24 + (notes[pulse % 4] ?? 0) + (pulse % 8 > 3 ? 12 : 0)
      mixer.play(stab(note, 0.34, 900 + bar * 900), (bar * 16 + pulse) * step, {
        gain: 0.17,
        send: 0.4,
        pan: pulse % 2 ? 0.55 : -0.55,
      })
    }
  }
  strike(mixer, skin(160, 44, 0.55, 0.12, 26), 'K.......K.....k.', step, { bars: 4, gain: 0.72, send: 0.08 })
  strike(mixer, noise(0.3, 0.62, 4), '........C.......', step, { bars: 4, gain: 0.3, send: 0.5 })
  strike(mixer, noise(0.04, 0.98, 6), '..h.h.H...h.h.Hh', step, { bars: 4, gain: 0.15, send: 0.15, pan: 0.3 })
  return mixer.finish(loudnessLufs)
}

/** Gym: heavy drums and a driven bass. 10 s, 120 beats a minute in half time. */
function ironDrive(): Loop {
  const bars = 5
  const grid = 60 / 120 / 4
  const mixer = createMixer(bars * 16 * grid, 0.4)
  strike(mixer, skin(260, 42, 0.5, 0.5, 30), 'K.....K...K.....', grid, { bars, gain: 1, send: 0.05 })
  strike(mixer, noise(0.34, 0.64, 11), '........S.......', grid, { bars, gain: 0.85, send: 0.3 })
  strike(mixer, skin(330, 180, 0.2, 0.2, 20), '........S.......', grid, { bars, gain: 0.5, send: 0.2 })
  strike(mixer, noise(0.035, 0.98, 12), 'h.hhh.h.hhH.h.hh', grid, { bars, gain: 0.28, send: 0.05, pan: 0.2 })
  const line = '28 . . 28 . . 28 . . 31 . 28 . . 33 31'.split(' ')
  for (let bar = 0; bar < bars; bar += 1) {
    for (const [index, mark] of line.entries()) {
      if (mark === '.') continue
      const note = Number(mark)
      mixer.play(bass(note, grid * 2.6, 1), (bar * 16 + index) * grid, { gain: 0.5, send: 0.04 })
      mixer.play(stab(note + 12, grid * 2.4, 2400), (bar * 16 + index) * grid, {
        gain: 0.34,
        send: 0.12,
        pan: index % 2 ? 0.4 : -0.4,
      })
    }
    mixer.play(pluck(64 + (bar % 3) * 3, 1.4, 0.992, 1), bar * 16 * grid, { gain: 0.34, send: 0.5 })
  }
  return mixer.finish(loudnessLufs)
}

/** Eid: an oud in Hijaz, a frame drum, a low drone. 12 s, 80 beats a minute. */
function moonOud(): Loop {
  const beat = 0.75
  const mixer = createMixer(16 * beat, 0.85)
  for (const note of [38, 45, 50]) mixer.play(pad(note, 12, 480), 0, { gain: 0.16, send: 0.5 })
  const phrase =
    '0:62 0.5:63 1:66 2:67 2.5:66 3:63 3.5:62 4:66 5:67 5.5:69 6:70 6.5:69 7:67 8:69 8.5:70 9:74 10:72 10.5:70 11:69 11.5:67 12:66 12.5:67 13:66 13.5:63 14:62 15:57 15.5:60'
  for (const entry of phrase.split(' ')) {
    const [at, note] = entry.split(':').map(Number)
    mixer.play(pluck(note ?? 62, 2, 0.993, 0.55), (at ?? 0) * beat, { gain: 0.7, send: 0.35, pan: 0.1 })
    mixer.play(pluck((note ?? 62) - 12, 1.6, 0.994, 0.35), (at ?? 0) * beat + 0.02, {
      gain: 0.28,
      send: 0.3,
      pan: -0.1,
    })
  }
  const half = beat / 2
  strike(mixer, skin(130, 72, 0.6, 0.1, 14), 'D...d.D...D...d.', half, { bars: 2, gain: 0.45, send: 0.3 })
  strike(mixer, skin(480, 300, 0.12, 0.5, 40), '..t.t..tt..t.t.t', half, { bars: 2, gain: 0.17, send: 0.3, pan: 0.25 })
  strike(mixer, noise(0.14, 0.9, 2, 0.03), 's.s.s.s.s.s.s.s.', half, { bars: 2, gain: 0.07, send: 0.2, pan: -0.4 })
  return mixer.finish(loudnessLufs)
}

/** Countdown: a tick and a tone on each of five seconds, a chord on the sixth. 6 s. */
function leaderTicks(): Loop {
  const mixer = createMixer(6, 0.5)
  for (let second = 0; second < 5; second += 1) {
    mixer.play(skin(240, 90, 0.3, 0.5, 40), second, { gain: 0.7, send: 0.1 })
    mixer.play(bell(76, 0.7, 0.2), second, { gain: 0.5, send: 0.2 })
    for (const half of [0.25, 0.5, 0.75])
      mixer.play(noise(0.04, 0.95, 3), second + half, { gain: 0.16, send: 0.1, pan: 0.3 })
  }
  for (const note of [52, 64, 68, 71, 76]) mixer.play(stab(note, 0.95, 4200), 5, { gain: 0.4, send: 0.2 })
  mixer.play(skin(170, 50, 0.8, 0.3, 20), 5, { gain: 0.9, send: 0.1 })
  mixer.play(bell(88, 0.95, 0.6), 5, { gain: 0.5, send: 0.3 })
  return mixer.finish(loudnessLufs)
}

export const tunes: readonly Tune[] = [
  { name: 'sitar-dawn', title: 'Sitar at dawn', seconds: 12, compose: sitarDawn },
  { name: 'dhol-courtyard', title: 'Dhol in the courtyard', seconds: 9.6, compose: dholCourtyard },
  { name: 'felt-letter', title: 'A letter on felt piano', seconds: 12, compose: feltLetter },
  { name: 'lamp-bells', title: 'Bells among lamps', seconds: 12, compose: lampBells },
  { name: 'offer-bounce', title: 'Offer bounce', seconds: (64 * 60) / 124 / 4, compose: offerBounce },
  { name: 'night-pulse', title: 'Night pulse', seconds: 10, compose: nightPulse },
  { name: 'iron-drive', title: 'Iron drive', seconds: 10, compose: ironDrive },
  { name: 'moon-oud', title: 'Oud under the moon', seconds: 12, compose: moonOud },
  { name: 'leader-ticks', title: 'Leader ticks', seconds: 6, compose: leaderTicks },
]
