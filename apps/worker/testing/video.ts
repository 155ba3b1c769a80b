// Test data only: small compositions, sounds and pictures, and functions to inspect the resulting videos.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { TemplateDocument } from '@vitrine/document/document'
import type { Layer } from '@vitrine/document/layer'
import { MediaInput } from '@vitrine/media/media-input'
import { SAMPLE_RATE, type Sound } from '@vitrine/painter/voice'
import { AVMEDIA_TYPE_VIDEO, Packet } from 'node-av'
import { afterAll, beforeAll } from 'vitest'
import { openAudioFile } from '../src/media/audio-file.ts'

/** A folder for the files of one test file, removed when it ends. */
export function useFolder(): { path(name: string): string } {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vitrine-worker-test-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  return { path: (name) => join(folder, name) }
}

/** A document of these layers, 320x180 at 30 frames per second for a second and a half. */
export function createDocument(layers: Layer[], canvas: Partial<TemplateDocument['canvas']> = {}): TemplateDocument {
  return {
    tdoc: 1,
    id: 'test',
    name: 'Test',
    canvas: { width: 320, height: 180, fps: 30, duration: 45, background: '#203040', ...canvas },
    fields: [],
    fonts: [],
    assets: {},
    layers,
  }
}

/**
 * A sliding square: every frame differs, so a video that is one frame off is detected. The colours are soft, because halving
 * the resolution of saturated edges, as every video does, alone exceeds the encoder's tolerance.
 */
export const MOVING_LAYERS: Layer[] = [
  {
    id: 'ball',
    type: 'solid',
    in: 0,
    out: 45,
    color: '#d8c49a',
    box: [0, 0, 60, 60],
    ks: {
      p: {
        a: 1,
        k: [
          { t: 0, s: [10, 20] },
          { t: 45, s: [250, 100] },
        ],
      },
    },
  },
  { id: 'stripe', type: 'solid', in: 0, out: 45, color: '#8a5a68', box: [0, 120, 320, 40] },
]

/** Samples of one channel as a function of time in seconds. */
export type Wave = (seconds: number) => number

/** Writes a 16-bit WAV file, one wave per channel. */
export async function writeWav(
  path: string,
  seconds: number,
  waves: readonly Wave[],
  rate = SAMPLE_RATE,
): Promise<void> {
  const count = Math.round(seconds * rate)
  const bytes = Buffer.alloc(44 + count * waves.length * 2)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(waves.length, 22)
  bytes.writeUInt32LE(rate, 24)
  bytes.writeUInt32LE(rate * waves.length * 2, 28)
  bytes.writeUInt16LE(waves.length * 2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(bytes.length - 44, 40)
  for (let index = 0; index < count; index++) {
    for (const [channel, wave] of waves.entries()) {
      const sample = Math.max(-1, Math.min(1, wave(index / rate)))
      bytes.writeInt16LE(Math.round(sample * 32767), 44 + (index * waves.length + channel) * 2)
    }
  }
  await writeFile(path, bytes)
}

export function sine(frequency: number, level: number): Wave {
  return (seconds) => level * Math.sin(2 * Math.PI * frequency * seconds)
}

/** All sound of a file. */
export async function readSound(path: string): Promise<Sound> {
  const reader = await openAudioFile(path)
  if (!reader) throw new Error(`${path} has no sound`)
  const room = SAMPLE_RATE * 60
  const sound = { left: new Float32Array(room), right: new Float32Array(room) }
  const count = reader.read(sound, 0, room)
  reader.close()
  return { left: sound.left.subarray(0, count), right: sound.right.subarray(0, count) }
}

/** Loudness (root mean square) of a stretch in seconds. */
export function measureLevel(samples: Float32Array, from = 0, to = samples.length / SAMPLE_RATE): number {
  const part = samples.subarray(Math.round(from * SAMPLE_RATE), Math.round(to * SAMPLE_RATE))
  return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length)
}

/** The largest absolute sample. */
export function measurePeak(samples: Float32Array): number {
  return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)
}

/** Peak signal-to-noise ratio of two pictures of one size in decibels; equal pictures have Infinity. */
export function psnr(one: Canvas, other: Canvas): number {
  const [a, b] = [pixelsOf(one), pixelsOf(other)]
  if (a.length !== b.length) throw new Error(`${a.length} bytes cannot be compared with ${b.length}`)
  let sum = 0
  for (let index = 0; index < a.length; index++) {
    if (index % 4 !== 3) sum += ((a[index] ?? 0) - (b[index] ?? 0)) ** 2
  }
  return 10 * Math.log10((255 * 255) / (sum / (a.length * 0.75)))
}

function pixelsOf(canvas: Canvas): Uint8ClampedArray {
  return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data
}

/** A photo of coloured blocks; `saturation` in percent. */
export async function writePhoto(path: string, { width = 400, height = 300, saturation = 60 } = {}): Promise<void> {
  const canvas = createCanvas(width, height)
  const ctx = canvas.getContext('2d')
  for (let x = 0; x < width; x += 20) {
    for (let y = 0; y < height; y += 20) {
      ctx.fillStyle = `hsl(${(x * 7 + y * 3) % 360} ${saturation}% 50%)`
      ctx.fillRect(x, y, 20, 20)
    }
  }
  await writeFile(path, await canvas.encode('jpeg', 90))
}

/** The encoded pictures of a video in the order of decoding, their times in ticks of the file. */
export function readPackets(path: string): { data: Buffer; pts: number; dts: number }[] {
  using input = MediaInput.openSync(path)
  const index = input.bestStream(AVMEDIA_TYPE_VIDEO)?.index
  const packet = new Packet()
  packet.alloc()
  const packets: { data: Buffer; pts: number; dts: number }[] = []
  while (input.readSync(packet) >= 0) {
    if (packet.streamIndex === index) {
      packets.push({ data: Buffer.from(packet.data ?? []), pts: Number(packet.pts), dts: Number(packet.dts) })
    }
    packet.unref()
  }
  packet.free()
  return packets
}
