import type { TemplateDocument } from '@vitrine/document/document'
import type { GroupLayer, Layer, TextLayer } from '@vitrine/document/layer'
import { describe, expect, test } from 'vitest'
import {
  animation,
  createEffect,
  layer,
  richAnimation,
  solid,
  square,
  still,
  textData,
  transform,
} from '../../testing/animation.ts'
import { type FileFacts, listEmbeddedFiles } from '../source/files.ts'
import { type ImportResult, importDocument } from './import.ts'

const FACES = [
  { family: 'Poppins', weight: 700, src: 'sha256:poppins', license: 'OFL-1.1' },
  { family: 'Great Vibes', weight: 400, src: 'sha256:vibes', license: 'OFL-1.1' },
  { family: 'Noto Sans Devanagari', weight: 600, src: 'sha256:deva', license: 'OFL-1.1' },
] as const
const photo: FileFacts = { id: 'sha256:photo', kind: 'image', mime: 'image/png', width: 80, height: 60 }

function read(json: unknown, files: Record<string, FileFacts> = {}, options = {}): ImportResult {
  return importDocument(json, new Map(Object.entries(files)), {
    id: 'test',
    name: 'Test',
    bundledFonts: FACES,
    ...options,
  })
}

function documentOf(json: unknown, files: Record<string, FileFacts> = {}, options = {}): TemplateDocument {
  const { document, report } = read(json, files, options)
  if (!document) throw new Error(JSON.stringify(report))
  return document
}

const codes = (result: ImportResult, severity?: string) =>
  result.report.filter((line) => severity === undefined || line.severity === severity).map(({ code }) => code)
const layerNamed = (document: TemplateDocument, name: string) =>
  document.layers.find((layer) => layer.name === name) as Layer

describe('a Bodymovin animation', () => {
  test('becomes layers, fields, named times and a canvas of its own size and rate', () => {
    const result = read(richAnimation())
    expect(codes(result, 'error')).toEqual([])
    const { document, markers } = result
    expect(document?.canvas).toMatchObject({ width: 200, height: 100, fps: 30, duration: 60, background: '#ffffff' })
    expect(document?.fields.map(({ id, type, label }) => ({ id, type, label }))).toEqual([
      { id: 'Names', type: 'text', label: 'Names' },
      { id: 'Couple', type: 'media', label: 'Couple' },
    ])
    expect(markers).toEqual([{ name: 'poster', frame: 12, frames: 0 }])
    expect(document?.output?.poster).toEqual({ frame: 12 })
    expect(document?.layers.map(({ type }) => type)).toEqual(['text', 'solid', 'shape', 'group', 'group', 'media'])
  })

  test('begins at its first frame, whatever number that has', () => {
    const moving = {
      a: 1,
      k: [
        { t: 20, s: [0] },
        { t: 40, s: [90] },
      ],
    }
    const document = documentOf(
      animation([solid('one', '#f00000', { ip: 20, op: 50, ks: transform({ r: moving }) })], { ip: 20, op: 50.9 }),
    )
    expect(document.canvas.duration).toBe(30)
    expect(document.layers[0]).toMatchObject({ in: 0, out: 30, ks: { r: { k: [{ t: 0 }, { t: 20 }] } } })
  })

  test.each([
    [29.97, [30000, 1001]],
    [23.976, [24000, 1001]],
    [25, 25],
    [12.5, [12500, 1000]],
  ])('of %d frames per second keeps its rate', (fr, fps) => {
    expect(documentOf(animation([solid('one', '#f00000')], { fr })).canvas.fps).toEqual(fps)
  })

  test('of an old version: motions end where their keyframes say, and the last keyframe has a time alone', () => {
    const r = { k: [{ t: 0, s: [0], e: [50] }, { t: 10, s: [90], e: [180] }, { t: 20 }] }
    const document = documentOf(animation([solid('one', '#f00000', { ks: transform({ r }) })]))
    expect(document.layers[0]?.ks?.r).toMatchObject({
      a: 1,
      k: [
        { t: 0, s: [0] },
        { t: 9.999, s: [50] },
        { t: 10, s: [90] },
        { t: 20, s: [180] },
      ],
    })
  })

  test('precomps become groups with their size, start, stretch and remapped time', () => {
    const tm = {
      a: 1,
      k: [
        { t: 0, s: [0] },
        { t: 60, s: [1] },
      ],
    }
    const assets = [{ id: 'inner', layers: [solid('in', '#00ff00')] }]
    const document = documentOf(
      animation(
        [
          layer(0, 'a', { refId: 'inner', w: 50, h: 40, st: 10, sr: 2 }),
          layer(0, 'b', { refId: 'inner', w: 50, h: 40, tm }),
        ],
        { assets },
      ),
    )
    expect(document.layers[0]).toMatchObject({ type: 'group', size: [50, 40], st: 10, sr: 2 })
    expect((document.layers[1] as GroupLayer).tm).toMatchObject({
      k: [
        { t: 0, s: [0] },
        { t: 60, s: [1] },
      ],
    })
    expect((document.layers[1] as GroupLayer).layers[0]).toMatchObject({ type: 'solid', color: '#00ff00' })
  })

  test('mattes name their layer, by place and by number', () => {
    const document = documentOf(
      animation([
        solid('far', '#ffffff', { ind: 7, td: 1 }),
        solid('near', '#ffffff', { td: 1 }),
        solid('luma', '#f00000', { tt: 3 }),
        solid('alpha', '#f00000', { tt: 2, tp: 7 }),
      ]),
    )
    expect(layerNamed(document, 'luma').matte).toEqual({ layer: 'near', mode: 'luma' })
    expect(layerNamed(document, 'alpha').matte).toEqual({ layer: 'far', mode: 'alpha-inverted' })
  })

  test('a matte that is not marked as one is used as one, with a warning', () => {
    const of = (marks: object) =>
      read(animation([solid('above', '#ffffff', { ind: 1, ...marks }), solid('cut', '#f00000', { tt: 1 })]))
    const unmarked = of({})
    expect(layerNamed(unmarked.document as TemplateDocument, 'cut').matte).toEqual({ layer: 'above', mode: 'alpha' })
    expect(unmarked.report.filter(({ code }) => code === 'unknown-reference')).toMatchObject([
      { severity: 'warning', path: 'layers[1]', layer: 'Test / cut' },
    ])
    expect(codes(of({ td: 1 }))).not.toContain('unknown-reference')
  })

  test('keyframes of a property that is said not to move are used, with a warning', () => {
    const k = [
      { t: 0, s: [100] },
      { t: 30, s: [0] },
    ]
    const of = (a: number) => read(animation([solid('fading', '#ffffff', { ks: transform({ o: { a, k } }) })]))
    expect(layerNamed(of(0).document as TemplateDocument, 'fading').ks?.o).toMatchObject({ a: 1, k })
    expect(of(0).report.filter(({ code }) => code === 'invalid-value')).toMatchObject([
      { severity: 'warning', path: 'layers[0].ks.o', layer: 'Test / fading', property: 'Transform › Opacity' },
    ])
    expect(codes(of(1))).not.toContain('invalid-value')
  })

  test('a layer with a box whose anchor moves is carried by a group', () => {
    const a = {
      a: 1,
      k: [
        { t: 0, s: [0, 0, 0] },
        { t: 30, s: [50, 0, 0] },
      ],
    }
    const document = documentOf(animation([solid('one', '#f00000', { ks: transform({ a }) })]))
    expect(document.layers[0]).toMatchObject({ type: 'group', ks: { a: { a: 1 } }, layers: [{ type: 'solid' }] })
  })

  test('words that change over time become one layer per state', () => {
    const t = textData('One')
    ;(t.d as { k: unknown[] }).k.push({ t: 20, s: { s: 40, f: 'Poppins-Bold', t: 'Two', j: 2, lh: 48, fc: [1, 1, 1] } })
    const [group] = documentOf(animation([layer(5, 'words', { t })])).layers as [GroupLayer]
    expect(group.layers.map((layer) => [(layer as TextLayer).text, layer.in, layer.out])).toEqual([
      ['One', 0, 20],
      ['Two', 20, 60],
    ])
  })

  test('fonts: the same family at its nearest weight, a look-alike with a warning, outlines for words nobody changes', () => {
    const chars = [
      {
        ch: 'A',
        fFamily: 'Gone',
        style: 'Regular',
        size: 100,
        w: 60,
        data: {
          shapes: [
            {
              ty: 'gr',
              it: [
                {
                  ty: 'sh',
                  ks: still({
                    c: true,
                    v: [
                      [0, 0],
                      [50, 0],
                      [25, -70],
                    ],
                    i: [
                      [0, 0],
                      [0, 0],
                      [0, 0],
                    ],
                    o: [
                      [0, 0],
                      [0, 0],
                      [0, 0],
                    ],
                  }),
                },
              ],
            },
          ],
        },
      },
    ]
    const fonts = {
      list: [
        { fName: 'Allura', fFamily: 'Allura Script', fStyle: 'Regular' },
        { fName: 'Gone', fFamily: 'Gone', fStyle: 'Regular' },
      ],
    }
    const result = read(
      animation(
        [
          layer(5, 'one', { t: textData('Hello') }),
          layer(5, 'two', { t: textData('Hello', { f: 'Allura' }) }),
          layer(5, 'three', { t: textData('A', { f: 'Gone' }) }),
        ],
        { fonts, chars },
      ),
    )
    expect(result.document?.layers.map((layer) => (layer.type === 'text' ? layer.font : layer.type))).toEqual([
      'Poppins',
      'Great Vibes',
      'shape',
    ])
    expect(result.report.filter(({ code }) => code === 'font-replaced').map(({ severity }) => severity)).toEqual([
      'warning',
    ])
    // A face for Hindi is always included, whatever the design's font, because customers write it.
    expect(result.document?.fonts.map(({ family }) => family)).toContain('Noto Sans Devanagari')
  })

  test.each([
    ['OpenSans-ExtraBold', 'OpenSans-ExtraBold', 'Regular', 'Open Sans', 800],
    ['OpenSans-ExtraBold', 'Open Sans ExtraBold', 'Regular', 'Open Sans', 800],
    ['OpenSansExtraBold', '', '', 'Open Sans', 800],
    ['OpenSans-ExtraBold', '', '', 'Open Sans', 800],
    ['DMSerifDisplay-Italic', 'DM Serif Display', '', 'DM Serif Display', 400],
    ['ArchivoBlack-Regular', 'Archivo Black', 'Regular', 'Archivo Black', 400],
  ])('font "%s" of family "%s" and style "%s" is %s %i', (fName, fFamily, fStyle, family, weight) => {
    const faces = [
      { family: 'Poppins', weight: 700, style: 'normal' },
      { family: 'Open Sans', weight: 400, style: 'normal' },
      { family: 'Open Sans', weight: 800, style: 'normal' },
      { family: 'DM Serif Display', weight: 400, style: 'normal' },
      { family: 'DM Serif Display', weight: 400, style: 'italic' },
      { family: 'Archivo Black', weight: 400, style: 'normal' },
    ].map((face, n) => ({ ...face, src: `sha256:face${n}`, license: 'OFL-1.1' }))
    const { document, report } = read(
      animation([layer(5, 'one', { t: textData('Hello', { f: fName }) })], {
        fonts: { list: [{ fName, fFamily, fStyle }] },
      }),
      {},
      { bundledFonts: faces },
    )
    expect(document?.fonts[0]).toMatchObject({ family, weight, style: fName.endsWith('Italic') ? 'italic' : 'normal' })
    expect(report.filter(({ code }) => code === 'font-replaced')).toEqual([])
  })

  test('effects that Bodymovin writes as number 5 are known by their match names', () => {
    const effects = [
      createEffect('ADBE Ramp', 'Gradient Ramp', [[0, 0], [1, 0, 0, 1], [0, 90], [0, 0, 1, 1], 2, 0, 25]),
      createEffect('ADBE Glo2', 'Glow', [1, 153, 20, 1.5, 2, 3, 1]),
      createEffect('ADBE Easy Levels2', 'Levels', [2, 0, 0.1, 0.9, 1.2, 0, 1]),
      createEffect('ADBE Box Blur2', 'Fast Box Blur', [12, 3, 2, 0]),
      createEffect('ADBE Motion Blur', 'Directional Blur', [90, 30]),
      createEffect('ADBE Linear Wipe', 'Linear Wipe', [30, 90, 10]),
      createEffect('ADBE Radial Wipe', 'Radial Wipe', [30, 45, [50, 50], 2, 0]),
      createEffect('ADBE Geometry2', 'Transform', [[50, 50], [60, 50], 1, 80, 100, 0, 0, 15, 90]),
      createEffect('ADBE Invert', 'Invert', [3, 20]),
      createEffect('ADBE HUE SATURATION', 'Hue/Saturation', [1, 0, 40, 0, 0, 1, 200, 60, -10]),
      createEffect('ADBE Drop Shadow', 'Drop Shadow', [[0, 0, 0, 1], 127.5, 180, 8, 10, 1], 25),
      createEffect('ADBE Bulge', 'Bulge', [60, 40, [50, 45], 1.5, 0, 1, 0]),
      createEffect('ADBE Simple Choker', 'Simple Choker', [1, 6]),
      createEffect('ADBE Simple Choker', 'Object Crush', [1, 0]),
      createEffect('ADBE Slider Control', 'Slider', [50]),
      createEffect('seamless wiggle loop', 'seamless wiggle loop', [2, 50, 4]),
      createEffect('PSEUDO/DUIK_Spring', 'Scale Spring', [50]),
    ]
    const result = read(animation([solid('fx', '#f00000', { ef: effects })]))
    expect(codes(result, 'error')).toEqual([])
    expect(result.document?.layers[0]?.effects).toEqual([
      { type: 'ramp', from: [0, 0], start: '#ff0000', to: [0, 90], end: '#0000ff', shape: 'radial', blend: 25 },
      { type: 'glow', threshold: 60, radius: 10, intensity: 1.5, pixels: 'layer' },
      { type: 'levels', channel: 'red', inBlack: 0.1, inWhite: 0.9, gamma: 1.2 },
      { type: 'blur', radius: 12, dimensions: 'horizontal', pixels: 'layer' },
      { type: 'blur', radius: 15, angle: 90, pixels: 'layer' },
      { type: 'linear-wipe', completion: 30, angle: 90, feather: 10 },
      { type: 'radial-wipe', completion: 30, angle: 45, center: [50, 50], turn: 'counterclockwise' },
      { type: 'transform', ks: { a: [50, 50], p: [60, 50], r: 15, o: 90, s: [80, 80] } },
      { type: 'invert', amount: 80, channel: 'green' },
      { type: 'hue-saturation', colorize: true, hue: 200, saturation: 60, lightness: -10 },
      {
        ...{ type: 'shadow', color: '#000000', opacity: 50, direction: 180, distance: 8, blur: 5, only: true },
        pixels: 'layer',
      },
      { type: 'bulge', center: [50, 45], radiusX: 60, radiusY: 40, height: 1.5 },
      { type: 'choke', amount: 6, pixels: 'layer' },
    ])
  })

  test('a 4-Color Gradient is read past the headings of its panel', () => {
    const parameter = (ty: number, value: unknown) => ({ ty, v: still(value) })
    const corners = [
      [0, 0],
      [100, 0],
      [0, 100],
      [100, 100],
    ].flatMap((place) => [parameter(3, place), parameter(2, [1, 0, 0, 1])])
    const ef = [
      { ty: 6, v: 0 },
      ...corners,
      { ty: 6, v: 0 },
      parameter(0, 80),
      parameter(0, 0),
      parameter(0, 50),
      parameter(7, 1),
    ]
    const result = read(
      animation([solid('fx', '#f00000', { ef: [{ ty: 5, nm: '4', mn: 'ADBE 4ColorGradient', en: 1, ef }] })]),
    )
    expect(codes(result, 'error')).toEqual([])
    expect(result.document?.layers[0]?.effects).toEqual([
      {
        type: 'four-color',
        points: [
          [0, 0],
          [100, 0],
          [0, 100],
          [100, 100],
        ],
        colors: ['#ff0000', '#ff0000', '#ff0000', '#ff0000'],
        blend: 80,
        opacity: 50,
      },
    ])
  })

  test('an effect that is not drawn is an error by its name in After Effects, with what to do', () => {
    const result = read(
      animation([
        solid('fx', '#f00000', {
          ef: [
            createEffect('ADBE CurvesCustom', 'Curves', []),
            createEffect('ADBE FreePin3', 'Puppet', []),
            createEffect('CC Sphere', 'CC Sphere', [1]),
            createEffect('ADBE Invert', 'Invert', [7, 0]),
          ],
        }),
      ]),
    )
    expect(result.report.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([
      'The effect "Curves" is not drawn; Bodymovin does not export its curve: use Levels',
      'The effect "Puppet" is not drawn; Bodymovin does not export its mesh: render the layer to a video with transparency and name it in "plates"',
      'The effect "CC Sphere" is not drawn; leave it away, or render the layer to a video with transparency and name it in "plates"',
      'The effect "Invert" is drawn without "Channel"; choose RGB, Red, Green, Blue or Alpha',
    ])
  })

  test('Set Matte makes a matte of a copy of the other layer, which is still drawn', () => {
    const matte = (source: number, use: number, invert = 0) => ({
      ef: [createEffect('ADBE Set Matte3', 'Set Matte', [source, use, invert, 1, 1, 1], 28)],
    })
    const result = read(
      animation([
        layer(4, 'drop', { ind: 1, parent: 3, shapes: square() }),
        layer(4, 'light', { ind: 2, shapes: square(), ...matte(1, 4, 1) }),
        layer(3, 'rig', { ind: 3 }),
        solid('box', '#f00000', { ind: 4, ...matte(1, 4) }),
      ]),
    )
    const [drop, copy, light] = result.document?.layers ?? []
    expect(result.document?.layers.map(({ name }) => name)).toEqual(['drop', 'drop', 'light', 'rig', 'box'])
    expect(light?.matte).toEqual({ layer: copy?.id, mode: 'alpha-inverted' })
    expect(copy?.parent).toBe(drop?.parent)
    expect(
      result.report.filter(({ severity }) => severity === 'error').map(({ path, message }) => [path, message]),
    ).toEqual([['layers[3].ef[0]', 'The effect "Set Matte" is not drawn; use a track matte']])
  })

  test('adjustment layers are nulls with effects that change a picture', () => {
    const document = documentOf(
      animation([
        layer(3, 'rig', { ef: [createEffect('ADBE Slider Control', 'Slider', [50])] }),
        layer(3, 'grade', { ef: [createEffect('ADBE Invert', 'Invert', [1, 0])], ks: transform({ o: still(40) }) }),
        solid('ground', '#f00000', { sw: 200 }),
      ]),
    )
    expect(document.layers.map(({ type }) => type)).toEqual(['group', 'adjustment', 'solid'])
    expect(document.layers[1]).toMatchObject({ box: [0, 0, 200, 100], ks: { o: 40 }, effects: [{ type: 'invert' }] })
  })

  test('what blends or adjusts does not reach the background that the import puts behind', () => {
    const above = solid('above', '#f00000', { bm: 1 })
    const apart = documentOf(animation([above, solid('small', '#00ff00')]))
    expect(apart.layers.map(({ type }) => type)).toEqual(['group'])
    expect((apart.layers[0] as GroupLayer).layers.map(({ name }) => name)).toEqual(['above', 'small'])
    const covered = documentOf(animation([above, solid('ground', '#00ff00', { sw: 200 })]))
    expect(covered.layers.map(({ name }) => name)).toEqual(['above', 'ground'])
  })

  test('layer styles are drawn as effects, the shadow away from the light', () => {
    const styles = [
      {
        ty: 1,
        nm: 'Drop Shadow',
        c: still([0, 0, 0, 1]),
        o: still(75),
        a: still(120),
        s: still(10),
        d: still(6),
        bm: still(5),
      },
      { ty: 0, nm: 'Stroke', c: still([1, 0, 0, 1]), s: still(3) },
      { ty: 4, nm: 'Inner Glow', c: still([1, 1, 0, 1]), o: still(50), s: still(20), bm: still(11) },
      { ty: 7, nm: 'Color Overlay', c: still([0, 0, 1, 1]), so: still(40), bm: still(1) },
      { ty: 8, nm: 'Gradient Overlay' },
    ]
    const result = read(animation([solid('styled', '#f00000', { sy: styles })]))
    expect(result.document?.layers[0]?.effects).toEqual([
      { type: 'fill', color: '#0000ff', opacity: 40 },
      { type: 'shadow', color: '#ffff00', blur: 12, opacity: 50, inside: true, bm: 'screen', pixels: 'list' },
      { type: 'outline', color: '#ff0000', width: 3, pixels: 'list' },
      { type: 'shadow', color: '#000000', blur: 6, opacity: 75, direction: 150, distance: 6, pixels: 'list' },
    ])
    expect(result.report.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([
      'The layer style "Gradient Overlay" is not drawn; Bodymovin does not export its colours: use the effect Gradient Ramp',
    ])
  })

  test('Grow Bounds and the panel of the preset Wiggle - position draw nothing', () => {
    const ef = [
      createEffect('ADBE GROW BOUNDS', 'Grow Bounds', [40]),
      createEffect('ADBE CM WigglePosition', 'Wiggle - position', [1, 3]),
    ]
    const result = read(animation([solid('fx', '#f00000', { ef }), layer(3, 'null', { ef: ef.slice(1) })]))
    expect(codes(result, 'error')).toEqual([])
    expect(result.document?.layers.map(({ type, effects }) => [type, effects])).toEqual([
      ['solid', undefined],
      ['group', undefined],
    ])
  })

  test('effects of shapes and collapsed precomps come after their transform, those of other layers before', () => {
    const ef = [createEffect('ADBE Gaussian Blur 2', 'Blur', [10, 1, 0])]
    const json = animation(
      [
        layer(0, 'plain', { refId: 'in', w: 200, h: 200, ef }),
        layer(0, 'collapsed', { refId: 'in', w: 200, h: 200, ct: 1, ef }),
        layer(4, 'drawn', { shapes: square(), ef }),
      ],
      { assets: [{ id: 'in', layers: [solid('a', '#00ff00')] }] },
    )
    expect(read(json).document?.layers.map(({ effects }) => effects)).toMatchObject([
      [{ pixels: 'layer' }],
      [{ pixels: 'list' }],
      [{ pixels: 'list' }],
    ])
  })

  test('shape groups, fills and strokes keep their blend modes', () => {
    const [group] = square() as [Record<string, unknown> & { it: Record<string, unknown>[] }]
    const shapes = [{ ...group, bm: 2, it: group.it.map((item) => (item.ty === 'fl' ? { ...item, bm: 1 } : item)) }]
    const document = documentOf(animation([layer(4, 'shape', { shapes })]))
    expect(document.layers[0]).toMatchObject({ shapes: [{ bm: 'screen', it: [{}, { bm: 'multiply' }, {}] }] })
  })

  test('an anchor or position of one number is said, and no scale of one', () => {
    const ks = transform({ a: still([9.688]), p: still([16, 15]), s: still([90]) })
    const result = read(animation([layer(4, 'thumb', { ks, shapes: square() })]))
    expect(result.document?.layers[0]?.ks).toMatchObject({ a: [9.688, 0], s: [90, 90] })
    expect(result.report.filter(({ code }) => code === 'invalid-value')).toMatchObject([
      { severity: 'warning', path: 'layers[0].ks.a' },
    ])
  })

  test('lines may stand much closer than their letters are tall', () => {
    const t = textData('CENTER\rALIGNED', { s: 118, lh: 27.5 })
    const [text] = documentOf(animation([layer(5, 'words', { t })])).layers as [TextLayer]
    expect(text.size).toBe(118)
    expect(text.lineHeight).toBeCloseTo(27.5 / 118)
  })

  test('what texts would change is said', () => {
    const t = {
      ...textData('Turning'),
      m: { g: 3, a: still([0, -40]) },
      a: [
        {
          a: { r: still(30), bl: still([4, 4]), p: still([0, 9, 50]), sk: still(10), sa: still(45) },
          s: [
            { t: 0, rn: 1 },
            { t: 0, b: 3 },
          ],
        },
      ],
    }
    const expressed = {
      ...textData('Waving'),
      a: [{ a: { r: still(9) }, s: [{ t: 0 }, { t: 1, b: 1, x: 'random(100)' }] }],
    }
    const result = read(
      animation([
        layer(5, 'words', { t }),
        layer(5, 'small', { t: textData('Caps', { ca: 2 }) }),
        layer(5, 'waving', { t: expressed }),
      ]),
    )
    expect(result.document?.layers[0]).toMatchObject({
      anchorGrouping: { by: 'line', align: [0, -40] },
      animate: [{ by: 'char', range: { random: true }, more: [{ by: 'word' }], to: { sk: 10, sa: 45 } }],
    })
    expect(result.document?.layers[1]).toMatchObject({ smallCaps: true })
    expect(codes(result, 'warning')).toContain('text-feature')
    expect(
      result.report
        .filter(({ severity }) => severity === 'error')
        .map(({ code, layer: name, property }) => [code, name, property]),
    ).toEqual([
      ['text-feature', 'Test / words', 'Text'],
      ['text-feature', 'Test / words', 'Text'],
      ['text-feature', 'Test / waving', 'Text'],
    ])
  })

  test('what the painter does not draw is an error with the path to its cause', () => {
    const result = read(
      animation([
        layer(8, 'sequence'),
        layer(4, 'odd', { shapes: [{ ty: 'xx' }, ...square()] }),
        solid('fx', '#f00000', { ef: [{ ty: 27, nm: 'Displace', ef: [] }] }),
      ]),
    )
    expect(
      result.report.filter(({ severity }) => severity === 'error').map(({ code, path }) => `${code} ${path}`),
    ).toEqual(['layer-kind layers[0]', 'shape-item layers[1].shapes[0]', 'effect layers[2].ef[0]'])
  })

  test('an alpha video stands for what the painter does not draw', () => {
    const alphaVideo: FileFacts & { kind: 'plate' } = {
      id: 'sha256:plate',
      kind: 'plate',
      mime: 'video/mp4',
      width: 200,
      height: 100,
      frames: 60,
      fps: 30,
    }
    const result = read(
      animation([layer(12, 'Smoke'), solid('ground', '#101010')]),
      {},
      { plates: new Map([['Smoke', alphaVideo]]) },
    )
    expect(codes(result, 'error')).toEqual([])
    expect(result.document?.layers[0]).toMatchObject({ type: 'plate', asset: 'sha256:plate' })
  })

  test('loops stay loops, other expressions are taken out and reported', () => {
    const k = [
      { t: 0, s: [0] },
      { t: 10, s: [90] },
    ]
    const result = read(
      animation([
        solid('a', '#f00000', { ks: transform({ r: { a: 1, k, x: "var $bm_rt;\n$bm_rt = loopOut('pingpong');" } }) }),
        solid('b', '#f00000', { ks: transform({ r: { a: 1, k, x: 'fetch("https://example.com")' } }) }),
      ]),
    )
    expect(result.document?.layers[0]?.ks?.r).toMatchObject({ loop: 'pingpong' })
    expect(result.document?.layers[1]?.ks?.r).not.toHaveProperty('x')
    expect(codes(result)).toContain('expression-removed')
  })
})

describe('fields', () => {
  test('come from slots of the Essential Graphics panel: colour, text, picture', () => {
    const document = documentOf(
      animation(
        [
          layer(4, 'shape', { shapes: square() }),
          layer(5, 'words', { t: { ...textData('Hi'), d: { ...(textData('Hi').d as object), sid: 'Words / title' } } }),
        ],
        {
          layers: [
            layer(4, 'shape', {
              shapes: [
                { ty: 'rc', p: still([0, 0]), s: still([9, 9]) },
                { ty: 'fl', c: { sid: 'main_color' }, o: still(100) },
              ],
            }),
            layer(5, 'words', { t: { ...textData('Hi'), d: { sid: 'Words / title' } } }),
            layer(2, 'pic', { refId: 'p1' }),
          ],
          assets: [{ id: 'p1', w: 80, h: 60, p: 'a.png', u: '', e: 0, sid: 'hero' }],
          slots: {
            main_color: { p: still([1, 0, 0]) },
            'Words / title': { p: textData('Slot text').d },
            hero: { p: { id: 'p1', p: 'a.png', u: '' } },
          },
        },
      ),
      { 'a.png': photo },
    )
    expect(document.fields).toMatchObject([
      { id: 'main_color', type: 'color', default: '#ff0000', label: 'Main color' },
      { type: 'text', label: 'Title', group: 'Words', default: 'Slot text' },
      { id: 'hero', type: 'media', default: 'sha256:photo' },
    ])
    expect(document.layers[0]).toMatchObject({ shapes: [{}, { c: { $field: 'main_color' } }] })
  })

  test('come from names of layers, and the same name asks once', () => {
    const document = documentOf(
      animation([
        solid('{video: Clip | seconds 8 | group Media | required}', '#888888'),
        solid('#video Clip', '#888888'),
        solid('{color: Ground}', '#123456'),
        layer(3, '{toggle: Show}'),
      ]),
    )
    expect(document.fields).toMatchObject([
      { id: 'Clip', type: 'media', accept: ['video'], group: 'Media', required: true, rules: { maxSeconds: 8 } },
      { id: 'Ground', type: 'color', default: '#123456' },
      { id: 'Show', type: 'toggle' },
    ])
    expect(document.layers[1]).toMatchObject({ type: 'media', source: { $field: 'Clip' } })
  })

  test('are proposed where the designer named none, and made when asked for', () => {
    const json = animation([layer(5, 'Title', { t: textData('Hello') })])
    expect(codes(read(json))).toContain('proposal')
    expect(documentOf(json, {}, { autoFields: true }).fields).toMatchObject([
      { type: 'text', label: 'Title', default: 'Hello', rules: { maxLines: 1 } },
    ])
  })
})

describe('hostile files', () => {
  const nested = (depth: number) => {
    let value: unknown = 1
    for (let n = 0; n < depth; n++) value = [value]
    return value
  }

  test.each<[string, unknown, string]>([
    ['no object', 'hello', 'not-json'],
    ['another object', { hello: 1 }, 'unknown-dialect'],
    ['deep nesting', animation([], { x: nested(5000) }), 'too-deep'],
    [
      'a key that reaches prototypes',
      animation([JSON.parse('{"ty":3,"ip":0,"op":9,"__proto__":{"polluted":true}}')]),
      'forbidden-key',
    ],
    [
      'a precomp inside itself',
      animation([layer(0, 'a', { refId: 'a', w: 9, h: 9 })], {
        assets: [{ id: 'a', layers: [layer(0, 'b', { refId: 'a', w: 9, h: 9 })] }],
      }),
      'cycle',
    ],
    [
      'parents in a circle',
      animation([solid('a', '#f00000', { ind: 1, parent: 2 }), solid('b', '#f00000', { ind: 2, parent: 1 })]),
      'cycle',
    ],
    [
      'a picture at an address',
      animation([layer(2, 'p', { refId: 'p' })], {
        assets: [{ id: 'p', w: 9, h: 9, u: 'https://example.com/', p: 'a.png' }],
      }),
      'remote-file',
    ],
    [
      'a picture outside its folder',
      animation([layer(2, 'p', { refId: 'p' })], { assets: [{ id: 'p', w: 9, h: 9, u: '../../', p: 'etc/passwd' }] }),
      'unsafe-path',
    ],
    [
      'a script as a picture',
      animation([layer(2, 'p', { refId: 'p' })], {
        assets: [{ id: 'p', w: 9, h: 9, u: '', p: 'data:text/html;base64,AAAA' }],
      }),
      'embedded-file',
    ],
    ['a video of a year', animation([solid('a', '#f00000')], { op: 1e9 }), 'duration'],
    ['a thousand frames a second', animation([solid('a', '#f00000')], { fr: 1000 }), 'frame-rate'],
  ])('%s is refused with a code', (_what, json, code) => {
    expect(codes(read(json), 'error')).toContain(code)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('precomps that double at every level stop at the limit, in little time', () => {
    const assets = Array.from({ length: 12 }, (_, n) => ({
      id: `c${n}`,
      layers: Array.from({ length: 8 }, () =>
        n === 0 ? solid('s', '#f00000') : layer(0, 'c', { refId: `c${n - 1}`, w: 9, h: 9 }),
      ),
    }))
    const result = read(animation([layer(0, 'top', { refId: 'c11', w: 9, h: 9 })], { assets }))
    expect(codes(result, 'error')).toContain('too-many-layers')
  })

  test('one large precomp used a thousand times, and a hundred thousand layers, stop at the limit too', {
    tags: ['full'],
  }, () => {
    const points = Array.from({ length: 1500 }, (_, n) => [n, n])
    const path = { c: true, v: points, i: points, o: points }
    const heavy = layer(4, 'heavy', { shapes: Array.from({ length: 20 }, () => ({ ty: 'sh', ks: still(path) })) })
    const uses = Array.from({ length: 1000 }, () => layer(0, 'use', { refId: 'heavy', w: 9, h: 9 }))
    const assets = [{ id: 'heavy', layers: [heavy] }]
    expect(codes(read(animation(uses, { assets })), 'error')).toContain('too-many-values')
    const many = Array.from({ length: 100_000 }, (_, n) => ({
      ty: 3,
      ind: n,
      td: 1,
      tt: 1,
      tp: n + 1,
      parent: n - 1,
      ip: 0,
      op: 9,
    }))
    expect(codes(read(animation(many)), 'error')).toContain('too-many-layers')
  })

  test('numbers that are none, sizes beyond reason and broken layers leave a document that can be drawn', () => {
    const result = read(
      animation(
        [
          solid('a', '#f00000', {
            ks: transform({ p: still([Number.NaN, Number.POSITIVE_INFINITY]), o: still(-50), s: still('big') }),
            sw: 1e12,
          }),
          layer(4, 'b', { shapes: 'none' }),
          layer(4, 'c', { shapes: [{ ty: 'sh', ks: still({ v: 'x' }) }] }),
        ],
        { w: 90_000, h: 3 },
      ),
    )
    expect(result.document?.canvas).toMatchObject({ width: 4096, height: 16 })
  })

  test('only pictures and sounds of known kinds are listed to be unpacked', () => {
    const assets = [
      { id: 'a', p: 'data:image/png;base64,iVBORw0KGgo=' },
      { id: 'b', p: 'data:image/svg+xml;base64,AAAA' },
      { id: 'c', p: 'a.png' },
    ]
    expect(listEmbeddedFiles({ assets })).toEqual([{ name: 'embedded:a', mime: 'image/png', base64: 'iVBORw0KGgo=' }])
  })
})

describe('the older records', () => {
  const overlay: FileFacts = { id: 'sha256:overlay', kind: 'image', mime: 'image/png', width: 1080, height: 1920 }
  const alphaVideo: FileFacts = {
    id: 'sha256:plate',
    kind: 'plate',
    mime: 'video/mp4',
    width: 1080,
    height: 1920,
    frames: 250,
    fps: 25,
  }

  test('put the customer’s picture below, the keyed video above it and the overlay on top', () => {
    const document = documentOf(
      {
        templateLink: 'video.mp4',
        OverlayPNG: 'frame.png',
        greenScreenDimensions: '900x1200',
        templateJson: '{"comp":{"width":1080,"height":1920}}',
      },
      { 'video.mp4': alphaVideo, 'frame.png': overlay },
    )
    expect(document.canvas).toMatchObject({ width: 1080, height: 1920, fps: 25, duration: 250 })
    expect(document.layers.map(({ type }) => type)).toEqual(['image', 'plate', 'media'])
    expect(document.layers[0]).toMatchObject({ alwaysOnTop: true, locks: ['all'] })
    expect(document.layers[2]).toMatchObject({ box: [90, 360, 900, 1200] })
    expect(document.fields).toMatchObject([{ type: 'media', accept: ['image', 'video'], required: true }])
  })

  test('with JSON that cannot be read are 1920x1080, with a warning', () => {
    const result = read({ templateLink: 'video.mp4', templateJson: '{broken' }, {})
    expect(result.document?.canvas).toMatchObject({ width: 1920, height: 1080 })
    expect(codes(result, 'warning')).toContain('canvas-size')
  })

  test('of pictures have one frame and a photo below the overlay', () => {
    const document = documentOf({ templateOverlay: 'frame.png', videoLayout: '9:16' }, { 'frame.png': overlay })
    expect(document.canvas).toMatchObject({ width: 1080, height: 1920, duration: 1 })
    expect(document.fields).toMatchObject([{ accept: ['image'] }])
  })
})

describe('a document written by hand', () => {
  const song: FileFacts = { id: 'sha256:song', kind: 'audio', mime: 'audio/mpeg', seconds: 12 }
  const font: FileFacts = {
    id: 'sha256:own',
    kind: 'font',
    mime: 'font/ttf',
    family: 'House Sans',
    weight: 500,
    style: 'normal',
    license: 'supplied by the designer',
  }
  const files = { 'photos/lamp.png': photo, 'song.mp3': song, 'House.ttf': font }
  const shown = { in: 0, out: 30 }
  const written = {
    tdoc: 1,
    id: 'lamp',
    name: 'Lamp',
    canvas: { width: 320, height: 180, fps: 30, duration: 30 },
    fields: [
      { id: 'hero', type: 'media', label: 'Photo', accept: ['image'], default: 'lamp.png' },
      { id: 'music', type: 'audio', label: 'Music', default: './song.mp3' },
      {
        id: 'look',
        type: 'choice',
        label: 'Look',
        default: 'lamp.png',
        options: [{ value: 'lamp.png', label: 'Lamp' }],
      },
    ],
    fonts: [
      { family: 'Poppins', weight: 700 },
      { family: 'House Sans', src: 'House.ttf', license: 'bought' },
    ],
    assets: {},
    layers: [
      { ...shown, id: 'title', type: 'text', text: 'lamp.png', box: [0, 0, 320, 60], font: 'Poppins', size: 20 },
      { ...shown, id: 'hero', type: 'media', source: { $field: 'hero' }, box: [0, 0, 320, 180] },
      {
        ...shown,
        id: 'inside',
        type: 'group',
        layers: [{ ...shown, id: 'still', type: 'image', asset: 'photos/lamp.png', box: [0, 0, 80, 60] }],
      },
      { ...shown, id: 'song', type: 'audio', source: { $field: 'music' } },
    ],
  }

  test('names files of its folder and fonts of the store, and what was named is listed', () => {
    const result = read(written, files)
    expect(result.report).toEqual([])
    const { fonts, assets, fields, layers } = result.document as TemplateDocument
    expect(fonts).toMatchObject([
      { family: 'Poppins', weight: 700, src: 'sha256:poppins', license: 'OFL-1.1' },
      { family: 'House Sans', src: 'sha256:own', license: 'bought' },
    ])
    expect(assets).toEqual({
      'sha256:photo': { kind: 'image', w: 80, h: 60, mime: 'image/png' },
      'sha256:song': { kind: 'audio', seconds: 12 },
    })
    expect(fields.map((field) => 'default' in field && field.default)).toMatchObject([
      'sha256:photo',
      'sha256:song',
      'lamp.png',
    ])
    expect(layers[0]).toMatchObject({ text: 'lamp.png' })
    expect((layers[2] as GroupLayer).layers[0]).toMatchObject({ asset: 'sha256:photo' })
    // Its own result can be imported again unchanged.
    expect(read(JSON.parse(JSON.stringify(result.document)), files)).toMatchObject({
      report: [],
      document: result.document,
    })
  })

  test.each([
    ['a name that nothing answers to', { asset: 'other.png' }, 'file-missing'],
    ['an id that nothing answers to', { asset: 'sha256:other' }, 'invalid-layer'],
    ['an address', { asset: 'https://example.org/lamp.png' }, 'remote-file'],
    ['a way out of the folder', { asset: '../lamp.png' }, 'unsafe-path'],
    ['a font in a picture’s place', { asset: 'House.ttf' }, 'file-missing'],
  ])('reports %s', (_, change, code) => {
    const image = { ...shown, id: 'still', type: 'image', box: [0, 0, 80, 60], ...change }
    expect(codes(read({ ...written, layers: [image] }, files), 'error')).toContain(code)
  })

  test('reports files that only its list knows, and fonts that are nowhere', () => {
    const listed = { ...written, assets: { 'sha256:gone': { kind: 'image', w: 1, h: 1 } } }
    expect(codes(read(listed, files), 'error')).toEqual(['file-missing'])
    for (const face of [
      { family: 'Nowhere Sans' },
      { family: 'Own', src: 'Gone.ttf' },
      { family: 'Own', src: 'sha256:gone' },
    ]) {
      const result = read({ ...written, fonts: [...written.fonts, face] }, files)
      expect(codes(result, 'error')).toContain('file-missing')
    }
  })
})

describe('plain names of layers', () => {
  const layers = [
    solid('PHOTO 1', '#888888'),
    solid('Placeholder_02', '#888888'),
    layer(0, 'drop image here', { refId: 'inner', w: 100, h: 100 }),
    layer(5, 'Your Text', { t: textData('Hello') }),
    solid('Main Color', '#123456'),
    solid('Logo reveal', '#888888'),
    solid('White Solid 1', '#ffffff'),
  ]
  const json = animation(layers, { assets: [{ id: 'inner', layers: [solid('x', '#ffffff')] }] })

  test('make fields where the designer wants it', () => {
    expect(documentOf(json, {}, { layerNames: true }).fields).toMatchObject([
      { type: 'media', label: 'Photo 1', accept: ['image'] },
      { type: 'media', label: 'Placeholder 2', accept: ['image', 'video'] },
      { type: 'media', label: 'Drop image here', accept: ['image'] },
      { type: 'text', label: 'Your text', default: 'Hello' },
      { type: 'color', label: 'Main color', default: '#123456' },
    ])
  })

  test('are proposals otherwise', () => {
    const result = read(json)
    expect(result.document?.fields).toEqual([])
    const proposals = result.report.filter(({ code }) => code === 'proposal').map(({ message }) => message)
    expect(proposals).toContain('"PHOTO 1" could be a field: use layer names, or name the layer {photo: Photo 1}')
    expect(proposals.join()).not.toMatch(/reveal|White/)
  })
})
