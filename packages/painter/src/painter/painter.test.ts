import { createCanvas, loadImage } from '@napi-rs/canvas'
import { validateDocument } from '@vitrine/after-effects/validate'
import { framesPerSecond, type TemplateDocument } from '@vitrine/document/document'
import type { Context, Picture } from '@vitrine/document/host'
import type { Layer } from '@vitrine/document/layer'
import { applyEdits, checkEdits } from '@vitrine/project/edit'
import { resolveDocument } from '@vitrine/project/resolve'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampleDocument } from '../../../document/testing/sample.ts'
import { goldenCases } from '../../golden/documents.ts'
import { FONTS } from '../../golden/stock.ts'
import { createNodeHost } from '../../node-host.ts'
import { stripes } from '../../testing/stripes.ts'
import { loadShaper, type Shaper } from '../text/shaper.ts'
import { createPainter, type Painter } from './painter.ts'
import { CENTRED, placePicture } from './picture.ts'

const host = createNodeHost()
const cases = goldenCases()
const pictures = new Map<string, Picture>()
let shaper: Shaper

beforeAll(async () => {
  shaper = await loadShaper()
  for (const [id, bytes] of cases[0]?.images ?? []) {
    const image = await loadImage(bytes)
    pictures.set(id, { source: image, width: image.width, height: image.height })
  }
})

function painterOf(document: TemplateDocument, values = {}): Painter {
  const resolved = resolveDocument(document, values)
  return createPainter({
    document: resolved,
    host,
    shaper,
    fonts: FONTS,
    pictures: { image: (id) => pictures.get(id) },
  })
}

function drawn(painter: Painter, frames: readonly number[], scale = 1, mayCacheTop = false): Uint8Array {
  const canvas = createCanvas(Math.round(painter.width * scale), Math.round(painter.height * scale))
  const ctx = canvas.getContext('2d')
  for (const frame of frames) painter.drawFrame(ctx as unknown as Context, frame, { scale, mayCacheTop })
  return new Uint8Array(ctx.getImageData(0, 0, canvas.width, canvas.height).data.buffer)
}

/** Each layer of a merged picture may round once more. */
const GATHERED_STEPS = 3

function largestDifference(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((largest, value, n) => Math.max(largest, Math.abs(value - (other[n] ?? 0))), 0)
}

function documentOf(layers: readonly object[]): TemplateDocument {
  const result = validateDocument({ ...sampleDocument, layers, variants: {} })
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.document
}

const span = { in: 0, out: 60 }

describe('a frame', () => {
  test('is the same whatever was drawn before it', { tags: ['full'] }, () => {
    for (const { name, document } of cases) {
      const create = () =>
        createPainter({ document, host, shaper, fonts: FONTS, pictures: { image: (id) => pictures.get(id) } })
      const alone = drawn(create(), [40])
      expect(Buffer.compare(drawn(create(), [0, 1, 2, 38, 39, 40]), alone), name).toBe(0)
      expect(Buffer.compare(drawn(create(), [55, 40, 40, 40]), alone), name).toBe(0)
    }
  })

  test('is the same from a reused and from a new painter', () => {
    const image = { image: (id: string) => pictures.get(id) }
    const options = { host, shaper, fonts: FONTS, pictures: image }
    const wishes = fc.array(
      fc.tuple(
        fc.constantFrom('set', 'hide', 'reorder', 'group'),
        fc.nat(),
        fc.constantFrom<[string, unknown]>(
          ['ks.o', 50],
          ['ks.p', [9, 4]],
          ['ks.r', 20],
          ['color', '#00ff00'],
          ['fill', '#00ff00'],
          ['bm', 'screen'],
          ['size', 30],
          ['effects', [{ type: 'blur', radius: 3 }]],
        ),
        fc.constantFrom(0, 12, 30, 30, 59),
      ),
      { minLength: 2, maxLength: 5 },
    )
    fc.assert(
      fc.property(fc.nat({ max: cases.length - 1 }), wishes, (n, steps) => {
        let document = cases[n]?.document as TemplateDocument
        let painter: Painter | undefined
        for (const [op, at, [property, value], frame] of steps) {
          const layer = document.layers[at % document.layers.length]?.id ?? ''
          const edits = {
            set: { op: 'set', layer, property, value },
            hide: { op: 'hide', layer, hidden: at % 2 === 0 },
            reorder: { op: 'reorder', layer, above: null },
            group: { op: 'group', id: `own-${at}`, layers: [layer] },
          } as const
          if (checkEdits(document, [edits[op]]).length > 0) continue
          document = applyEdits(document, [edits[op]])
          const resolved = resolveDocument(document, {})
          painter = createPainter({ ...options, document: resolved }, painter)
          const fresh = drawn(createPainter({ ...options, document: resolved }), [frame], 0.25)
          expect(largestDifference(drawn(painter, [frame, frame], 0.25, true), fresh)).toBeLessThanOrEqual(
            GATHERED_STEPS,
          )
          expect(Buffer.compare(drawn(painter, [frame], 0.25), fresh)).toBe(0)
          expect(Buffer.compare(drawn(painter, [frame], 0.25), fresh)).toBe(0)
        }
      }),
      { numRuns: 16 },
    )
  })

  test('draws the layers above one that changes again and again once', () => {
    const pictureOf = (width: number) => ({ width, height: 40, source: createCanvas(width, 40) as never })
    let reads = 0
    const above = {
      ...pictureOf(40),
      get source() {
        reads++
        return pictureOf(40).source
      },
    }
    const options = { host, shaper, fonts: FONTS, pictures: { image: () => above } }
    let painter: Painter | undefined
    const counts = ['#111111', '#222222', '#333333', '#444444', '#555555'].map((color) => {
      const photo = { ...span, id: 'photo', type: 'image', asset: 'sha256:a', box: [0, 0, 40, 40] }
      const layers = [photo, { ...span, id: 'changing', type: 'solid', color }]
      const document = { ...sampleDocument, layers: layers as never, fields: [], variants: {} }
      painter = createPainter({ ...options, document: resolveDocument(document, {}) }, painter)
      drawn(painter, [20], 1, true)
      return reads
    })
    expect(counts[4]).toBe(counts[1])
    expect(counts[0]).toBeGreaterThan(0)
  })

  test('makes no smaller copies of pictures for a draft', () => {
    const photo = { ...span, id: 'photo', type: 'image', asset: 'sha256:a', box: [0, 0, 400, 300] }
    const document = resolveDocument({ ...sampleDocument, layers: [photo] as never, fields: [], variants: {} }, {})
    const draw = (isDraft: boolean) => {
      let made = 0
      const createCanvas = (width: number, height: number) => {
        made++
        return host.createCanvas(width, height)
      }
      const picture = stripes(40)
      const options = { document, shaper, fonts: FONTS, pictures: { image: () => picture } }
      const painter = createPainter({ ...options, host: { ...host, createCanvas, isDraft } })
      return { pixels: drawn(painter, [20], 0.25), made: () => made }
    }
    const [draft, exact] = [draw(true), draw(false)]
    expect(draft.made()).toBeLessThan(exact.made())
    expect(largestDifference(draft.pixels, exact.pixels)).toBeLessThan(40)
  })

  test('lays out only the texts that it shows', () => {
    const asked: string[] = []
    const watched: Shaper = {
      font(bytes) {
        const font = shaper.font(bytes)
        return {
          ...font,
          shape(text, style) {
            asked.push(text)
            return font.shape(text, style)
          },
        }
      },
    }
    const text = { type: 'text', font: 'Playfair Display', weight: 700, size: 40, box: [0, 0, 300, 100], fill: '#fff' }
    const later = { ...text, id: 'later', in: 30, out: 60, text: 'Zweite' }
    const document = documentOf([
      { ...text, id: 'first', in: 0, out: 30, text: 'Erste' },
      { id: 'scene', type: 'group', in: 0, out: 60, layers: [later] },
    ])
    const options = { host, fonts: FONTS, pictures: { image: () => undefined } }
    const painter = createPainter({ ...options, shaper: watched, document: resolveDocument(document, {}) })
    drawn(painter, [10])
    expect(asked.join()).toContain('Erste')
    expect(asked.join()).not.toContain('Zweite')
    drawn(painter, [40])
    expect(asked.join()).toContain('Zweite')
  })

  test('shows layers from their in point up to their out point', () => {
    const painter = painterOf(documentOf([{ id: 'a', type: 'solid', in: 10, out: 20, color: '#ffffff' }]))
    const red = (frame: number) => drawn(painter, [frame])[0]
    expect([red(9), red(10), red(19), red(20)]).toEqual([16, 255, 255, 16])
  })

  test('can be drawn small', () => {
    expect(drawn(painterOf(sampleDocument), [30], 0.5).length).toBe(160 * 90 * 4)
  })

  test('has the colours that its values ask for', () => {
    const document = documentOf([{ ...span, id: 'a', type: 'solid', color: { $field: 'brand' } }])
    expect([...drawn(painterOf(document, { brand: '#336699' }), [0]).slice(0, 3)]).toEqual([0x33, 0x66, 0x99])
  })
})

describe('layers by themselves', () => {
  test('are found inside groups, at the time of the group, with what they cover', () => {
    const inner = {
      ...span,
      id: 'inner',
      type: 'solid',
      color: '#ffffff',
      box: [10, 20, 40, 30],
      ks: { o: 50 },
    } as const
    const follower = {
      ...span,
      id: 'follower',
      type: 'solid',
      color: '#ffffff',
      box: [0, 0, 8, 8],
      parent: 'guide',
    } as const
    const guide = { ...span, id: 'guide', type: 'group', layers: [], ks: { p: [5, 6] } } as const
    const ks = { p: [100, 50], s: [200, 200], o: 40 }
    const group = { ...span, id: 'outer', type: 'group', st: 3, ks, layers: [inner, follower, guide] }
    const painter = painterOf(documentOf([group as unknown as Layer]))
    const place = painter.placeOf('inner', 10)
    // Minus zero equals zero.
    expect(JSON.parse(JSON.stringify(place))).toEqual({
      matrix: [2, 0, 0, 2, 120, 90],
      around: [2, 0, 0, 2, 100, 50],
      box: [0, 0, 40, 30],
      reach: [118, 88, 202, 152],
      opacity: 0.2,
      frame: 7,
    })
    expect(painter.placeOf('follower', 10)?.around.slice(4)).toEqual([110, 62])
    expect(painter.placeOf('nowhere', 10)).toBeUndefined()
  })

  test('stacked give the whole frame', () => {
    // Blending layers need what is below them, so they are left out here.
    const layers = sampleDocument.layers.filter(({ bm }) => bm === undefined)
    const painter = painterOf(documentOf(layers))
    const canvas = createCanvas(320, 180)
    const ctx = canvas.getContext('2d')
    for (const { id, bounds, opacity } of painter.layerStates(30)) {
      if (!bounds) continue
      const [x, y] = [Math.floor(bounds[0]), Math.floor(bounds[1])]
      const [width, height] = [Math.ceil(bounds[2]) - x, Math.ceil(bounds[3]) - y]
      const sprite = createCanvas(width, height)
      painter.drawLayer(sprite.getContext('2d') as unknown as Context, id, 30, { x, y, width, height, opacity: 1 })
      ctx.globalAlpha = opacity
      ctx.drawImage(sprite, x, y)
    }
    const whole = drawn(painter, [30])
    const stacked = ctx.getImageData(0, 0, 320, 180).data
    const worst = whole.reduce((most, value, n) => Math.max(most, Math.abs(value - (stacked[n] ?? 0))), 0)
    expect(worst).toBeLessThanOrEqual(3)
  })

  test('stay inside their bounds', () => {
    const painter = painterOf(documentOf(sampleDocument.layers.map((layer) => ({ ...layer, bm: undefined }))))
    for (const frame of [0, 15, 30, 59]) {
      for (const { id, bounds } of painter.layerStates(frame)) {
        const canvas = createCanvas(320, 180)
        const ctx = canvas.getContext('2d')
        painter.drawLayer(ctx as unknown as Context, id, frame, { x: 0, y: 0, width: 320, height: 180 })
        const { data } = ctx.getImageData(0, 0, 320, 180)
        for (let n = 3; n < data.length; n += 4) {
          if (data[n] === 0) continue
          const [x, y] = [(n >> 2) % 320, Math.floor((n >> 2) / 320)]
          const isInside =
            bounds &&
            x >= Math.floor(bounds[0]) &&
            x < Math.ceil(bounds[2]) &&
            y >= Math.floor(bounds[1]) &&
            y < Math.ceil(bounds[3])
          if (!isInside) throw new Error(`${id} draws at ${x},${y} of frame ${frame}, outside ${bounds}`)
        }
      }
    }
  })

  test('show only the part of a video that was chosen, and then hold its last picture', () => {
    const asked: number[] = []
    const video: Layer = {
      in: 10,
      out: 60,
      id: 'video',
      type: 'media',
      box: [0, 0, 20, 20],
      source: { asset: 'sha256:video', trim: { startSeconds: 2, endSeconds: 2.5 } },
    }
    const source = createCanvas(20, 20)
    const painter = createPainter({
      document: { ...resolveDocument(documentOf([]), {}), layers: [video] },
      host,
      shaper,
      fonts: FONTS,
      pictures: {
        image: () => undefined,
        video(_asset, seconds) {
          asked.push(seconds)
          return { source: source as unknown as Picture['source'], width: 20, height: 20 }
        },
      },
    })
    const fps = framesPerSecond(sampleDocument.canvas.fps)
    const secondsAt = (frame: number) => painter.videos(frame).map(({ seconds }) => seconds)
    expect(secondsAt(10)).toEqual([2])
    expect(secondsAt(15)[0]).toBeCloseTo(2 + 5 / fps, 6)
    expect(secondsAt(50)).toEqual(secondsAt(59))
    // The picture exactly at the end belongs to the part that was cut off.
    expect(secondsAt(59)[0]).toBeLessThan(2.5)
    expect(secondsAt(59)[0]).toBeGreaterThan(2.49)
    expect(painter.isSameFrame(50, 59)).toBe(true)
    expect(painter.isSameFrame(12, 13)).toBe(false)
    drawn(painter, [59])
    expect(Math.max(...asked)).toBeLessThan(2.5)
  })

  test('say where on the canvas a video stands, also inside a group', () => {
    const video = { in: 0, out: 60, id: 'video', type: 'media', box: [10, 20, 40, 20], source: 'sha256:video' } as const
    const group: Layer = {
      in: 0,
      out: 60,
      id: 'group',
      type: 'group',
      layers: [video],
      ks: { p: [5, 6], s: [200, 200] },
    }
    const painter = createPainter({
      document: { ...resolveDocument(documentOf([]), {}), layers: [group] },
      host,
      shaper,
      fonts: FONTS,
      pictures: {
        image: () => undefined,
        video: () => ({ source: createCanvas(80, 40) as unknown as Picture['source'], width: 80, height: 40 }),
      },
    })
    // Half its size in the box, twice that in the group, whose origin is at (5, 6).
    expect(painter.videos(3)[0]?.place).toEqual([1, 0, -0, 1, 25, 46])
    expect(painter.layerStates(3)[0]?.videos).toEqual(painter.videos(3))
    const { place } = createPainter({
      document: { ...resolveDocument(documentOf([]), {}), layers: [video] },
      host,
      shaper,
      fonts: FONTS,
      pictures: { image: () => undefined },
    }).videos(3)[0] ?? { place: [] }
    expect(place).toBeUndefined()
  })

  test('say when they look the same', () => {
    const painter = painterOf(
      documentOf([
        {
          ...span,
          id: 'mover',
          type: 'solid',
          color: '#fff',
          box: [0, 0, 20, 20],
          ks: {
            p: {
              a: 1,
              k: [
                { t: 10, s: [0, 0] },
                { t: 20, s: [100, 0] },
              ],
            },
          },
        },
        { ...span, id: 'ground', type: 'solid', color: '#000' },
      ]),
    )
    const key = (frame: number) => painter.layerStates(frame).find(({ id }) => id === 'mover')?.contentKey
    expect(key(12)).toBe(key(18))
    expect(painter.isSameFrame(0, 10)).toBe(true)
    expect(painter.isSameFrame(10, 20)).toBe(false)
  })
})

describe('a valid document', () => {
  test('can always be drawn, whatever its numbers', () => {
    const paths = numberPaths(sampleDocument.layers)
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.constantFrom(...paths),
            fc.oneof(fc.integer({ min: -2000, max: 2000 }), fc.double({ min: -1e6, max: 1e6, noNaN: true })),
          ),
          { minLength: 1, maxLength: 6 },
        ),
        fc.integer({ min: -5, max: 70 }),
        (changes, frame) => {
          const layers = structuredClone(sampleDocument.layers) as unknown as Layer[]
          for (const [path, value] of changes) setAt(layers, path, value)
          const result = validateDocument({ ...sampleDocument, layers })
          if (result.ok) drawn(painterOf(result.document), [frame])
        },
      ),
      { numRuns: 150 },
    )
  })

  test('draws placeholders where pictures and fonts are missing', () => {
    const painter = createPainter({
      document: resolveDocument(sampleDocument, {}),
      host,
      shaper,
      fonts: new Map(),
      pictures: { image: () => undefined },
    })
    expect(drawn(painter, [30]).some((value) => value > 0)).toBe(true)
  })
})

describe('a picture in its frame', () => {
  test('always covers it, however it is turned and moved', () => {
    const size = fc.integer({ min: 10, max: 4000 })
    const share = fc.double({ min: -3, max: 3, noNaN: true })
    fc.assert(
      fc.property(
        size,
        size,
        size,
        size,
        share,
        share,
        fc.double({ min: 0.1, max: 5, noNaN: true }),
        fc.integer({ min: -360, max: 360 }),
        (pw, ph, fw, fh, x, y, zoom, rotate) => {
          const { matrix } = placePicture({ width: pw, height: ph }, { width: fw, height: fh }, 'cover', {
            x,
            y,
            zoom,
            rotate,
          })
          const [a, b, c, d, e, f] = matrix
          const determinant = a * d - b * c
          for (const [cx, cy] of [
            [0, 0],
            [fw, 0],
            [0, fh],
            [fw, fh],
          ] as const) {
            // The frame's corner in the picture's own pixels.
            const u = (d * (cx - e) - c * (cy - f)) / determinant
            const v = (-b * (cx - e) + a * (cy - f)) / determinant
            const slack = 1e-6 * (pw + ph)
            expect(u).toBeGreaterThanOrEqual(-slack)
            expect(u).toBeLessThanOrEqual(pw + slack)
            expect(v).toBeGreaterThanOrEqual(-slack)
            expect(v).toBeLessThanOrEqual(ph + slack)
          }
        },
      ),
    )
  })

  test('is mirrored about its own middle, wherever it stands', () => {
    const [picture, frame] = [
      { width: 300, height: 100 },
      { width: 80, height: 60 },
    ]
    const crop = { x: 0.2, y: 0, zoom: 1.5, rotate: 30 }
    const plain = placePicture(picture, frame, 'cover', crop)
    const flipped = placePicture(picture, frame, 'cover', { ...crop, flip: 'horizontal' })
    const at = ([a, b, c, d, e, f]: readonly number[], x: number, y: number) =>
      [Number(a) * x + Number(c) * y + Number(e), Number(b) * x + Number(d) * y + Number(f)].map((one) =>
        one.toFixed(6),
      )
    expect(at(flipped.matrix, 0, 20)).toEqual(at(plain.matrix, 300, 20))
    expect(at(flipped.matrix, 150, 50)).toEqual(at(plain.matrix, 150, 50))
    expect(flipped.crop).toEqual({ ...plain.crop, flip: 'horizontal' })
    const turned = placePicture(picture, frame, 'cover', { ...crop, flip: 'both' })
    expect(at(turned.matrix, 0, 0)).toEqual(at(plain.matrix, 300, 100))
  })

  test('is shown whole with contain', () => {
    const { matrix } = placePicture({ width: 200, height: 100 }, { width: 100, height: 100 }, 'contain', CENTRED)
    expect(matrix).toEqual([0.5, 0, -0, 0.5, 0, 25])
  })
})

function numberPaths(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value === 'number') return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) =>
    numberPaths(one, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

function setAt(root: unknown, path: readonly (string | number)[], value: unknown): void {
  let at = root as Record<string | number, unknown>
  for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, unknown>
  at[path[path.length - 1] as string] = value
}
