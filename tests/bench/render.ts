// Film making beside ffmpeg: a background video decoded, a photo and a line of text over it, encoded again; the same
// length, size, preset and quality on both sides. ffmpeg is a tool of the machine for this one purpose; the product has
// no need of it.
import { execFileSync, spawnSync } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { TemplateDocument } from '@vitrine/composition/document'
import { validateDocument } from '@vitrine/composition/validate'
import sharp from 'sharp'

export interface RenderTask {
  document: TemplateDocument
  assetFiles: Record<string, string>
  outPath: string
}

interface Cost {
  wallSeconds: number
  cpuSeconds: number
}

const seconds = 10
const frames = seconds * 30

export function hasFfmpeg(): boolean {
  return spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0
}

function documentOf(fontAsset: string): TemplateDocument {
  const checked = validateDocument({
    tdoc: 1,
    id: 'bench-overlay',
    rev: 1,
    name: 'Text and photo over video',
    canvas: { width: 1920, height: 1080, fps: 30, duration: frames, background: '#000000' },
    fields: [],
    fonts: [{ family: 'Bench', weight: 700, src: fontAsset, license: 'OFL-1.1' }],
    assets: {
      'sha256:photo': { kind: 'image', w: 600, h: 400, mime: 'image/png' },
      'sha256:video': { kind: 'video', w: 1920, h: 1080, mime: 'video/mp4', seconds },
    },
    layers: [
      {
        id: 'title',
        type: 'text',
        in: 0,
        out: frames,
        text: 'Asha & Rohan',
        font: 'Bench',
        weight: 700,
        size: 96,
        align: 'center',
        box: [160, 860, 1600, 140],
        fill: '#ffffff',
      },
      { id: 'photo', type: 'image', in: 0, out: frames, asset: 'sha256:photo', box: [660, 300, 600, 400] },
      { id: 'video', type: 'media', in: 0, out: frames, source: 'sha256:video', box: [0, 0, 1920, 1080] },
    ],
  })
  if (!checked.ok) throw new Error(`the bench's document is not valid: ${JSON.stringify(checked)}`)
  return checked.document
}

async function makeSources(folder: string): Promise<{ video: string; photo: string; title: string }> {
  const video = join(folder, 'background.mp4')
  // Soft colours well inside what RGB can hold, with a still grain: nothing is clipped, and neither side's bit rate cap bites.
  const colours = 'c0=0x4a6b8a:c1=0xc99a6b:c2=0x3b5d4b:nb_colors=3:speed=0.02:seed=7'
  const source = `gradients=size=1920x1080:rate=30:duration=${seconds}:${colours},noise=alls=3`
  const tags = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv']
  const encode = [
    '-vf',
    'scale=out_color_matrix=bt709',
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '20',
    ...tags,
  ]
  encode.push('-pix_fmt', 'yuv420p')
  execFileSync('ffmpeg', ['-y', '-v', 'error', '-f', 'lavfi', '-i', source, ...encode, video])
  const photo = join(folder, 'photo.png')
  await sharp({ create: { width: 600, height: 400, channels: 3, background: '#b4143c' } })
    .png()
    .toFile(photo)
  const title = join(folder, 'title.png')
  const letters =
    '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="140">' +
    '<text x="800" y="100" font-size="96" text-anchor="middle" fill="#fff">Asha &amp; Rohan</text></svg>'
  await sharp(Buffer.from(letters)).png().toFile(title)
  return { video, photo, title }
}

/** Wall and CPU seconds of a whole command, children included. */
function timeCommand(command: string[]): Cost {
  const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
  const run = spawnSync('bash', ['-c', `TIMEFORMAT='%R %U %S'; time ${quoted} >/dev/null`], {
    encoding: 'utf8',
  })
  if (run.status !== 0) throw new Error(`${command[0]} failed: ${run.stderr}`)
  const [wall, user, system] = (run.stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number) as [
    number,
    number,
    number,
  ]
  return { wallSeconds: wall, cpuSeconds: user + system }
}

function ffmpegCommand(sources: { video: string; photo: string; title: string }, outPath: string): string[] {
  const inputs = ['-i', sources.video, '-i', sources.photo, '-i', sources.title]
  const silence = ['-f', 'lavfi', '-t', String(seconds), '-i', 'anullsrc=r=48000:cl=stereo']
  const filter = '[0:v][1:v]overlay=660:300[a];[a][2:v]overlay=160:860,format=yuv420p[v]'
  const video = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-r', '30']
  const audio = ['-c:a', 'aac', '-b:a', '160k', '-movflags', '+faststart']
  const map = ['-map', '[v]', '-map', '3:a']
  return [
    'ffmpeg',
    '-y',
    '-v',
    'error',
    ...inputs,
    ...silence,
    '-filter_complex',
    filter,
    ...map,
    ...video,
    ...audio,
    outPath,
  ]
}

/** Prints frames per second and CPU per frame of both, in turns, and their ratio. */
export async function benchRender(folder: string): Promise<void> {
  if (!hasFfmpeg()) {
    console.log('render: no ffmpeg on this machine to compare with (it is only needed here); skipped')
    return
  }
  const sources = await makeSources(folder)
  const require = createRequire(import.meta.url)
  const font = require.resolve('@expo-google-fonts/poppins/700Bold/Poppins_700Bold.ttf')
  const task: RenderTask = {
    document: documentOf('sha256:font'),
    assetFiles: { 'sha256:font': font, 'sha256:photo': sources.photo, 'sha256:video': sources.video },
    outPath: join(folder, 'vitrine.mp4'),
  }
  const taskFile = join(folder, 'task.json')
  writeFileSync(taskFile, JSON.stringify(task))
  const ours: Cost[] = []
  const theirs: Cost[] = []
  for (let round = 0; round < 3; round++) {
    theirs.push(timeCommand(ffmpegCommand(sources, join(folder, 'ffmpeg.mp4'))))
    ours.push(timeCommand([process.execPath, join(import.meta.dirname, 'render-once.ts'), taskFile]))
  }
  const a = median(ours)
  const b = median(theirs)
  console.log(
    `render (video + photo + text, 1920x1080, 30 fps, ${seconds} s, x264 veryfast crf 20, with sound)\n` +
      `  vitrine    ${row(a, join(folder, 'vitrine.mp4'))}\n  ffmpeg     ${row(b, join(folder, 'ffmpeg.mp4'))}\n` +
      `  ratio      ${(b.wallSeconds / a.wallSeconds).toFixed(2)} of ffmpeg's speed, ` +
      `${(a.cpuSeconds / b.cpuSeconds).toFixed(2)} x its CPU (process start included on both sides)`,
  )
}

function median(costs: Cost[]): Cost {
  return costs.toSorted((a, b) => a.wallSeconds - b.wallSeconds)[Math.floor(costs.length / 2)] as Cost
}

function row(cost: Cost, file: string): string {
  return (
    `${(frames / cost.wallSeconds).toFixed(1).padStart(6)} frames/s  ` +
    `${((cost.cpuSeconds * 1000) / frames).toFixed(1)} ms CPU/frame  ${(statSync(file).size / 1e6).toFixed(1)} MB`
  )
}
