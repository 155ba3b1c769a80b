// Expressions that read and create paths, as in After Effects' scripts "Create Nulls From Paths" and "Trace Path", and rigs
// that refer to groups by index.

import { compilePath, compileVector } from '@vitrine/document/evaluate'
import type { BezierPath, Property } from '@vitrine/document/property'
import { expect, test } from 'vitest'
import { animation, layer, still, transform } from '../../testing/animation.ts'
import { importDocument } from './import.ts'

type Json = Record<string, unknown>

const path = (v: number[][], more: Json = {}) => ({
  c: false,
  v,
  i: v.map(() => [0, 0]),
  o: v.map(() => [0, 0]),
  ...more,
})

/** A shape layer with a path in a group, as Bodymovin numbers it. */
function wire(ks: Json, more: Json = {}): Json {
  return layer(4, 'wire', {
    ind: 1,
    shapes: [
      {
        ty: 'gr',
        nm: 'Shape 1',
        mn: 'ADBE Vector Group',
        ix: 1,
        it: [
          { ty: 'sh', nm: 'Path 1', mn: 'ADBE Vector Shape - Group', ix: 1, ks: { ...ks, ix: 2 } },
          {
            ty: 'st',
            nm: 'Stroke 1',
            mn: 'ADBE Vector Graphic - Stroke',
            c: still([1, 0, 0, 1]),
            o: still(100),
            w: still(4),
          },
          { ty: 'tr', ...transform() },
        ],
      },
    ],
    ...more,
  })
}

const tracePath = (progress: unknown) => ({
  ty: 5,
  nm: 'Trace Path',
  mn: 'Pseudo/ADBE Trace Path',
  np: 4,
  ix: 1,
  en: 1,
  ef: [
    {
      ty: 0,
      nm: 'Progress',
      mn: 'Pseudo/ADBE Trace Path-0001',
      ix: 1,
      v: {
        a: 1,
        k: progress,
        ix: 1,
        x: "var $bm_rt;\nif (thisProperty.propertyGroup(1)('Pseudo/ADBE Trace Path-0002') == true && thisProperty.numKeys > 1) {\n    $bm_rt = thisProperty.loopOut('cycle');\n} else {\n    $bm_rt = value;\n}",
      },
    },
    { ty: 7, nm: 'Loop', mn: 'Pseudo/ADBE Trace Path-0002', ix: 2, v: { a: 0, k: 1, ix: 2 } },
  ],
})

function load(layers: Json[]) {
  const { document, report } = importDocument(animation(layers), new Map(), { id: 'x', name: 'X', bundledFonts: [] })
  return { layers: document?.layers ?? [], errors: report.filter(({ severity }) => severity === 'error') }
}

const pathOf = (one: unknown) => {
  const [group] = (one as { shapes: { it: { ks: Property<BezierPath> }[] }[] }).shapes
  return compilePath(group?.it[0]?.ks as Property<BezierPath>)
}

const pathToTrace =
  "var $bm_rt;\nvar pathLayer = thisComp.layer('wire');\nvar progress = div(thisLayer.effect('Pseudo/ADBE Trace Path')('Pseudo/ADBE Trace Path-0001'), 100);\nvar pathToTrace = pathLayer('ADBE Root Vectors Group')(1)('ADBE Vectors Group')(1)('ADBE Vector Shape');\n"

test('a null traces a path by its length, and turns along it; its progress starts again as the script says', () => {
  const progress = [
    { t: 0, s: [0], i: { x: [0.833], y: [0.833] }, o: { x: [0.167], y: [0.167] } },
    { t: 20, s: [100] },
  ]
  const { layers, errors } = load([
    wire(
      {
        a: 0,
        k: path([
          [0, 0],
          [300, 0],
          [300, 100],
        ]),
      },
      { ks: transform({ p: still([10, 5, 0]) }) },
    ),
    layer(4, 'tracer', {
      ind: 2,
      ef: [tracePath(progress)],
      shapes: [],
      ks: transform({
        p: {
          a: 0,
          k: [0, 0, 0],
          ix: 2,
          x: `${pathToTrace}$bm_rt = pathLayer.toComp(pathToTrace.pointOnPath(progress));`,
        },
        r: {
          a: 0,
          k: 0,
          ix: 10,
          x: `${pathToTrace}var pathTan = pathToTrace.tangentOnPath(progress);\n$bm_rt = radiansToDegrees(Math.atan2(pathTan[1], pathTan[0]));`,
        },
      }),
    }),
  ])
  expect(errors).toEqual([])
  const { p, r } = layers.find(({ name }) => name === 'tracer')?.ks ?? {}
  const at = (frame: number) => compileVector(p as Property<readonly number[]>, [0, 0]).at(frame)
  // 400 pixels in 20 frames; the wire lies 10 to the right and 5 down.
  for (const [frame, x, y] of [
    [0, 10, 5],
    [5, 110, 5],
    [15, 310, 5],
    [18, 310, 65],
    [25, 110, 5],
  ] as const) {
    expect(at(frame)[0]).toBeCloseTo(x, 1)
    expect(at(frame)[1]).toBeCloseTo(y, 1)
  }
  expect(compileVector(r as unknown as Property<readonly number[]>, [0]).at(18)[0]).toBeCloseTo(90, 3)
})

test('the points of a path follow nulls, and a null follows a point', () => {
  const follow =
    "var $bm_rt;\nvar nullLayerNames = ['wire: Path 1 [1.1.0]'];\nvar origPath = thisProperty;\nvar origPoints = origPath.points();\nvar origInTang = origPath.inTangents();\nvar origOutTang = origPath.outTangents();\nvar getNullLayers = [];\nfor (var i = 0; i < nullLayerNames.length; i++) {\n    try {\n        getNullLayers.push(effect(nullLayerNames[i])('ADBE Layer Control-0001'));\n    } catch (err) {\n        getNullLayers.push(null);\n    }\n}\nfor (var i = 0; i < getNullLayers.length; i++) {\n    if (getNullLayers[i] != null && getNullLayers[i].index != thisLayer.index) {\n        origPoints[i] = fromCompToSurface(getNullLayers[i].toComp(getNullLayers[i].anchorPoint));\n    }\n}\n$bm_rt = createPath(origPoints, origInTang, origOutTang, origPath.isClosed());"
  const layerControl = {
    ty: 5,
    nm: 'wire: Path 1 [1.1.0]',
    mn: 'ADBE Layer Control',
    np: 3,
    ix: 1,
    en: 1,
    ef: [{ ty: 10, nm: 'Layer', mn: 'ADBE Layer Control-0001', ix: 1, v: { a: 0, k: 2, ix: 1 } }],
  }
  const moving = {
    a: 1,
    k: [
      { t: 0, s: [0, 0, 0], i: { x: 0.833, y: 0.833 }, o: { x: 0.167, y: 0.167 } },
      { t: 20, s: [40, 20, 0] },
    ],
  }
  const { layers, errors } = load([
    wire(
      {
        a: 0,
        k: path(
          [
            [5, 5],
            [100, 0],
          ],
          { c: true },
        ),
        x: follow,
      },
      { ef: [layerControl] },
    ),
    layer(3, 'point', { ind: 2, ks: transform({ p: moving }) }),
    layer(4, 'dot', {
      ind: 3,
      shapes: [],
      ks: transform({
        p: {
          a: 0,
          k: [0, 0, 0],
          ix: 2,
          x: "var $bm_rt;\nvar l = thisComp.layer('wire');\n$bm_rt = l.toComp(l.content('Shape 1').content('Path 1').path.points()[0]);",
        },
      }),
    }),
  ])
  expect(errors).toEqual([])
  const shown = pathOf(layers.find(({ name }) => name === 'wire'))
  expect(shown.at(0)).toMatchObject({
    c: true,
    v: [
      [0, 0],
      [100, 0],
    ],
  })
  expect(shown.at(10).v[0]?.[0]).toBeCloseTo(20, 2)
  expect(shown.at(20).v).toEqual([
    [40, 20],
    [100, 0],
  ])
  const { p } = layers.find(({ name }) => name === 'dot')?.ks ?? {}
  expect(compileVector(p as Property<readonly number[]>, [0, 0]).at(20)).toEqual([40, 20])
})

test('groups and properties are found by After Effects’ numbers, and groups around a property are counted as there', () => {
  const ellipse = (x: string | undefined) => ({
    ty: 'el',
    nm: 'Ellipse Path 1',
    mn: 'ADBE Vector Shape - Ellipse',
    d: 1,
    s: { a: 0, k: [40, 60], ix: 2 },
    p: { a: 0, k: [1, 2], ix: 3, ...(x && { x }) },
  })
  const group = (nm: string, it: unknown[], ix: number) => ({
    ty: 'gr',
    nm,
    mn: 'ADBE Vector Group',
    ix,
    it: [...it, { ty: 'tr', ...transform({ p: { a: 0, k: [7, 8], ix: 2 } }) }],
  })
  const values = [
    // The size of the same ellipse, by its number.
    ['div(thisProperty.propertyGroup(1)(2), 2)', [20, 30]],
    // The contents of the group, the group, the layer's contents.
    ['[thisProperty.propertyGroup(2).numProperties, thisProperty.propertyGroup(3).propertyIndex]', [1, 1]],
    ['[thisProperty.propertyGroup(4).numProperties, thisProperty.propertyIndex]', [2, 3]],
    ['thisLayer(2)("Other")(2)(1)(2)', [40, 60]],
    ['thisLayer(2)(2)(3)(2)', [7, 8]],
    ['eval("thisLayer(" + 2 + ")")(2)(2)("Ellipse Path 1").size', [40, 60]],
  ] as const
  for (const [source, wanted] of values) {
    const { layers, errors } = load([
      layer(4, 'round', {
        shapes: [
          group('Own', [ellipse(`var $bm_rt;\n$bm_rt = ${source};`)], 1),
          group('Other', [ellipse(undefined)], 2),
        ],
      }),
    ])
    expect(errors).toEqual([])
    const [shown] = layers as unknown as { shapes: { it: { p: unknown }[] }[] }[]
    expect([source, shown?.shapes[0]?.it[0]?.p]).toEqual([source, wanted])
  }
})

test('a layer is asked for its own place while it is turned', () => {
  const { layers, errors } = load([
    layer(4, 'turning', {
      shapes: [],
      ks: transform({
        p: still([30, 40, 0]),
        r: { a: 0, k: 10, ix: 10, x: 'var $bm_rt;\n$bm_rt = thisLayer.toComp([0, 0, 0])[0];' },
      }),
    }),
  ])
  expect(errors).toEqual([])
  expect(layers[0]?.ks?.r).toBe(30)
})

test('a control that a place on a path follows keeps its value, and says so', () => {
  const slider = {
    ty: 5,
    nm: '{slider: How far}',
    mn: 'ADBE Slider Control',
    np: 3,
    ix: 1,
    en: 1,
    ef: [{ ty: 0, nm: 'Slider', mn: 'ADBE Slider Control-0001', ix: 1, v: { a: 0, k: 50, ix: 1 } }],
  }
  const { document, report } = importDocument(
    animation([
      wire({
        a: 0,
        k: path([
          [0, 0],
          [100, 0],
        ]),
      }),
      layer(4, 'bead', {
        ind: 2,
        ef: [slider],
        shapes: [],
        ks: transform({
          p: {
            a: 0,
            k: [0, 0, 0],
            ix: 2,
            x: "var $bm_rt;\n$bm_rt = thisComp.layer('wire').content('Shape 1').content('Path 1').path.pointOnPath(div(effect('{slider: How far}')('Slider'), 100));",
          },
        }),
      }),
    ]),
    new Map(),
    { id: 'x', name: 'X', bundledFonts: [] },
  )
  expect(document?.fields).toEqual([])
  expect(document?.layers.find(({ name }) => name === 'bead')?.ks?.p).toEqual([50, 0])
  expect(report.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(report.map(({ message }) => message).join()).toContain('How far')
})
