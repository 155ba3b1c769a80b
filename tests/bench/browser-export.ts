// The speed of rendering in the browser, compared with its encoder and decoder alone and with the playing time, and its memory
// for videos of any length. A timeline of five-second clips with sound, a picture on top and the watermark, in the packaged
// Chromium; without a graphics card, encoder, decoder and painter share the processor. VITRINE_BENCH_SECONDS=600 renders a small
// video of ten minutes: memory must not grow with the length. Processor time is stable; elapsed time depends on the machine's
// load.
import { readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import type { Layer } from '@vitrine/document/layer'
import { times, writeRecording } from '../../apps/worker/testing/recording.ts'
import { type Harness, openHarness } from '../browser-media/harness.ts'
import { createDocument, makeVideoSource } from './render-source.ts'
import { record } from './report.ts'

const videoSeconds = Number(process.env.VITRINE_BENCH_SECONDS ?? 30)
const clipFrames = 150
/** Of the video of ten seconds. */
const decodedPictures = 290
const isLong = videoSeconds > 120
const small = { width: 640, height: 360 }
const sizes = [
  { width: 1920, height: 1080 },
  { width: 960, height: 540 },
]

export async function benchBrowserExport(): Promise<void> {
  const harness = await openHarness()
  try {
    await makeVideoSource(harness.path('video.mp4'), isLong ? small : undefined)
    await writeRecording(harness.path('song.mp4'), {
      width: 64,
      height: 36,
      times: times(60, 1),
      shade: () => [126, 128, 128],
      sound: { wave: (seconds) => 0.2 * Math.sin(seconds * 2000), seconds: 60 },
    })
    console.log(`browser-export: a video of ${videoSeconds} s, load ${loadavg()[0]?.toFixed(1)}`)
    for (const size of isLong ? [small] : sizes) await measure(harness, size)
  } finally {
    await harness.close()
  }
}

async function measure(harness: Harness, size: { width: number; height: number }): Promise<void> {
  const frameCount = videoSeconds * 30
  const beforeAlone = processorSeconds()
  const alone = (await harness.call('encodeAlone', 'video.mp4', size, 300)) / 300
  const beforeDecoding = processorSeconds()
  const cpuAlone = (beforeDecoding - beforeAlone) / 300
  await harness.call('decodeAlone', 'video.mp4', decodedPictures)
  const beforeVideo = processorSeconds()
  const cpuDecoding = (beforeVideo - beforeDecoding) / decodedPictures
  const memory: number[] = []
  const watch = setInterval(() => memory.push(browserMegabytes()), 1000)
  const made = await harness.call('renderVideo', {
    document: createDocument('timeline', timelineLayers(frameCount), {
      canvas: { width: 1920, height: 1080, fps: 30, duration: frameCount, background: '#101820' },
      fonts: [],
      assets: {
        'sha256:video': { kind: 'video', w: 1920, h: 1080, mime: 'video/mp4', seconds: 10 },
        'sha256:song': { kind: 'audio', mime: 'video/mp4', seconds: 60 },
      },
    }),
    files: { 'sha256:video': 'video.mp4', 'sha256:song': 'song.mp4' },
    size,
    watermark: 'VITRINE',
    saveAs: `bench-${size.height}.mp4`,
  })
  clearInterval(watch)
  const cpu = (processorSeconds() - beforeVideo) / frameCount
  if ('problem' in made) throw new Error(made.problem)
  const each = made.tookSeconds / frameCount
  const name = `browser export: ${size.width} x ${size.height}`
  record({ name, value: 1 / each, unit: 'frames/s', better: 'higher', ratio: alone / each })
  const tenth = Math.max(1, Math.floor(memory.length / 10))
  const mean = (part: readonly number[]) => Math.round(part.reduce((sum, value) => sum + value, 0) / part.length)
  console.log(
    [
      `  ${size.width} × ${size.height}: ${(videoSeconds / made.tookSeconds).toFixed(2)} × playing time`,
      `${(1 / each).toFixed(1)} frames a second`,
      `${(each / alone).toFixed(2)} × the time of the encoder alone`,
      `processor time ${(cpu * 1000).toFixed(1)} ms a frame, encoder alone ${(cpuAlone * 1000).toFixed(1)} ms, decoder alone ${(cpuDecoding * 1000).toFixed(1)} ms a picture`,
      `${(made.sizeBytes / 1e6).toFixed(1)} MB`,
      `memory ${mean(memory.slice(tenth, tenth * 2))} MB in the second tenth, ${mean(memory.slice(-tenth))} MB in the last, ${Math.max(...memory)} MB at most`,
    ].join('; '),
  )
}

/** Clips of five seconds one after the other, from other moments of one video, every third at twice the speed. */
function timelineLayers(frameCount: number): Layer[] {
  const clips = Array.from({ length: Math.ceil(frameCount / clipFrames) }, (_, n): Layer => {
    const first = n * clipFrames
    return {
      id: `clip-${n}`,
      type: 'media',
      in: first,
      out: Math.min(frameCount, first + clipFrames),
      source: { asset: 'sha256:video', trim: { startSeconds: (n * 7) % 5 } },
      box: [0, 0, 1920, 1080],
      ...(n % 3 === 2 && { speed: 2, source: { asset: 'sha256:video', trim: { startSeconds: 0 } } }),
    } as Layer
  })
  const bar: Layer = {
    id: 'bar',
    type: 'solid',
    in: 0,
    out: frameCount,
    color: '#d8c49a',
    box: [200, 860, 900, 120],
    ks: { o: 80 },
  } as Layer
  const song = {
    id: 'song',
    type: 'audio',
    in: 0,
    out: frameCount,
    source: { asset: 'sha256:song' },
    audio: { loop: true, fadeOut: 60 },
  } as Layer
  return [bar, ...clips, song]
}

/** All processes that this one has started, directly or not. */
function listOwnProcesses(): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readProcess(name, 'stat') : ''
    if (stat) parents.set(Number(name), Number(splitStat(stat)[1]))
  }
  const isOurs = (pid: number): boolean => {
    const parent = parents.get(pid)
    return parent === process.pid || (parent !== undefined && parent > 1 && isOurs(parent))
  }
  return [...parents.keys()].filter(isOurs)
}

/** A process that has ended meanwhile has no figures. */
function readProcess(pid: number | string, name: 'stat' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

/** What follows the name of the program, which may hold anything. */
const splitStat = (stat: string): string[] => stat.slice(stat.lastIndexOf(')') + 2).split(' ')

/** Memory of the browser's processes that is theirs alone. */
function browserMegabytes(): number {
  const kilobytes = listOwnProcesses().map((pid) =>
    Number(/^RssAnon:\s+(\d+)/m.exec(readProcess(pid, 'status'))?.[1] ?? 0),
  )
  return Math.round(kilobytes.reduce((sum, value) => sum + value, 0) / 1024)
}

/** Processor time that the browser has taken so far; the kernel counts hundredths of a second. */
function processorSeconds(): number {
  const ticks = listOwnProcesses().map((pid) => {
    const fields = splitStat(readProcess(pid, 'stat'))
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
  })
  return ticks.reduce((sum, value) => sum + value, 0) / 100
}
