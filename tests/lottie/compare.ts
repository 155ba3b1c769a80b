// `npm run template -- compare FOLDER`: imports every animation of a folder, draws it with our painter and has lottie-web play
// it in Chromium and Skottie on this machine, and says how well the pictures agree with each and with the nearer one: the players themselves
// differ more from each other. The files stay where they are; nothing of them enters the repository.
import { mkdirSync, readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createCanvas, LottieAnimation, loadImage } from '@napi-rs/canvas'
import type { Context, Picture } from '@vitrine/document/host'
import { createNodeHost } from '@vitrine/painter/node-host'
import { createPainter, type Painter } from '@vitrine/painter/painter'
import { loadShaper } from '@vitrine/painter/shaper'
import { resolveDocument } from '@vitrine/project/resolve'
import type { Comparison } from '../../apps/template/src/comparison.ts'
import { type ImportPackage, readImportPackage } from '../../apps/worker/src/import/import-package.ts'
import { type ImportedTemplate, importTemplate } from '../../apps/worker/src/import/import-template.ts'
import { readSettings } from '../../apps/worker/src/import/settings.ts'
import { FontTable } from '../../packages/after-effects/src/source/font-table.ts'
import { Lint } from '../../packages/document/src/bodymovin/lint.ts'
import type { BundledFont } from '../../samples/src/bundled-font.ts'
import { openPlayer, type Player } from './player-page.ts'

type Size = { readonly width: number; readonly height: number }

/** The longer side of compared pictures. An icon is enlarged: of its few pixels most are edges, which everyone smooths in their own way. */
const MIN_SIDE = 240
const MAX_SIDE = 720

interface CompareOptions {
  readonly bundled: readonly BundledFont[]
  readonly out?: string
  readonly only?: string
  /** Lets lottie-web run the files' programs, in a page that reaches nothing: for files that one knows. */
  readonly expressions?: boolean
}

/** Compares all animations at the top of a folder; pictures of both sides go to `out` when given. */
export async function compareFolder(
  folder: string,
  { bundled, out, only, expressions = false }: CompareOptions,
  report: (comparison: Comparison) => void,
): Promise<void> {
  if (out) mkdirSync(out, { recursive: true })
  const names = (await readdir(folder)).filter(
    (name) => /\.(json|lottie|lot)$/i.test(name) && (!only || name.includes(only)),
  )
  const player = await openPlayer()
  try {
    for (const name of names.toSorted()) {
      report(await compareFile(join(folder, name), player, { bundled, expressions, ...(out ? { out } : {}) }))
    }
  } finally {
    await player.close()
  }
}

async function compareFile(
  path: string,
  player: Player,
  { bundled, out, expressions = false }: CompareOptions,
): Promise<Comparison> {
  const file = basename(path)
  const none = { file, errors: [], warnings: [], psnr: [], skottie: [], players: [], inkPsnr: [], blankFrames: 0 }
  const importPackage = await readImportPackage(path).catch(() => undefined)
  const read = readSettings({})
  if (!importPackage || !('settings' in read)) return { ...none, outcome: 'not imported' }
  const imported = await importTemplate(importPackage, read.settings, { bundled, folder: '' })
  const { document, report } = imported.result
  const lines = (severity: string) =>
    report.filter((line) => line.severity === severity).map(({ code, message }) => `${code}: ${message}`)
  const remarks = { errors: lines('error'), warnings: lines('warning') }
  if (!document) return { ...none, ...remarks, outcome: 'not imported' }
  const { canvas } = document
  const side = Math.max(canvas.width, canvas.height)
  const width = Math.round(canvas.width * (Math.min(MAX_SIDE, Math.max(MIN_SIDE, side)) / side))
  // All draw by the width, and a last row that the animation fills in part is left out: each treats it in its own way.
  const exact = (canvas.height * width) / canvas.width
  const size = { width, height: Math.max(1, Math.floor(exact + 1e-6)) }
  const frames = [0, 0.25, 0.5, 0.75, 1].map((share) => Math.round((canvas.duration - 1) * share))
  const json = playable(importPackage, imported, expressions)
  const fonts = listFonts(importPackage.json, bundled)
  const theirs = await player.play({ json, ...size, exact, frames, fonts })
  if (theirs.length === 0) return { ...none, ...remarks, outcome: 'not played by lottie-web' }
  const ours = await drawFrames(imported, frames, size)
  const native = playNatively(json, frames, { size, exact })
  const played = await Promise.all(theirs.map((png) => readPixels(png, size)))
  const measured = played.map((pixels, n) => measure(pixels, ours[n] as Uint8ClampedArray, size))
  if (out) await keep(join(out, `${file}.png`), theirs, [ours, native], size)
  return {
    ...none,
    ...remarks,
    outcome: 'compared',
    psnr: measured.map(({ psnr }) => psnr),
    skottie: native.map((pixels, n) => agreement(pixels, ours[n] as Uint8ClampedArray, size)),
    players: native.map((pixels, n) => agreement(pixels, played[n] as Uint8ClampedArray, size)),
    inkPsnr: measured.map(({ ink }) => ink),
    blankFrames: measured.filter(({ isBlank }) => isBlank).length,
  }
}

/** The animation for a player: without expressions unless requested, with embedded pictures. */
export function playable(
  { json, files }: ImportPackage,
  { contents }: ImportedTemplate,
  expressions: boolean,
): unknown {
  const copy = JSON.parse(JSON.stringify(json), (key, value) =>
    !expressions &&
    key === 'x' &&
    typeof value === 'string' &&
    !/^[^;]*;?\s*(\$bm_rt\s*=\s*)?loopOut\([^()]*\);?\s*$/.test(value)
      ? undefined
      : value,
  ) as {
    w: number
    h: number
    assets?: Record<string, unknown>[]
    fonts?: { list?: Record<string, unknown>[] }
  }
  // Ours has whole pixels. Chromium and Skottie stretch the rest of a pixel, each in its own way.
  Object.assign(copy, { w: Math.round(copy.w), h: Math.round(copy.h) })
  const known = [...contents.values()]
  for (const asset of copy.assets ?? []) {
    if (typeof asset.p !== 'string' || asset.p.startsWith('data:')) continue
    const path = `${typeof asset.u === 'string' ? asset.u : ''}${asset.p}`.replace(/^\/+/, '')
    const bytes = files.get(path) ?? [...files].find(([name]) => basename(name) === basename(path))?.[1]
    const facts = known.find(({ content }) => 'bytes' in content && content.bytes === bytes)?.facts
    Object.assign(asset, {
      u: '',
      e: 1,
      p: bytes && facts ? `data:${facts.mime};base64,${Buffer.from(bytes).toString('base64')}` : 'data:,',
    })
  }
  for (const font of copy.fonts?.list ?? []) Object.assign(font, { fPath: '', origin: 0 })
  return copy
}

/** The frames as Skottie draws them over white; an empty list when it cannot read the file. */
function playNatively(
  json: unknown,
  frames: readonly number[],
  { size: { width, height }, exact }: { size: Size; exact: number },
): Uint8ClampedArray[] {
  try {
    const animation = LottieAnimation.loadFromData(JSON.stringify(json))
    const ctx = createCanvas(width, height).getContext('2d')
    return frames.map((frame) => {
      ctx.fillStyle = '#ffffff'
      ctx.fillRect(0, 0, width, height)
      animation.seekFrame(frame)
      animation.render(ctx, { x: 0, y: 0, width, height: exact })
      return ctx.getImageData(0, 0, width, height).data
    })
  } catch {
    return []
  }
}

/** The files that our import chose, under the families that the animation names. */
function listFonts(json: unknown, bundled: readonly BundledFont[]): Record<string, string> {
  const fonts = (json as { fonts?: { list?: { fName?: string; fFamily?: string }[] } }).fonts
  const table = new FontTable(
    fonts,
    new Map(),
    bundled.map(({ face }) => face),
    new Lint(),
  )
  const chosen: Record<string, string> = {}
  for (const { fName = '', fFamily = '' } of fonts?.list ?? []) {
    const choice = table.find(fName, '')
    const font = bundled.find(
      ({ face }) =>
        face.family === choice?.family && face.weight === choice.weight && (face.style ?? 'normal') === choice.style,
    )
    if (font) chosen[fFamily] = readFileSync(font.path).toString('base64')
  }
  return chosen
}

/** Our painter of an animation that was imported, with its pictures and fonts. */
export async function openPainter({ result, contents }: ImportedTemplate): Promise<Painter> {
  const document = resolveDocument(result.document as NonNullable<typeof result.document>, {})
  const fonts = new Map<string, Uint8Array>()
  const pictures = new Map<string, Picture>()
  for (const [id, { facts, content }] of contents) {
    if (facts.kind === 'font' && !document.fonts.some(({ src }) => src === id)) continue
    const bytes = 'bytes' in content ? content.bytes : await readFile(content.path)
    if (facts.kind === 'font') fonts.set(id, bytes)
    if (facts.kind === 'image') {
      const image = await loadImage(Buffer.from(bytes))
      pictures.set(id, { source: image, width: image.width, height: image.height })
    }
  }
  return createPainter({
    document,
    host: createNodeHost(),
    shaper: await loadShaper(),
    fonts,
    pictures: { image: (id) => pictures.get(id) },
  })
}

async function drawFrames(
  imported: ImportedTemplate,
  frames: readonly number[],
  size: { width: number; height: number },
): Promise<Uint8ClampedArray[]> {
  const painter = await openPainter(imported)
  const canvas = createCanvas(size.width, size.height)
  const ctx = canvas.getContext('2d')
  return frames.map((frame) => {
    painter.drawFrame(ctx as unknown as Context, frame, { scale: size.width / painter.width })
    return ctx.getImageData(0, 0, size.width, size.height).data
  })
}

async function readPixels(png: Buffer, { width, height }: Size): Promise<Uint8ClampedArray> {
  const ctx = createCanvas(width, height).getContext('2d')
  ctx.drawImage(await loadImage(png), 0, 0)
  return ctx.getImageData(0, 0, width, height).data
}

function measure(
  theirs: Uint8ClampedArray,
  ours: Uint8ClampedArray,
  { width, height }: Size,
): { psnr: number; ink: number; isBlank: boolean } {
  let [squares, inked] = [0, 0]
  for (let n = 0; n < ours.length; n += 4) {
    let hasInk = false
    for (let channel = 0; channel < 3; channel++) {
      const [one, other] = [ours[n + channel] as number, theirs[n + channel] as number]
      squares += (one - other) ** 2
      hasInk ||= one < 250 || other < 250
    }
    if (hasInk) inked++
  }
  return { psnr: decibels(squares, width * height), ink: decibels(squares, Math.max(1, inked)), isBlank: inked === 0 }
}

function agreement(one: Uint8ClampedArray, other: Uint8ClampedArray, { width, height }: Size): number {
  let squares = 0
  for (let n = 0; n < one.length; n++) if (n % 4 < 3) squares += ((one[n] as number) - (other[n] as number)) ** 2
  return decibels(squares, width * height)
}

function decibels(squares: number, pixels: number): number {
  return squares === 0 ? 99 : Math.min(99, 10 * Math.log10((255 * 255 * pixels * 3) / squares))
}

/** All sides of all frames in one picture: lottie-web above, ours in the middle, Skottie below. */
async function keep(
  path: string,
  theirs: readonly Buffer[],
  drawn: readonly (readonly Uint8ClampedArray[])[],
  { width, height }: { width: number; height: number },
): Promise<void> {
  const sheet = createCanvas(width * theirs.length, height * (1 + drawn.length))
  const ctx = sheet.getContext('2d')
  for (const [n, png] of theirs.entries()) {
    ctx.drawImage(await loadImage(png), n * width, 0)
    for (const [row, pictures] of drawn.entries()) {
      const data = ctx.createImageData(width, height)
      data.data.set(pictures[n] ?? [])
      ctx.putImageData(data, n * width, height * (row + 1))
    }
  }
  await writeFile(path, sheet.toBuffer('image/png'))
}
