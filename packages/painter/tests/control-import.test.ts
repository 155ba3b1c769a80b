// Expression controls as Bodymovin writes them, imported as fields and drawn with other values.
import { createCanvas } from '@napi-rs/canvas'
import { importDocument } from '@vitrine/after-effects/import'
import { validateDocument } from '@vitrine/after-effects/validate'
import type { TemplateDocument } from '@vitrine/document/document'
import type { FieldValues } from '@vitrine/document/field'
import type { Context } from '@vitrine/document/host'
import { checkValues, resolveDocument } from '@vitrine/project/resolve'
import { changeFields } from '@vitrine/project/template-field'
import { beforeAll, describe, expect, test } from 'vitest'
import { animation, layer, solid, still, transform } from '../../after-effects/testing/animation.ts'
import { createNodeHost } from '../node-host.ts'
import { createPainter } from '../src/painter/painter.ts'
import { loadShaper, type Shaper } from '../src/text/shaper.ts'

let shaper: Shaper
beforeAll(async () => {
  shaper = await loadShaper()
})

const KINDS = { Slider: 0, Angle: 1, Color: 2, Point: 3, Checkbox: 4, Dropdown: 7 } as const

function control(kind: keyof typeof KINDS, nm: string, value: unknown, more: object = {}) {
  const mn = `ADBE ${kind} Control`
  const inner = { ty: KINDS[kind], nm: kind === 'Dropdown' ? 'Menu' : kind, mn: `${mn}-0001`, ix: 1 }
  return { ty: 5, nm, mn, np: 3, ix: 1, en: 1, ef: [{ ...inner, v: { ...still(value), ...more } }] }
}

const bm = (source: string) => `var $bm_rt;\n$bm_rt = ${source};`
const linked = (name: string, parameter: string) => `thisComp.layer('CONTROLS').effect('${name}')('${parameter}')`

/** A square of 40 pixels in the middle, with these properties. */
function box(ks: object, color: unknown = still([1, 0, 0, 1])) {
  return layer(4, 'Box', {
    ind: 2,
    ks: transform({ p: still([100, 50, 0]), ...ks }),
    shapes: [
      {
        ty: 'gr',
        nm: 'Square',
        it: [
          { ty: 'rc', nm: 'Path', p: still([0, 0]), s: still([40, 40]), r: still(0) },
          { ty: 'fl', nm: 'Fill', mn: 'ADBE Vector Graphic - Fill', c: color, o: still(100) },
          { ty: 'tr', ...transform() },
        ],
      },
    ],
  })
}

function rigged(controls: object[], ks: object, color?: unknown) {
  return animation([layer(3, 'CONTROLS', { ind: 1, ef: controls }), box(ks, color)])
}

const read = (json: unknown) => importDocument(json, new Map(), { id: 'x', name: 'X', bundledFonts: [] })

function load(json: unknown): TemplateDocument {
  const { document, report } = read(json)
  expect(report.filter(({ severity }) => severity === 'error')).toEqual([])
  const stored = validateDocument(JSON.parse(JSON.stringify(document)))
  expect(stored.ok || stored.problems).toBe(true)
  return (stored as { document: TemplateDocument }).document
}

/** Red, green and blue of a pixel. */
function pixel(document: TemplateDocument, values: FieldValues, x: number, y: number): number[] {
  expect(checkValues(document, values)).toEqual([])
  const painter = createPainter({
    document: resolveDocument(document, values),
    host: createNodeHost(),
    shaper,
    fonts: new Map(),
    pictures: { image: () => undefined },
  })
  const canvas = createCanvas(200, 100)
  const ctx = canvas.getContext('2d')
  painter.drawFrame(ctx as unknown as Context, 0)
  return [...ctx.getImageData(x, y, 1, 1).data.slice(0, 3)]
}
const RED = [255, 0, 0]
const WHITE = [255, 255, 255]

describe('controls on a layer of controls', () => {
  test('a slider sets a size', () => {
    const slider = control('Slider', 'Box size', 100)
    const document = load(
      rigged([slider], { s: { a: 0, k: [100, 100, 100], x: bm(`[${linked('Box size', 'Slider')}, 100]`) } }),
    )
    expect(document.fields).toMatchObject([
      { type: 'slider', id: 'Box-size', label: 'Box size', default: 100, rules: { min: 0, max: 100, step: 1 } },
    ])
    expect(pixel(document, {}, 82, 50)).toEqual(RED)
    expect(pixel(document, { 'Box-size': 50 }, 82, 50)).toEqual(WHITE)
    expect(pixel(document, { 'Box-size': 50 }, 92, 50)).toEqual(RED)
    expect(checkValues(document, { 'Box-size': 101 })).toMatchObject([{ code: 'out-of-range', severity: 'error' }])
    expect(checkValues(document, { 'Box-size': '50' })).toMatchObject([{ code: 'wrong-type', severity: 'error' }])
  })

  test('a checkbox hides what follows it', () => {
    const document = load(
      rigged([control('Checkbox', 'Show the box', 1)], {
        o: { a: 0, k: 100, x: bm(`${linked('Show the box', 'Checkbox')} == 1 ? 100 : 0`) },
      }),
    )
    expect(document.fields).toMatchObject([{ type: 'toggle', id: 'Show-the-box', default: true }])
    expect(pixel(document, {}, 100, 50)).toEqual(RED)
    expect(pixel(document, { 'Show-the-box': false }, 100, 50)).toEqual(WHITE)
  })

  test('an angle turns and a point moves', () => {
    const document = load(
      rigged([control('Angle', 'Turn', 0), control('Point', 'Place', [100, 50])], {
        r: { a: 0, k: 0, x: bm(linked('Turn', 'Angle')) },
        p: { a: 0, k: [100, 50, 0], x: bm(linked('Place', 'Point')) },
      }),
    )
    expect(document.fields).toMatchObject(
      [
        { type: 'point', label: 'Place', default: [100, 50] },
        { type: 'slider', label: 'Turn', unit: 'degrees', rules: { min: -360, max: 360 } },
      ].toSorted((a, b) =>
        document.fields[0]?.label === a.label ? -1 : document.fields[0]?.label === b.label ? 1 : 0,
      ),
    )
    expect(pixel(document, { Turn: 45 }, 100, 25)).toEqual(RED)
    expect(pixel(document, { Turn: 0 }, 100, 25)).toEqual(WHITE)
    expect(pixel(document, { Place: [30, 50] }, 30, 50)).toEqual(RED)
    expect(pixel(document, { Place: [30, 50] }, 100, 50)).toEqual(WHITE)
    expect(checkValues(document, { Place: [1] })).toMatchObject([{ code: 'wrong-type' }])
  })

  test('a menu whose name lists its entries is a choice', () => {
    const name = '{choice: Look | Big | Small}'
    const document = load(
      rigged([control('Dropdown', name, 1)], {
        s: { a: 0, k: [100, 100, 100], x: bm(`${linked(name, 'Menu')} == 1 ? [100, 100] : [50, 50]`) },
      }),
    )
    expect(document.fields).toMatchObject([
      { type: 'choice', label: 'Look', default: 'Big', options: [{ value: 'Big' }, { value: 'Small' }] },
    ])
    expect(pixel(document, {}, 82, 50)).toEqual(RED)
    expect(pixel(document, { Look: 'Small' }, 82, 50)).toEqual(WHITE)
  })

  test('a colour is computed anew', () => {
    const color = { a: 0, k: [0.5, 0, 0, 1], x: bm(`linear(0.5, 0, 1, ${linked('Main', 'Color')}, [0, 0, 0, 1])`) }
    const document = load(rigged([control('Color', 'Main', [1, 0, 0, 1])], {}, color))
    expect(document.fields).toMatchObject([{ type: 'color', label: 'Main', default: '#ff0000' }])
    expect(pixel(document, {}, 100, 50)).toEqual([128, 0, 0])
    expect(pixel(document, { Main: '#0000ff' }, 100, 50)).toEqual([0, 0, 128])
  })

  test('an opacity beyond its ends is held there', () => {
    const document = load(
      rigged([control('Slider', 'Strength', 50)], {
        o: { a: 0, k: 50, x: bm(`${linked('Strength', 'Slider')} * 3 - 50`) },
      }),
    )
    expect(pixel(document, { Strength: 100 }, 100, 50)).toEqual(RED)
    expect(pixel(document, { Strength: 0 }, 100, 50)).toEqual(WHITE)
  })

  test('a panel of several controls has a field for each that is used', () => {
    const panel = {
      ty: 5,
      nm: 'Box controls',
      mn: 'Pseudo/12345',
      np: 4,
      ix: 1,
      en: 1,
      ef: [
        { ty: 0, nm: 'Size', mn: 'Pseudo/12345-0001', ix: 1, v: still(100) },
        { ty: 4, nm: 'Shown', mn: 'Pseudo/12345-0002', ix: 2, v: still(1) },
        { ty: 0, nm: 'Not used', mn: 'Pseudo/12345-0003', ix: 3, v: still(1) },
      ],
    }
    const document = load(
      rigged([panel], {
        s: { a: 0, k: [100, 100, 100], x: bm(`[${linked('Box controls', 'Size')}, 100]`) },
        o: { a: 0, k: 100, x: bm(`${linked('Box controls', 'Shown')} * 100`) },
      }),
    )
    expect(document.fields.map(({ label }) => label).toSorted()).toEqual(['Shown', 'Size'])
  })

  test('two layers with a control of the same name are two fields', () => {
    const one = (layerName: string) => `thisComp.layer('${layerName}').effect('Size')('Slider')`
    const document = load(
      animation([
        layer(3, 'Left controls', { ind: 1, ef: [control('Slider', 'Size', 10)] }),
        layer(3, 'Right controls', { ind: 3, ef: [control('Slider', 'Size', 20)] }),
        box({ r: { a: 0, k: 0, x: bm(one('Left controls')) }, o: { a: 0, k: 20, x: bm(one('Right controls')) } }),
      ]),
    )
    expect(document.fields.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Size', expect.stringMatching(/ controls: Size$/)]),
    )
    expect(document.fields.map((field) => field.default).toSorted()).toEqual([10, 20])
  })

  test('a control that Time Remap follows keeps its value, which the report says', () => {
    const remap = { a: 0, k: 0, x: bm(`${linked('Count', 'Slider')} / 100`) }
    const { document, report } = read(
      animation(
        [
          layer(3, 'CONTROLS', { ind: 1, ef: [control('Slider', 'Count', 42)] }),
          layer(0, 'comp', { ind: 2, refId: 'inside', w: 200, h: 100, tm: remap }),
        ],
        { assets: [{ id: 'inside', layers: [solid('a', '#f00000')] }] },
      ),
    )
    expect(document?.fields).toEqual([])
    expect(report).toContainEqual(
      expect.objectContaining({ severity: 'warning', code: 'field', message: expect.stringContaining('"Count"') }),
    )
  })

  test('a field that the owner removes leaves the value', () => {
    const slider = control('Slider', 'Turn', 45)
    const shown = control('Slider', 'Strength', 100)
    const document = load(
      rigged([slider, shown], {
        r: { a: 0, k: 45, x: bm(linked('Turn', 'Slider')) },
        o: { a: 0, k: 100, x: bm(linked('Strength', 'Slider')) },
      }),
    )
    const { document: without, fault } = changeFields(document, { fields: [{ id: 'Strength' }], removed: ['Turn'] })
    expect(fault).toBeUndefined()
    expect(pixel(without as TemplateDocument, {}, 100, 25)).toEqual(RED)
  })
})

describe('controls elsewhere', () => {
  const spin = (nm: string, name = nm) =>
    animation([
      layer(3, 'Null 1', { ind: 1, ef: [control('Slider', nm, 45)] }),
      box({ r: { a: 0, k: 0, x: bm(`thisComp.layer('Null 1').effect('${name}')('Slider')`) } }),
    ])

  test('keep their value, and the report says how to offer them', () => {
    const { document, report } = read(spin('Turn'))
    expect(document?.fields).toEqual([])
    expect(report).toContainEqual(
      expect.objectContaining({
        severity: 'info',
        code: 'proposal',
        message: expect.stringContaining('{slider: Turn}'),
      }),
    )
    expect(pixel(document as TemplateDocument, {}, 100, 25)).toEqual(RED)
  })

  test('are fields by their names', () => {
    const document = load(spin('{slider: Turn | min -90 | max 90 | step 5 | hint Half a turn}'))
    expect(document.fields).toMatchObject([
      { label: 'Turn', rules: { min: -90, max: 90, step: 5 }, hint: 'Half a turn' },
    ])
  })

  test('of Essential Graphics are fields', () => {
    const json = animation(
      [
        layer(3, 'Null 1', { ind: 1, ef: [control('Slider', 'Turn', 45, { sid: 'turn' })] }),
        box({ r: { a: 0, k: 0, x: bm("thisComp.layer('Null 1').effect('Turn')('Slider')") } }),
      ],
      { slots: { turn: { nm: 'Box / How far', p: still(45) } } },
    )
    expect(load(json).fields).toMatchObject([{ type: 'slider', label: 'How far', group: 'Box', default: 45 }])
  })
})

describe('numbers and points in slots', () => {
  test('set a property without an expression', () => {
    const json = animation([box({ o: { sid: 'strength' }, p: { sid: 'place' }, r: { sid: 'turn' } })], {
      slots: { strength: { p: still(100) }, place: { p: still([100, 50]) }, turn: { p: still(0) } },
    })
    const document = load(json)
    expect(document.fields.map(({ type, label }) => [type, label]).toSorted()).toEqual([
      ['point', 'Place'],
      ['slider', 'Strength'],
      ['slider', 'Turn'],
    ])
    expect(pixel(document, {}, 100, 50)).toEqual(RED)
    expect(pixel(document, { strength: 0 }, 100, 50)).toEqual(WHITE)
    expect(pixel(document, { place: [30, 50] }, 30, 50)).toEqual(RED)
    expect(pixel(document, { turn: 45 }, 100, 25)).toEqual(RED)
  })

  test('move with what the import adds to a place', () => {
    const solid = layer(1, 'Solid', {
      sc: '#ff0000',
      sw: 40,
      sh: 40,
      ks: transform({ p: { sid: 'place' }, a: still([20, 20, 0]) }),
    })
    const document = load(animation([solid], { slots: { place: { p: still([100, 50]) } } }))
    expect(pixel(document, {}, 100, 50)).toEqual(RED)
    expect(pixel(document, { place: [30, 50] }, 30, 50)).toEqual(RED)
    expect(pixel(document, { place: [30, 50] }, 12, 32)).toEqual(RED)
    expect(pixel(document, { place: [30, 50] }, 52, 50)).toEqual(WHITE)
  })
})
