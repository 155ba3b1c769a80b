// The automatically verifiable requirements of the sample catalogue.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { validateDocument } from '@vitrine/after-effects/validate'
import { durationSeconds, ENGINE_VERSION, type TemplateDocument } from '@vitrine/document/document'
import type { FieldValues } from '@vitrine/document/field'
import type { Layer, TextLayer } from '@vitrine/document/layer'
import { openFonts } from '@vitrine/painter/font'
import { loadShaper } from '@vitrine/painter/shaper'
import { layoutText, type TextLayout } from '@vitrine/painter/text'
import { documentHash } from '@vitrine/project/render-key'
import { checkValues, listNeededAssets, resolveDocument } from '@vitrine/project/resolve'
import { describe, expect, test } from 'vitest'
import { slimFont } from '../../packages/painter/testing/font-file.ts'
import { getAssetPath, openSample, samples } from '../testing/sample.ts'
import { EMOJI_PATH, packageFile } from './bundled-font.ts'
import { templatesFolder } from './catalogue.ts'

const hashBytes = (bytes: Uint8Array) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`
const documents = samples.map(({ document }) => document)

describe('the catalogue', () => {
  test('has 48 videos to fill in, 12 images and 6 ready-made videos, every id once', () => {
    const count = (kind: string) => samples.filter(({ listing }) => listing.kind === kind).length
    expect(new Set(documents.map(({ id }) => id)).size).toBe(documents.length)
    expect({ videos: count('video'), images: count('image'), readyMades: count('direct-sell') }).toEqual({
      videos: 48,
      images: 12,
      readyMades: 6,
    })
  })

  test('has variety: shapes for screens and print, three frame rates, many typefaces and six scripts', () => {
    const videos = documents.filter(({ canvas }) => canvas.duration > 1)
    const listSizes = (list: readonly TemplateDocument[]) =>
      new Set(list.map(({ canvas }) => `${canvas.width}x${canvas.height}`))
    expect(listSizes(videos)).toEqual(new Set(['1920x1080', '1080x1920', '1080x1080']))
    expect(listSizes(documents.filter(({ canvas }) => canvas.duration === 1))).toEqual(
      new Set(['1748x2480', '1080x1350', '1080x1080', '1080x1920', '1600x900']),
    )
    expect(new Set(videos.map(({ canvas }) => canvas.fps))).toEqual(new Set([30, 25, 24]))
    const families = new Set(documents.flatMap(({ layers }) => textLayers(layers).map(({ font }) => font)))
    expect(families.size).toBeGreaterThanOrEqual(16)
    const words = JSON.stringify(documents.map(({ fields }) => fields))
    const scripts = [
      /\p{Script=Devanagari}/u,
      /\p{Script=Tamil}/u,
      /\p{Script=Gujarati}/u,
      /\p{Script=Telugu}/u,
      /\p{Script=Arabic}/u,
      /\p{Script=Latin}/u,
    ]
    for (const script of scripts) expect(words).toMatch(script)
  })

  test('only ready-made videos have nothing to fill in, and only pictures stand still', () => {
    for (const sample of samples) {
      const { fields, canvas, layers } = sample.document
      const { kind } = sample.listing
      expect(fields.length > 0).toBe(kind !== 'direct-sell')
      expect(canvas.duration === 1).toBe(kind === 'image')
      if (kind === 'image') expect(JSON.stringify(layers)).not.toMatch(/"a":1|"type":"(audio|particles)"/)
    }
  })

  test.each(documents.filter(({ id }) => isLoop(id)).map((document) => ({ id: document.id, document })))(
    '$id loops without a seam',
    async ({ document }) => {
      const draw = await openSample(document)
      const { duration } = document.canvas
      const pairs = [0, 1, 2, duration - 3, duration - 2].map((frame) => [frame, frame + 1] as const)
      const step = Math.max(...pairs.map(([from, to]) => difference(draw(from, 0.2), draw(to, 0.2))))
      // The step from the last frame to the first moves no more than other steps do.
      expect(difference(draw(duration - 1, 0.2), draw(0, 0.2))).toBeLessThan(step * 1.25 + 0.2)
    },
  )

  test('some templates are free, in India and elsewhere', () => {
    const free = samples.filter(({ listing }) => listing.priceCredits === 0)
    expect(free.length).toBeGreaterThan(0)
    expect(free.every(({ listing }) => listing.priceCreditsIndia === 0)).toBe(true)
  })

  test('prices are whole credits, lower in India, and every new account can afford any template', () => {
    for (const { priceCredits, priceCreditsIndia } of samples.map(({ listing }) => listing)) {
      expect(Number.isInteger(priceCredits) && Number.isInteger(priceCreditsIndia)).toBe(true)
      if (priceCredits > 0) expect(priceCreditsIndia).toBeLessThan(priceCredits)
      expect(priceCredits).toBeLessThanOrEqual(500)
    }
  })

  test('posters, previews, pictures and music together stay below 60 MB, and each below its own bound', () => {
    // A song as long as a video of 40 seconds has 320 kB at 64 kbit/s. The worker takes the last try whatever its size.
    const bounds = { 'poster.webp': 110_000, '.jpg': 150_000, '.m4a': 350_000 }
    const boundOfPreview = new Map(
      documents.map(({ id, canvas }) => [id, Math.max(600_000, 40_000 * durationSeconds(canvas))]),
    )
    const sizes = new Map<string, number>()
    for (const entry of readdirSync(templatesFolder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.name.endsWith('.json')) continue
      const bytes = readFileSync(join(entry.parentPath, entry.name))
      // Samples share pictures and music.
      sizes.set(hashBytes(bytes), bytes.length)
      const bound = entry.name.startsWith('preview')
        ? boundOfPreview.get(basename(entry.parentPath))
        : Object.entries(bounds).find(([name]) => entry.name.includes(name))?.[1]
      expect(bytes.length).toBeLessThanOrEqual(bound ?? 0)
    }
    expect([...sizes.values()].reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000_000)
  })

  test('the emoji are those of the font package, without its bitmaps', () => {
    const source = packageFile('@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf')
    const stored = readFileSync(EMOJI_PATH)
    expect(stored.equals(slimFont(readFileSync(source)))).toBe(true)
  })

  test('emoji in the words of customers are drawn; their font is fetched for nothing else', async () => {
    const document = documents.find(({ id }) => id === 'rakhi-thread') as TemplateDocument
    const field = document.fields.find(({ type }) => type === 'text')?.id ?? ''
    const emoji = document.fonts.find(({ covers }) => covers === 'emoji')?.src
    const values = { [field]: 'राखी 🪔🎉' }
    expect(listNeededAssets(resolveDocument(document, {}))).not.toContain(emoji)
    expect(listNeededAssets(resolveDocument(document, values))).toContain(emoji)
    const written = (await layOut(document, values)).filter(({ layer }) => layer.text === values[field])
    expect(written.map(({ layout }) => layout.missing)).toEqual([[]])
  })

  test('has every package of the folder, and each package its own files and nothing else', () => {
    expect(samples.map(({ id }) => id).sort()).toEqual(readdirSync(templatesFolder).sort())
    for (const { id, document } of samples) {
      const preview = document.canvas.duration === 1 ? 'preview.webp' : 'preview.mp4'
      const named = Object.keys(document.assets).map((asset) => hashFiles(id).get(asset))
      const own = ['document.json', 'template.json', 'poster.webp', preview]
      expect([...named, ...own].sort()).toEqual(readdirSync(join(templatesFolder, id)).sort())
    }
  })
})

describe.each(samples)('$id', ({ document, ...sample }) => {
  test('is valid and stored as it was written', () => {
    const result = validateDocument(JSON.parse(JSON.stringify(document)))
    expect(result.ok ? [] : result.problems).toEqual([])
    expect(result.ok && JSON.parse(JSON.stringify(result.document))).toEqual(JSON.parse(JSON.stringify(document)))
  })

  test('uses every field, and every default is a value its own field accepts', () => {
    const used = new Set([...JSON.stringify(document.layers).matchAll(/"\$field":"([^"]+)"/g)].map(([, id]) => id))
    expect([...used].sort()).toEqual(document.fields.map(({ id }) => id).sort())
    const defaults = Object.fromEntries(
      document.fields.flatMap((field) => (field.default === undefined ? [] : [[field.id, field.default]])),
    )
    expect(checkValues(document, defaults)).toEqual([])
  })

  test('default words fit their boxes and have all their letters', async () => {
    for (const { layer, layout } of await layOut(document, {})) {
      expect({ text: layer.text, fits: layout.fits, missing: layout.missing }).toEqual({
        text: layer.text,
        fits: true,
        missing: [],
      })
    }
  })

  test('words of the greatest length allowed still fit', { tags: ['full'] }, async () => {
    const values = Object.fromEntries(
      document.fields.flatMap((field) =>
        field.type === 'text' ? [[field.id, filler(field.rules?.maxLength ?? 20)]] : [],
      ),
    )
    const tooLong = (await layOut(document, values)).filter(({ layout }) => !layout.fits)
    expect(tooLong.map(({ layer }) => layer.text)).toEqual([])
  })

  test('has a place for a photo where its page says “Add Photo or Video”', () => {
    const places = document.fields.filter((field) => field.type === 'media' && field.accept.includes('image'))
    if (sample.listing.kind === 'video') expect(places.map(({ id }) => id)).not.toEqual([])
  })

  test('shows something from the first frame to the last', { tags: ['full'] }, async () => {
    const draw = await openSample(document)
    for (const frame of [0, document.output?.poster?.frame ?? 0, document.canvas.duration - 1]) {
      expect(contrast(draw(frame, 0.15))).toBeGreaterThan(8)
    }
  })

  test('has a poster and a preview of exactly this document', async () => {
    const { poster, preview } = sample
    expect([sample.id, sample.documentHash]).toEqual([document.id, await documentHash(document)])
    expect(sample.engineVersion).toBe(ENGINE_VERSION)
    expect(hashFiles(document.id).get(poster.id)).toBe('poster.webp')
    expect(hashFiles(document.id).get(preview.id)).toMatch(/^preview\./)
    expect(Math.min(preview.width, preview.height)).toBeLessThanOrEqual(540)
  })
})

/** The names of a package's files by the hashes of their content. */
function hashFiles(id: string): ReadonlyMap<string, string> {
  const names = readdirSync(join(templatesFolder, id))
  return new Map(names.map((name) => [hashBytes(readFileSync(join(templatesFolder, id, name))), name]))
}

function textLayers(layers: readonly Layer[]): TextLayer[] {
  return layers.flatMap((layer) => {
    if (layer.type === 'group') return textLayers(layer.layers)
    return layer.type === 'text' ? [layer] : []
  })
}

async function layOut(
  document: TemplateDocument,
  values: FieldValues,
): Promise<{ layer: TextLayer; layout: TextLayout }[]> {
  const resolved = resolveDocument(document, values)
  const needed = new Set(listNeededAssets(resolved))
  const files = new Map(
    document.fonts
      .filter(({ src }) => needed.has(src))
      .map(({ src }) => [src as string, new Uint8Array(readFileSync(getAssetPath(src)))]),
  )
  const fonts = openFonts(await loadShaper(), document.fonts, files)
  if (!fonts) throw new Error(`${document.id} has no fonts`)
  return textLayers(resolved.layers).map((layer) => {
    const { text, box, font, size, ...style } = layer
    const [, , width, height] = box
    return {
      layer,
      layout: layoutText(text as string, { ...style, family: font, size: size as number }, { width, height }, fonts),
    }
  })
}

/** Everyday words up to a length, as a customer with much to say would write them. */
function filler(length: number): string {
  const words =
    'Priyanka and Harshvardhan with their whole family from Jaipur and Hyderabad send you a thousand warm wishes '
  return words
    .repeat(Math.ceil(length / words.length))
    .slice(0, length)
    .trim()
}

function isLoop(id: string): boolean {
  return samples.some((sample) => sample.listing.categories.includes('Loop') && sample.id === id)
}

type Drawn = ReturnType<Awaited<ReturnType<typeof openSample>>>

/** The mean difference of two frames in each colour of each pixel, 0 to 255. */
function difference(one: Drawn, other: Drawn): number {
  const read = (canvas: Drawn) => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data
  const [left, right] = [read(one), read(other)]
  let sum = 0
  for (let at = 0; at < left.length; at += 1) sum += Math.abs((left[at] ?? 0) - (right[at] ?? 0))
  return sum / left.length
}

/** The standard deviation of a frame's brightness, 0 to 255: 0 for one flat colour. */
function contrast(canvas: Drawn): number {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  let [sum, squares] = [0, 0]
  for (let at = 0; at < data.length; at += 4) {
    const brightness = ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3
    sum += brightness
    squares += brightness * brightness
  }
  const count = data.length / 4
  return Math.sqrt(squares / count - (sum / count) ** 2)
}
