// Truncated, scrambled and lying recordings, each normalised in a separate process like customers' files. A short run with
// every `npm run test:full`; VITRINE_MEDIA_FUZZ sets their number, VITRINE_SEED other ones, as for property tests.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { runBoundedChild, type WorkFailed } from '@vitrine/process/bounded-child'
import { beforeAll, expect, it } from 'vitest'
import { corners, times, writeRecording } from '../../testing/recording.ts'
import { sine, useFolder, writeWav } from '../../testing/video.ts'
import type { NormalisedRecording, NormaliseProgress, NormaliseRequest } from './normalise-message.ts'

const folder = useFolder()
const ROUNDS = Number(process.env.VITRINE_MEDIA_FUZZ ?? 14)
const FIRST = chooseSeed(process.env.VITRINE_SEED)
const LIMITS = { durationMs: 30_000, silenceMs: 15_000, memoryBytes: 1.5 * 2 ** 30 }
const CHILD = fileURLToPath(new URL('./normalise-process.ts', import.meta.url))
const NAMES = ['a.mp4', 'b.mov', 'c.mkv', 'd.webm', 'e.avi', 'f.wav'] as const

beforeAll(async () => {
  const spec = { width: 96, height: 64, times: times(25, 25), shade: corners(96, 64) }
  const sound = { wave: sine(440, 0.5), seconds: 1 }
  await writeRecording(folder.path('a.mp4'), { ...spec, sound })
  await writeRecording(folder.path('b.mov'), { ...spec, sound, codec: 'hevc' })
  await writeRecording(folder.path('c.mkv'), { ...spec, sound })
  await writeRecording(folder.path('d.webm'), { ...spec, sound, codec: 'vp9' })
  await writeRecording(folder.path('e.avi'), { ...spec, sound, codec: 'mpeg4' })
  await writeWav(folder.path('f.wav'), 1, [sine(440, 0.5)])
})

/** The first kind of damage: a seed selects other files than the default. */
function chooseSeed(seed: string | undefined): number {
  if (seed === undefined) return 1
  const first = seed === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(seed)
  console.log(`damaged recordings from seed ${first}`)
  return first
}

/** Deterministic pseudo-random numbers. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** The file with a part missing, bytes changed, or inflated sizes and counts. */
function damage(whole: Buffer, random: (below: number) => number): Buffer {
  const bytes = Buffer.from(whole)
  const kind = random(4)
  if (kind === 0) return bytes.subarray(0, random(bytes.length))
  if (kind === 1) {
    for (let n = 0; n < 40; n++) bytes[random(bytes.length)] = random(256)
    return bytes
  }
  if (kind === 2) {
    const from = random(bytes.length)
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(Math.min(bytes.length, from + 1 + random(2000)))])
  }
  // Wherever a container has its tables, at the front or at the end: maximal numbers.
  const index = Math.max(0, bytes.indexOf('moov'))
  for (let n = 0; n < 6; n++) {
    const at = index > 0 ? index + random(bytes.length - index - 4) : random(Math.min(400, bytes.length - 4))
    bytes.writeUInt32BE(random(2) === 0 ? 0xffffffff : 0x7fffffff, at)
  }
  return bytes
}

it('are normalised or rejected within the limits, and crash at most their own process', {
  tags: ['full'],
  timeout: 600_000,
}, async () => {
  const outcomes: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const name = NAMES[round % NAMES.length] ?? 'a.mp4'
    const path = folder.path(`damaged-${name}`)
    await writeFile(path, damage(await readFile(folder.path(name)), randomFrom(FIRST + round)))
    const out = folder.path('damaged')
    await rm(out, { recursive: true, force: true })
    await mkdir(out)
    const request = { sourcePath: path, folder: out, longestSeconds: 180, threads: 1 }
    const begun = performance.now()
    const outcome = await runBoundedChild<NormaliseRequest, NormaliseProgress, NormalisedRecording>(request, {
      path: CHILD,
      name: 'normalising',
      limits: LIMITS,
    }).then(
      ({ kind }) => kind,
      (error: WorkFailed) => error.code ?? error.message,
    )
    expect(performance.now() - begun, `${name} in round ${round}`).toBeLessThan(LIMITS.durationMs + 60_000)
    outcomes.push(`${name} ${outcome}`)
  }
  // An invalid master or a crashed decoder fails the attempt; finally customers are notified.
  const known =
    /(video|audio|media-damaged|media-too-long|the master|the sound of the master|ended early|no sign of life|longer than)/
  expect(outcomes.filter((outcome) => !known.test(outcome))).toEqual([])
  expect(outcomes.some((outcome) => outcome.endsWith('media-damaged'))).toBe(true)
  if (ROUNDS > 20)
    console.log(
      Object.entries(Object.groupBy(outcomes, (text) => text))
        .map(([text, all]) => `${text}: ${all?.length}`)
        .join('\n'),
    )
})
