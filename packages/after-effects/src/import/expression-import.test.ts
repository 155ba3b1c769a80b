// Animations with expressions, as Bodymovin writes them.

import { compileNumber, compileVector } from '@vitrine/document/evaluate'
import type { Layer, TextLayer } from '@vitrine/document/layer'
import { describe, expect, test } from 'vitest'
import { animation, layer, solid, square, textData, transform } from '../../testing/animation.ts'
import { type ImportOptions, importDocument } from './import.ts'

const bundledFonts = [
  { family: 'Poppins', weight: 700, style: 'normal', src: 'sha256:poppins', license: 'OFL-1.1' },
] as const

function load(json: unknown, options: Partial<ImportOptions> = {}) {
  return importDocument(json, new Map(), { id: 'x', name: 'X', bundledFonts: [...bundledFonts], ...options })
}

const bm = (source: string) => `var $bm_rt;\n$bm_rt = ${source};`
const withX = (k: unknown, x: string) => ({ a: 0, k, ix: 1, x })
const moving = (x: string) => ({
  a: 1,
  k: [
    { t: 0, s: [0], i: { x: [0.667], y: [1] }, o: { x: [0.333], y: [0] } },
    { t: 10, s: [100] },
  ],
  x,
})
/** A control of effects. */
const control = (nm: string, kind: 'Slider' | 'Color' | 'Checkbox' | 'Angle' | 'Point', k: unknown) => ({
  ty: 5,
  nm,
  mn: `ADBE ${kind} Control`,
  np: 3,
  ix: 1,
  en: 1,
  ef: [{ ty: 0, nm: kind, mn: `ADBE ${kind} Control-0001`, ix: 1, v: { a: 0, k, ix: 1 } }],
})

/** The properties whose random numbers the import warns about when a rotation has this expression. */
function warnedOf(expression: string, ...ef: object[]) {
  const { report } = load(animation([solid('a', '#f00000', { ef, ks: transform({ r: withX(0, bm(expression)) }) })]))
  expect(report.filter(({ severity }) => severity === 'error')).toEqual([])
  return report
    .filter(({ code, message }) => code === 'expression-converted' && message.includes('random numbers'))
    .map(({ property }) => property)
}

const rotationAt = (one: Layer | undefined, frame: number) => compileNumber(one?.ks?.r, 0).at(frame)

describe('expressions become keyframes', () => {
  test('time, in a few keyframes', () => {
    const { document, report } = load(
      animation([solid('a', '#f00000', { ks: transform({ r: withX(0, bm('$bm_mul(time, 90)')) }) })]),
    )
    expect(report.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(report.map(({ code }) => code)).toContain('expression-converted')
    expect(document?.layers[0]?.ks?.r).toEqual({
      a: 1,
      k: [
        { t: 0, s: [0] },
        { t: 60, s: [180] },
      ],
    })
  })

  test('with other random numbers than After Effects, with a warning', () => {
    const drawing = ['wiggle(2, 30)', '[random][0](9)', "eval('noise(time)')", 'gaussRandom()']
    for (const source of drawing) expect([source, warnedOf(source)]).toEqual([source, ['Transform › Rotation']])
    const others = ['$bm_mul(time, 90)', '45 // no wiggle(2, 30)\n', "'random()'.length", 'time < 0 ? random() : 4']
    for (const source of others) expect([source, warnedOf(source)]).toEqual([source, []])
  })

  test('with a warning also where another property has drawn the random numbers', () => {
    const shaken = { ty: 0, nm: 'Slider', ix: 1, v: withX(5, bm('wiggle(1, 9)')) }
    const effect = { ...control('Slider', 'Slider', 5), ef: [shaken] }
    expect(warnedOf("effect('Slider')(1)", effect)).toEqual(['Transform › Rotation'])
  })

  test('markers of the animation, as Bodymovin writes them', () => {
    const { document, report } = load(
      animation(
        [
          solid('a', '#f00000', {
            ks: transform({ r: withX(0, bm("time > thisComp.marker.key('turn').time ? 90 : 0")) }),
          }),
        ],
        { markers: [{ tm: 20, cm: 'turn', dr: 0 }] },
      ),
    )
    expect(report.filter(({ severity }) => severity === 'error')).toEqual([])
    expect([20, 21].map((frame) => rotationAt(document?.layers[0], frame))).toEqual([0, 90])
  })

  test('what stands still is a plain value', () => {
    const { document } = load(
      animation([solid('a', '#f00000', { ks: transform({ r: withX(0, bm('$bm_sum(40, 2)')) }) })]),
    )
    expect(document?.layers[0]?.ks?.r).toBe(42)
  })

  test('a loop by offset goes on, one that a document knows stays one', () => {
    const { document } = load(
      animation([
        solid('a', '#f00000', { ks: transform({ r: moving(bm("loopOut('offset')")) }) }),
        solid('b', '#f00000', { ks: transform({ r: moving(bm("loopOut('cycle')")) }) }),
      ]),
    )
    expect(rotationAt(document?.layers[0], 30)).toBeCloseTo(300, 2)
    expect(document?.layers[1]?.ks?.r).toMatchObject({ loop: 'cycle', k: [{ t: 0 }, { t: 10 }] })
  })

  test('sliders and positions of other layers, in other compositions as well', () => {
    const json = animation(
      [
        layer(3, 'Rig', {
          ind: 1,
          ks: transform({ p: withX([0, 0, 0], bm('[$bm_mul(time, 30), 5]')) }),
          ef: [control('Turn', 'Slider', 30)],
        }),
        solid('a', '#f00000', {
          ind: 2,
          ks: transform({
            r: withX(0, bm("thisComp.layer('Rig').effect('Turn')('ADBE Slider Control-0001')")),
            p: withX([0, 0, 0], bm("$bm_sum(thisComp.layer('Rig').transform.position, [1, 2])")),
          }),
        }),
        layer(0, 'Inner', { ind: 3, refId: 'inner', w: 100, h: 100 }),
      ],
      {
        nm: 'Main',
        assets: [
          {
            id: 'inner',
            nm: 'Inner',
            layers: [
              solid('b', '#00ff00', {
                ks: transform({ o: withX(100, bm("comp('Main').layer('Rig').effect('Turn')('Slider')")) }),
              }),
            ],
          },
        ],
      },
    )
    const { document, report } = load(json)
    expect(report.filter(({ severity }) => severity === 'error')).toEqual([])
    const [, a, inner] = document?.layers ?? []
    expect(a?.ks?.r).toBe(30)
    expect(compileVector(a?.ks?.p as never, [0, 0]).at(30)).toEqual([31, 7])
    expect((inner as unknown as { layers: Layer[] }).layers[0]?.ks?.o).toBe(30)
  })

  test('shape properties and their names', () => {
    const shapes = square()
    const group = shapes[0] as { it: Record<string, unknown>[] }
    Object.assign(group.it[0] as object, {
      nm: 'Rectangle Path 1',
      s: withX([40, 40], bm("[100, content('Square').content('Rectangle Path 1').roundness]")),
    })
    const { document, report } = load(animation([layer(4, 'shape', { shapes })]))
    expect(report.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(document?.layers[0]).toMatchObject({ shapes: [{ it: [{ ty: 'rc', s: [100, 0] }, {}, {}] }] })
  })

  test('a path that follows another one', () => {
    const path = (x: number) => ({
      c: true,
      v: [
        [x, 0],
        [9, 9],
      ],
      i: [
        [0, 0],
        [0, 0],
      ],
      o: [
        [0, 0],
        [0, 0],
      ],
    })
    const shapes = (ks: object) => [
      {
        ty: 'gr',
        nm: 'Shape 1',
        it: [
          { ty: 'sh', nm: 'Path 1', ks },
          { ty: 'tr', ...transform() },
        ],
      },
    ]
    const { document, report } = load(
      animation([
        layer(4, 'one', {
          shapes: shapes(withX(path(1), bm("thisComp.layer('other').content('Shape 1').content('Path 1').path"))),
        }),
        layer(4, 'other', { shapes: shapes({ a: 0, k: path(5) }) }),
      ]),
    )
    expect(report.filter(({ severity }) => severity === 'error')).toEqual([])
    const [one, other] = document?.layers ?? []
    expect(one).toMatchObject({ shapes: (other as { shapes?: unknown } | undefined)?.shapes })
  })

  test('a counter', () => {
    const data = textData('0') as { d: Record<string, unknown> }
    data.d.x = bm("Math.round(linear(time, 0, 1, 0, 10)) + ' %'")
    const { document, report } = load(animation([layer(5, 'count', { t: data })]))
    expect(report.filter(({ severity }) => severity === 'error')).toEqual([])
    const words = (document?.layers[0] as unknown as { layers: TextLayer[] } | undefined)?.layers ?? []
    expect(words.map(({ text }) => text)).toEqual(Array.from({ length: 11 }, (_, n) => `${n} %`))
    expect(words[1]).toMatchObject({ in: 2, out: 5 })
  })

  test('a time remap', () => {
    const json = animation(
      [layer(0, 'Inner', { refId: 'inner', w: 100, h: 100, tm: withX(0, bm('$bm_mod(time, 1)')) })],
      {
        assets: [{ id: 'inner', layers: [solid('b', '#00ff00')] }],
      },
    )
    const { document } = load(json)
    const remapped = document?.layers[0] as unknown as { tm: number } | undefined
    expect(compileNumber(remapped?.tm, 0).at(45)).toBeCloseTo(0.5, 3)
  })
})

describe('colours of controls', () => {
  const colored = (ef: object[], nm: string, more: Record<string, unknown> = {}) => {
    const shapes = square()
    const group = shapes[0] as { it: Record<string, unknown>[] }
    Object.assign(group.it[1] as object, {
      c: withX([1, 1, 1, 1], bm(`thisComp.layer('${nm}').effect('Main Colour')('ADBE Color Control-0001')`)),
    })
    return animation([layer(3, nm, { ind: 1, ef }), layer(4, 'shape', { ind: 2, shapes })], more)
  }

  test('are fields where shapes take them', () => {
    const { document, report } = load(colored([{ ...control('Main Colour', 'Color', [1, 0, 0, 1]) }], 'CONTROLS'))
    expect(report.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(document?.fields).toMatchObject([{ type: 'color', label: 'Main colour', default: '#ff0000' }])
    expect(document?.layers[1]).toMatchObject({
      shapes: [{ it: [{}, { c: { $field: document?.fields[0]?.id } }, {}] }],
    })
  })

  test('take the name of their slot in Essential Graphics', () => {
    const effect = control('Main Colour', 'Color', [1, 0, 0, 1])
    Object.assign(effect.ef[0]?.v as object, { sid: 'brand' })
    const { document } = load(colored([effect], 'anything', { slots: { brand: { p: { a: 0, k: [0, 0, 1, 1] } } } }))
    expect(document?.fields).toMatchObject([{ id: 'brand', type: 'color', default: '#0000ff' }])
  })
})

describe('what cannot be run', () => {
  test('is an error with the layer, the property, the expression and what to do; the keyframes stay', () => {
    const { document, report } = load(
      animation(
        [solid('Star', '#f00000', { ks: transform({ r: withX(12, bm("footage('data.json').sourceData.turn")) }) })],
        { nm: 'Main' },
      ),
    )
    const [line] = report.filter(({ code }) => code === 'expression-removed')
    expect(line).toMatchObject({ severity: 'error', path: 'layers[0].ks.r' })
    for (const part of [
      'Layer "Main / Star"',
      'Rotation',
      "footage('data.json')",
      'is not known here',
      'Convert expressions to keyframes',
      '// lottie:bake',
    ])
      expect(line?.message).toContain(part)
    expect(document?.layers[0]?.ks?.r).toBe(12)
  })

  test.each([
    ['runs for ever', '(function () { while (true) {} })()', 'steps for one frame'],
    ['names a layer that is not there', "thisComp.layer('Gone').transform.rotation", 'There is no layer "Gone"'],
    ['gives no number', '$bm_div(0, 0)', 'gives no number'],
    ['cannot be read', '1 + * 2', 'not expected there'],
    ['goes in a circle', "thisComp.layer('a').transform.opacity", 'circle'],
  ])('%s', (_, source, reason) => {
    const { report } = load(
      animation([
        solid('a', '#f00000', { ind: 1, ks: transform({ r: withX(12, bm(source)), o: withX(50, bm('rotation')) }) }),
      ]),
    )
    expect(report.find(({ code, path }) => code === 'expression-removed' && path.endsWith('.r'))?.message).toContain(
      reason,
    )
  })

  test.each([
    ['Bride {text: Bride’s name}', 'Bride'],
    ['{text: Bride | max 32}', 'Bride'],
    ['#text Bride', 'Bride'],
    ['Bride {text: Bride’s name}', 'Bride {text: Bride’s name}'],
  ])('a layer that is now called "%s" is found as "%s"', (name, asked) => {
    const turn = withX(0, bm(`thisComp.layer("${asked}").transform.rotation`))
    const { document, report } = load(
      animation([
        solid('a', '#f00000', { ind: 1, ks: transform({ r: turn }) }),
        solid(name, '#f00000', { ind: 2, ks: transform({ r: { a: 0, k: 30 } }) }),
      ]),
    )
    expect(report.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(document?.layers[0]?.ks?.r).toBe(30)
  })

  test('a layer that was renamed for its field keeps its name, says the report', () => {
    const turn = withX(0, bm('thisComp.layer("Bride").transform.rotation'))
    const { report } = load(
      animation([
        solid('a', '#f00000', { ind: 1, ks: transform({ r: turn }) }),
        layer(5, '{text: Name of the bride}', { ind: 2, t: textData('Meera') }),
      ]),
    )
    const [line] = report.filter(({ severity }) => severity === 'error')
    expect(line?.message).toMatch(
      /There is no layer "Bride" in ".*"; keep the name of the layer and add the field to it, such as "Bride \{text: Name of the bride\}"$/,
    )
  })

  test('controls by themselves draw nothing, so their expressions are not asked for', () => {
    const slider = control('Size', 'Slider', 1)
    Object.assign(slider.ef[0]?.v as object, { x: bm('footage()') })
    const { report } = load(animation([layer(3, 'Rig', { ef: [slider] }), solid('a', '#f00000')]))
    expect(report.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})
