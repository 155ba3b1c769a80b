// Boxes that follow the customer's text: a lower third as Bodymovin writes it, imported and drawn.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createCanvas } from '@napi-rs/canvas'
import { importDocument } from '@vitrine/after-effects/import'
import { runLiveExpressions } from '@vitrine/after-effects/live'
import { validateDocument } from '@vitrine/after-effects/validate'
import type { TemplateDocument } from '@vitrine/document/document'
import type { FieldValues } from '@vitrine/document/field'
import type { Context } from '@vitrine/document/host'
import type { TextLayer } from '@vitrine/document/layer'
import { everyLayer } from '@vitrine/project/layer-list'
import { resolveDocument } from '@vitrine/project/resolve'
import { beforeAll, describe, expect, test } from 'vitest'
import { animation, layer, still, textData, transform } from '../../after-effects/testing/animation.ts'
import { createNodeHost } from '../node-host.ts'
import { createPainter } from '../src/painter/painter.ts'
import { listMissingTexts } from '../src/text/fallback-face.ts'
import { listNeededFonts } from '../src/text/font-subset.ts'
import { loadShaper, type Shaper } from '../src/text/shaper.ts'

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

/** The pixels of a frame. */
function pixelsOf(document: TemplateDocument, values: FieldValues, frame: number): Uint8ClampedArray {
  const painter = createPainter({
    document: resolveDocument(document, values),
    host: createNodeHost(),
    shaper,
    fonts: new Map([['sha256:poppins', poppins]]),
    pictures: { image: () => undefined },
  })
  const canvas = createCanvas(600, 200)
  const ctx = canvas.getContext('2d')
  painter.drawFrame(ctx as unknown as Context, frame)
  return ctx.getImageData(0, 0, 600, 200).data
}

const draw = (document: TemplateDocument, values: FieldValues, frame: number) =>
  createHash('sha256')
    .update(pixelsOf(document, values, frame))
    .digest('hex')

const redBox = (document: TemplateDocument, name: string, frame = 0) => redBoxOf(document, { Name: name }, frame)

/** Left, top, right and bottom of what is red at a frame. */
function redBoxOf(document: TemplateDocument, values: FieldValues, frame: number): number[] {
  const data = pixelsOf(document, values, frame)
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

describe('a text that follows what customers fill in', () => {
  const slider = (k: unknown) => ({
    ty: 5,
    nm: 'Count',
    mn: 'ADBE Slider Control',
    ix: 1,
    ef: [{ ty: 0, nm: 'Slider', mn: 'ADBE Slider Control-0001', ix: 1, v: k }],
  })
  const worded = (x: string) => {
    const data = textData('40%', { j: 0, fc: [0, 0, 1] }) as { d: Record<string, unknown> }
    data.d.x = bm(`$bm_rt = ${x};`)
    return layer(5, 'number', { ind: 2, t: data, ks: transform({ p: still([40, 100, 0]) }) })
  }
  const counter = (x: string, control: unknown = { a: 0, k: 40 }) =>
    animation([layer(3, 'Controls', { ind: 1, ef: [slider(control)] }), worded(x)], { w: 600, h: 200, op: 60 })
  const COUNT = "thisComp.layer('Controls').effect('Count')('Slider')"

  /** The texts of a document at a frame with these values. */
  function wordsOf(document: TemplateDocument, values: Record<string, string | number | boolean>, frame = 0) {
    const { layers, rig } = resolveDocument(document, values)
    const drawn = rig ? runLiveExpressions(layers, rig, () => ({ left: 0, top: 0, width: 0, height: 0 })) : layers
    return everyLayer(drawn).flatMap((one) =>
      one.type === 'text' ? [one.wordings?.findLast(([from]) => from <= frame)?.[1] ?? one.text] : [],
    )
  }

  test('says the number of the field', () => {
    const document = load(counter(`${COUNT}.value.toFixed(0) + '%'`))
    expect(document.fields).toMatchObject([{ type: 'slider', label: 'Count', default: 40 }])
    expect(document.layers).toMatchObject([{}, { type: 'text', text: '40%', locks: ['content'] }])
    expect([wordsOf(document, {}), wordsOf(document, { [document.fields[0]?.id ?? '']: 73.6 })]).toEqual([
      ['40%'],
      ['74%'],
    ])
  })

  test('counts up to the number of the field, and stays what it was where the expression fails', () => {
    const document = load(counter(`Math.round(linear(time, 0, 1, 0, ${COUNT}))`))
    const id = document.fields[0]?.id ?? ''
    const at = (frame: number, value: number) => wordsOf(document, { [id]: value }, frame)[0]
    expect([at(0, 100), at(15, 100), at(30, 100), at(59, 100)]).toEqual(['0', '50', '100', '100'])
    expect(at(15, 10)).toBe('5')
    const broken = { ...document, rig: { ...document.rig, compositions: [] } } as unknown as TemplateDocument
    expect(wordsOf(broken, { [id]: 9 })).toEqual(['40%'])
  })

  test('is drawn as the same text with these words is', () => {
    const document = load(counter(`Math.round(linear(time, 0, 1, 0, ${COUNT}))`))
    const values = { [document.fields[0]?.id ?? '']: 100 }
    const texts = ['0', '50', '100'].map((text) => {
      const [, shown] = document.layers
      const { liveText: _live, ...plain } = { ...(shown as TextLayer), text }
      return draw({ ...document, layers: [plain] }, {}, 0)
    })
    expect([0, 15, 45].map((frame) => draw(document, values, frame))).toEqual(texts)
    expect(new Set(texts).size).toBe(3)
  })

  test('says the words of another text in its own way', () => {
    const document = load(
      animation([
        layer(5, '{text: Name}', { ind: 1, t: textData('Asha') }),
        worded("'Hello ' + thisComp.layer('{text: Name}').text.sourceText.toUpperCase()"),
      ]),
    )
    expect(wordsOf(document, { Name: 'Meera' })).toEqual(['Meera', 'Hello MEERA'])
  })

  test('changes what the customer wrote into it', () => {
    const json = animation([worded("value + '!'")])
    const [text] = json.layers as { nm: string }[]
    if (text) text.nm = '{text: Name}'
    expect(wordsOf(load(json), { Name: 'Meera' })).toEqual(['Meera!'])
  })

  test('is measured as it is shown', () => {
    const json = counter(`'9'.repeat(${COUNT})`, { a: 0, k: 3 })
    const box = layer(4, 'Box', {
      ind: 3,
      ks: transform({ p: still([300, 90, 0]) }),
      shapes: [
        {
          ty: 'rc',
          p: still([0, 0]),
          s: { a: 0, k: [10, 40], x: bm("$bm_rt = [thisComp.layer('number').sourceRectAtTime().width, 40];") },
          r: still(0),
        },
        { ty: 'fl', c: still([1, 0, 0, 1]), o: still(100) },
      ],
    })
    const document = load({ ...json, layers: [...(json.layers as object[]), box] })
    const id = document.fields[0]?.id ?? ''
    const widths = [2, 8].map((value) => {
      const [left = 0, , right = 0] = redBoxOf(document, { [id]: value }, 0)
      return right - left
    })
    expect(widths[1]).toBeGreaterThan(3 * (widths[0] as number))
  })

  test('follows a checkbox, and a slider that moves as before', () => {
    const check = { ...slider(still(1)), mn: 'ADBE Checkbox Control', nm: '{toggle: New}' }
    const document = load(
      animation([
        layer(3, 'rig', { ind: 1, ef: [check] }),
        worded("thisComp.layer('rig').effect(1)(1) == 1 ? 'NEW' : ''"),
      ]),
    )
    expect([wordsOf(document, {}), wordsOf(document, { New: false })]).toEqual([['NEW'], ['']])
    const moving = {
      a: 1,
      k: [
        { t: 0, s: [0] },
        { t: 30, s: [100] },
      ],
    }
    const baked = load(counter(`Math.round(${COUNT})`, moving))
    expect(baked.rig).toBeUndefined()
    expect(baked.layers[1]?.type).toBe('group')
  })

  test('needs the characters of all that it may say', () => {
    const document = load(counter(`${COUNT} > 50 ? 'शुभ 🎉' : 'Hello'`))
    const resolved = resolveDocument(document, {})
    const needed = listNeededFonts(resolved, () => undefined)
    expect(needed.get('sha256:poppins')).toBe('devanagari')
    expect(listMissingTexts(resolved, undefined).flatMap(({ graphemes }) => graphemes)).toContain('🎉')
  })

  test('keeps its words, with a warning, where it changes its look as well', () => {
    const json = counter(`${COUNT}.value.toFixed(0)`)
    const { t } = (json.layers as { t: { d: { k: { t: number; s: object }[] } } }[])[1] as {
      t: { d: { k: { t: number; s: object }[] } }
    }
    t.d.k.push({ t: 30, s: { ...t.d.k[0]?.s, s: 80 } })
    const { document, report } = importDocument(json, new Map(), {
      id: 'x',
      name: 'X',
      bundledFonts: [...bundledFonts],
    })
    expect(document?.fields).toEqual([])
    expect(report.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(report.map(({ message }) => message).join()).toContain('a text with keyframes')
  })

  test('two million steps are too many for a text as well', () => {
    const { report } = importDocument(
      counter(`(function () { var s = 0; for (var n = 0; n < 2500; n++) s += ${COUNT}.value; return s + time; })()`),
      new Map(),
      { id: 'x', name: 'X', bundledFonts: [...bundledFonts] },
    )
    expect(report.map(({ message }) => message).join()).toContain('takes too many steps')
  })
})
