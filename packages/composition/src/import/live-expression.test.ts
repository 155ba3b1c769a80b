// Boxes that follow the words of the customer: a lower third as Bodymovin writes it, imported and drawn.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createCanvas } from '@napi-rs/canvas'
import { beforeAll, describe, expect, test } from 'vitest'
import { createNodeHost } from '../../node-host.ts'
import type { TemplateDocument } from '../document/document.ts'
import { resolveDocument } from '../evaluate/resolve.ts'
import type { Context } from '../painter/host.ts'
import { createPainter } from '../painter/painter.ts'
import { loadShaper, type Shaper } from '../text/shaper.ts'
import { animation, layer, still, textData, transform } from './animation-fixture.ts'
import { importDocument } from './import.ts'
import { validateDocument } from './validate.ts'

const require = createRequire(import.meta.url)
const poppins = new Uint8Array(readFileSync(require.resolve('@expo-google-fonts/poppins/700Bold/Poppins_700Bold.ttf')))
const bundledFonts = [
  { family: 'Poppins', weight: 700, style: 'normal', src: 'sha256:poppins', license: 'OFL-1.1' },
] as const
let shaper: Shaper
beforeAll(async () => {
  shaper = await loadShaper()
})

const bm = (source: string) => `var $bm_rt;\n${source}`
const RECT = "var rect = thisComp.layer('{text: Name | max 40}').sourceRectAtTime(time, false);\n"

function lowerThird(more: { position?: string; opacity?: string } = {}) {
  return animation(
    [
      layer(5, '{text: Name | max 40}', {
        ind: 1,
        t: textData('Asha', { j: 0 }),
        ks: transform({ p: still([40, 100, 0]) }),
      }),
      layer(4, 'Box', {
        ind: 2,
        ks: transform({
          p: {
            a: 0,
            k: [100, 90, 0],
            x: bm(
              more.position ??
                `${RECT}$bm_rt = [$bm_sum(40, $bm_sum(rect.left, $bm_div(rect.width, 2))), $bm_sum(100, $bm_sum(rect.top, $bm_div(rect.height, 2)))];`,
            ),
          },
          ...(more.opacity ? { o: { a: 0, k: 100, x: bm(more.opacity) } } : {}),
        }),
        shapes: [
          {
            ty: 'gr',
            nm: 'Rectangle 1',
            it: [
              {
                ty: 'rc',
                nm: 'Rectangle Path 1',
                p: still([0, 0]),
                s: { a: 0, k: [100, 40], x: bm(`${RECT}$bm_rt = $bm_sum([rect.width, rect.height], [20, 20]);`) },
                r: still(0),
              },
              { ty: 'fl', c: still([1, 0, 0, 1]), o: still(100) },
              { ty: 'tr', ...transform() },
            ],
          },
        ],
      }),
    ],
    { w: 600, h: 200, nm: 'Lower third' },
  )
}

function load(json: unknown): TemplateDocument {
  const { document, report } = importDocument(json, new Map(), { id: 'x', name: 'X', bundledFonts: [...bundledFonts] })
  expect(report.filter(({ severity }) => severity === 'error')).toEqual([])
  // It survives being stored.
  const stored = validateDocument(JSON.parse(JSON.stringify(document)))
  expect(stored.ok || stored.problems).toBe(true)
  return (stored as { document: TemplateDocument }).document
}

/** Left, top, right and bottom of what is red at a frame. */
function redBox(document: TemplateDocument, name: string, frame = 0): number[] {
  const painter = createPainter({
    document: resolveDocument(document, { Name: name }),
    host: createNodeHost(),
    shaper,
    fonts: new Map([['sha256:poppins', poppins]]),
    pictures: { image: () => undefined },
  })
  const canvas = createCanvas(600, 200)
  const ctx = canvas.getContext('2d')
  painter.drawFrame(ctx as unknown as Context, frame)
  const { data } = ctx.getImageData(0, 0, 600, 200)
  let [left, top, right, bottom] = [600, 200, 0, 0]
  for (let y = 0; y < 200; y++)
    for (let x = 0; x < 600; x++) {
      const at = (y * 600 + x) * 4
      if ((data[at] as number) < 200 || (data[at + 1] as number) > 60) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  return [left, top, right, bottom]
}

describe('a box that follows the words', () => {
  test('is as wide as they are, with its margin', () => {
    const document = load(lowerThird())
    const [short, long] = [redBox(document, 'Al'), redBox(document, 'Alexandra Montgomery')]
    // Ten pixels to the left of the letters, which begin at 40.
    for (const box of [short, long]) expect(Math.abs((box[0] as number) - 32)).toBeLessThan(5)
    expect((short[2] as number) - (short[0] as number)).toBeLessThan(80)
    expect((long[2] as number) - (long[0] as number)).toBeGreaterThan(400)
    // Its height follows the letters, which stand on 100: no g, no p, then both.
    expect(short[3]).toBeLessThan(112)
    expect(redBox(document, 'gypsy')[3]).toBeGreaterThan(113)
  })

  test('may move besides', () => {
    const document = load(lowerThird({ position: `${RECT}$bm_rt = [$bm_sum(rect.width, $bm_mul(time, 30)), 100];` }))
    const [first, later] = [redBox(document, 'Al', 0), redBox(document, 'Al', 30)]
    expect((later[0] as number) - (first[0] as number)).toBe(30)
  })

  test('can hide without words', () => {
    const document = load(
      lowerThird({ opacity: "$bm_rt = thisComp.layer('{text: Name | max 40}').text.sourceText.length > 3 ? 100 : 0;" }),
    )
    expect(redBox(document, 'Al')).toEqual([600, 200, 0, 0])
    expect(redBox(document, 'Alma')[2]).toBeGreaterThan(100)
  })

  test('a text that is the same words is the same field', () => {
    const data = textData('other', { j: 0 }) as { d: Record<string, unknown> }
    data.d.x = bm("$bm_rt = thisComp.layer('{text: Name | max 40}').text.sourceText;")
    const document = load(
      animation([
        layer(5, '{text: Name | max 40}', { ind: 1, t: textData('Asha') }),
        layer(5, 'shadow', { ind: 2, t: data }),
      ]),
    )
    expect(document.fields).toMatchObject([{ id: 'Name', default: 'Asha' }])
    expect(document.layers).toMatchObject([{ text: { $field: 'Name' } }, { text: { $field: 'Name' } }])
    expect(document.rig).toBeUndefined()
  })

  test('of a text with several wordings is an error', () => {
    const json = lowerThird()
    const [text] = json.layers as { nm: string; t: { d: { k: { t: number; s: object }[] } } }[]
    const [key] = text?.t.d.k ?? []
    if (!text || !key) throw new Error('The animation has a text')
    text.nm = 'Name'
    text.t.d.k.push({ t: 30, s: { ...key.s, t: 'Other' } })
    const changed = JSON.parse(JSON.stringify(json).replaceAll('{text: Name | max 40}', 'Name'))
    const { report } = importDocument(changed, new Map(), { id: 'x', name: 'X', bundledFonts: [...bundledFonts] })
    expect(
      report
        .filter(({ severity }) => severity === 'error')
        .map(({ message }) => message)
        .join(),
    ).toContain('changes its words')
  })
})
