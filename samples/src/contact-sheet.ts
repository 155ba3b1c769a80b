// Prints contact sheets to look at: frames of every film from its first to its last, every picture, and all posters together.
// `node src/contact-sheet.ts <folder> [template…]`
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import type { TemplateDocument } from '@vitrine/composition/document'
import { openSample } from './build/draw.ts'
import { samples } from './catalogue.ts'

const shares = [0, 0.05, 0.12, 0.25, 0.5, 0.75, 0.97]
const gap = 12

const [folder = '/tmp/contact-sheets', ...wanted] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })

const chosen = samples.map(({ build }) => build()).filter(({ id }) => wanted.length === 0 || wanted.includes(id))
for (const document of chosen) {
  const started = performance.now()
  writeFileSync(join(folder, `${document.id}.png`), await strip(document))
  process.stdout.write(`${document.id} ${Math.round(performance.now() - started)} ms\n`)
}
if (wanted.length === 0) writeFileSync(join(folder, 'posters.png'), await posters(chosen))

/** One row of frames of a template. */
async function strip(document: TemplateDocument): Promise<Buffer> {
  const { width, height, duration } = document.canvas
  if (duration === 1) return (await openSample(document))(0, Math.min(1, 1200 / height)).encode('png')
  const scale = height > width ? 620 / height : 420 / height
  const [w, h] = [Math.round(width * scale), Math.round(height * scale)]
  const columns = width > height ? 3 : shares.length
  const rows = Math.ceil(shares.length / columns)
  const sheet = createCanvas(columns * (w + gap) + gap, rows * (h + gap) + gap)
  const brush = sheet.getContext('2d')
  brush.fillStyle = '#2b2b2b'
  brush.fillRect(0, 0, sheet.width, sheet.height)
  const draw = await openSample(document)
  for (const [index, share] of shares.entries()) {
    const frame = Math.min(duration - 1, Math.round(share * duration))
    const [column, row] = [index % columns, Math.floor(index / columns)]
    brush.drawImage(draw(frame, scale), gap + column * (w + gap), gap + row * (h + gap))
  }
  return sheet.encode('png')
}

/** All hero frames in rows on the paper of the shop. */
async function posters(documents: readonly TemplateDocument[]): Promise<Buffer> {
  const [width, height, space] = [2200, 420, 24]
  const placed: { document: TemplateDocument; scale: number; x: number; y: number }[] = []
  let [x, y] = [space, space]
  for (const document of documents) {
    const scale = height / document.canvas.height
    const wide = Math.round(document.canvas.width * scale)
    if (x + wide > width - space) [x, y] = [space, y + height + space]
    placed.push({ document, scale, x, y })
    x += wide + space
  }
  const sheet = createCanvas(width, y + height + space)
  const brush = sheet.getContext('2d')
  brush.fillStyle = '#fbfaf7'
  brush.fillRect(0, 0, sheet.width, sheet.height)
  for (const { document, scale, ...at } of placed) {
    const draw = await openSample(document)
    brush.drawImage(draw(document.output?.poster?.frame ?? 0, scale), at.x, at.y)
  }
  return sheet.encode('png')
}
