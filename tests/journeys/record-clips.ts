// A program of its own: writes the recordings of `recorded-clips.ts` into the folder that it is given.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Shade, times, writeRecording } from '../../apps/worker/testing/recording.ts'

const [folder = '.'] = process.argv.slice(2)
const tone = (hertz: number) => (seconds: number) => 0.3 * Math.sin(seconds * hertz * 2 * Math.PI)
/** Bands that wander: no two moments are alike, and none is hard to encode. */
const bands =
  (blue: number, red: number): Shade =>
  (x, y, seconds) => [126 + 70 * Math.sin(x / 40 + seconds * 3) * Math.cos(y / 30 - seconds), blue, red]

await writeRecording(join(folder, 'wide.mp4'), {
  width: 640,
  height: 360,
  times: times(36, 30),
  shade: bands(90, 170),
  sound: { wave: tone(330), seconds: 1.2 },
})
await writeRecording(join(folder, 'square.webm'), {
  width: 360,
  height: 360,
  times: times(30, 25),
  shade: bands(180, 100),
  codec: 'vp9',
  sound: { wave: tone(440), seconds: 1.2 },
})
await writeRecording(join(folder, 'upright.mov'), {
  width: 480,
  height: 270,
  times: times(60, 60),
  shade: bands(110, 90),
  // Turned by a quarter.
  matrix: [0, 1 << 16, 0, -(1 << 16), 0, 0, 0, 0, 1 << 30],
  sound: { wave: tone(550), seconds: 1 },
})
await writeRecording(join(folder, 'phone.mp4'), {
  width: 320,
  height: 180,
  times: times(30, 30),
  shade: bands(100, 160),
  codec: 'hevc',
})
await writeFile(join(folder, 'song.wav'), toneFile(220, 2))

/** 16 bits, one channel, 22050 samples a second. */
function toneFile(hertz: number, seconds: number): Buffer {
  const rate = 22_050
  const bytes = Buffer.alloc(44 + rate * seconds * 2)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8)
  for (const [at, value] of [
    [16, 16],
    [24, rate],
    [28, rate * 2],
  ] as const)
    bytes.writeUInt32LE(value, at)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    bytes.writeUInt16LE(value, at)
  bytes.write('data', 36)
  bytes.writeUInt32LE(bytes.length - 44, 40)
  for (let n = 0; n < rate * seconds; n++) bytes.writeInt16LE(Math.round(tone(hertz)(n / rate) * 32_767), 44 + n * 2)
  return bytes
}
