// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates are what is parsed

import type { RigComposition, RigLayer, RigMarker, RigProperty } from '@vitrine/document/rig'
import { describe, expect, test } from 'vitest'
import { ExpressionError } from './expression-error.ts'
import { createGlobals } from './expression-object.ts'
import { Session } from './session.ts'
import type { Value } from './value.ts'

const FPS = 25

function number(name: string, value: RigProperty['value'], more: Partial<RigProperty> = {}): RigProperty {
  return { name, shape: 'number', value, ...more }
}

function layer(name: string, index: number, more: Partial<RigLayer> = {}): RigLayer {
  const transform = {
    name: 'Transform',
    parts: [
      { name: 'Anchor Point', shape: 'list', value: [0, 0] } satisfies RigProperty,
      { name: 'Position', shape: 'list', value: [10, 20] } satisfies RigProperty,
      { name: 'Scale', shape: 'list', value: [100, 100] } satisfies RigProperty,
      number('Rotation', [0]),
      number('Opacity', [100]),
    ],
  }
  return {
    name,
    index,
    in: 0,
    out: 100,
    start: 0,
    width: 200,
    height: 80,
    kind: 'box',
    transform,
    effects: [],
    contents: [],
    masks: [],
    ...more,
  }
}

/** The value of an expression on a property of the first layer. */
function run(
  expression: string,
  frame = 0,
  more: { property?: Partial<RigProperty>; layers?: RigLayer[]; markers?: RigMarker[] } = {},
): Value {
  const first = layer('Box', 1)
  const composition: RigComposition = {
    id: '',
    name: 'Main',
    width: 1920,
    height: 1080,
    frames: 250,
    layers: [first, ...(more.layers ?? [])],
    ...(more.markers ? { markers: more.markers } : {}),
  }
  const property = number('Rotation', [5], { ...more.property, expression })
  const session = new Session({ fps: FPS, start: 0, compositions: [composition] }, createGlobals)
  return session.run({ composition, layer: first, property }, frame).value
}

function fault(expression: string): string {
  try {
    run(expression)
  } catch (error) {
    if (error instanceof ExpressionError) return error.fault
    throw error
  }
  return 'none'
}

const moving = {
  a: 1,
  k: [
    { t: 0, s: [0] },
    { t: 10, s: [100] },
  ],
} as const

describe('the language', () => {
  test.each<[string, Value]>([
    ['1 + 2 * 3 - 4 / 2 % 3', 5],
    ['2 ** 3 ** 2', 512],
    ['var a = 1; a += 2; a++; a', 4],
    ['if (time == 0) { 10 } else { 20 }', 10],
    ['time > 0 ? 1 : 2', 2],
    ['s = 0; for (var i = 0; i < 10; i++) { if (i == 5) continue; if (i > 7) break; s += i }; s', 23],
    ['let n = 0; while (n < 5) n++; n', 5],
    ['do { n = 3 } while (false)\nn', 3],
    ['function f(x, y = 2) { return x * y }\nf(4)', 8],
    ['const f = (x) => x + 1; f(1)', 2],
    ['f = function (n) { return n < 2 ? n : f(n - 1) + f(n - 2) }; f(10)', 55],
    ['[1, 2] + [3, 4]', [4, 6]],
    ['[1, 2] * 2 - [1, 0]', [1, 4]],
    ['[4, 6] / 2', [2, 3]],
    ['-[1, 2]', [-1, -2]],
    ['[1, 2][1]', 2],
    ['a = [3, 1, 2]; a.sort(function (x, y) { return x - y }); a.join("-")', '1-2-3'],
    ['"abc".toUpperCase() + 1', 'ABC1'],
    ['(1234567.891).toFixed(1).replace(/\\B(?=(\\d{3})+(?!\\d))/g, ",")', '1,234,567.9'],
    ['(1234567).toLocaleString()', '1,234,567'],
    ['`n ${1 + 1}!`', 'n 2!'],
    ['switch (2) { case 1: "a"; break; case 2: "b"; break; default: "c" }', 'b'],
    ['try { thisComp.layer("None").opacity } catch (e) { 7 }', 7],
    ['o = { a: 1, b: { c: 2 } }; o.b.c + o["a"]', 3],
    ['typeof nothing == "undefined" ? 1 : 2', 1],
    ['null ?? 3', 3],
    ['x = 5 // a comment\n/* another */ x', 5],
    ['1\n', 1],
    ['var s = "";\nfor (const c of "abc") s = c + s\ns', 'cba'],
  ])('%s', (source, value) => expect(run(source)).toEqual(value))

  test.each<[string, Value]>([
    ['var $bm_rt;\n$bm_rt = $bm_sum(1, $bm_mul(2, 3));', 7],
    ['var $bm_rt; $bm_rt = $bm_sub([5, 6], [1, 1]);', [4, 5]],
    ['var $bm_rt; $bm_rt = $bm_div($bm_neg(8), 2);', -4],
    ['var $bm_rt; $bm_rt = $bm_mod(7, 4);', 3],
    ['var $bm_rt; var a = add([1, 2], [3, 4]); $bm_rt = mul(sub(a, [1, 1]), 2);', [6, 10]],
    ['var $bm_rt; if (time > 1) { $bm_rt = 1; } else { $bm_rt = 2; }', 2],
    ['var $bm_rt; $bm_rt = $bm_transform.opacity;', 100],
  ])('as Bodymovin writes it: %s', (source, value) => expect(run(source)).toEqual(value))

  test.each([
    ['1 +', 'syntax'],
    ['"open', 'syntax'],
    ['new Date()', 'unsupported'],
    ['eval("1 +")', 'syntax'],
    ['eval("thisLayer.constructor")', 'unsupported'],
    ['this.constructor', 'unsupported'],
    ['[].constructor', 'unsupported'],
    ['"".__proto__', 'unsupported'],
    ['Math.constructor', 'unsupported'],
    ['thisLayer.marker.key(1)', 'unsupported'],
    ['thisComp.marker.numKeys', 'unsupported'],
    ['thisComp.layer("None")', 'missing'],
    ['thisLayer(1)', 'unsupported'],
    ['transform(2)', 'unsupported'],
    ['thisProperty.propertyIndex', 'unsupported'],
    ['while (true) {}', 'limit'],
    ['function f() { return f() }; f()', 'limit'],
    ['a = "x"; for (;;) a += a', 'limit'],
    ['"a".repeat(1e9)', 'limit'],
    ['a = []; a[1e9] = 1', 'limit'],
    ['/(a+)+b/.test("aaaa")', 'unsupported'],
    ['try { while (true) {} } catch (e) { 1 }', 'limit'],
    [`${'('.repeat(500)}1${')'.repeat(500)}`, 'limit'],
    [`${'1+'.repeat(3000)}1`, 'limit'],
  ])('%s is refused', (source, wanted) => expect(fault(source)).toBe(wanted))
})

describe('what After Effects adds', () => {
  test.each<[string, Value]>([
    ['linear(time, 0, 2, 10, 20)', 15],
    ['linear(0.25, [0, 0], [4, 8])', [1, 2]],
    ['ease(0, 0, 1, 3, 4)', 3],
    ['easeIn(1, 0, 1, 3, 4)', 4],
    ['easeOut(0.5, 0, 1, 0, 1) > 0.5', true],
    ['clamp(12, 0, 10)', 10],
    ['length([3, 4])', 5],
    ['length([1, 1], [4, 5])', 5],
    ['normalize([0, 5])', [0, 1]],
    ['radiansToDegrees(Math.PI)', 180],
    ['timeToFrames(2)', 50],
    ['framesToTime(50)', 2],
    ['value', 5],
    ['index', 1],
    ['thisComp.width / 2', 960],
    ['thisComp.duration', 10],
    ['thisComp.numLayers', 1],
    ['width + height', 280],
    ['position[0] + transform.position[1]', 30],
    ['thisLayer.inPoint', 0],
    ['outPoint', 4],
    ['thisProperty.name', 'Rotation'],
    ['toComp([1, 2])', [11, 22]],
    ['fromComp([11, 22])', [1, 2]],
    ['hexToRgb("#ff0000")', [1, 0, 0, 1]],
    ['rgbToHsl([1, 0, 0, 1])[2]', 0.5],
    ['sourceRectAtTime().width', 200],
    ['posterizeTime(1); time', 1],
  ])('%s', (source, value) => expect(run(source, 25)).toEqual(value))

  test('other layers, their effects and their own expressions', () => {
    const control = (name: string, shape: RigProperty['shape'], value: RigProperty['value'], expression?: string) => ({
      name,
      match: 'ADBE Slider Control',
      index: 1,
      parts: [
        {
          name: 'Slider',
          match: 'ADBE Slider Control-0001',
          index: 1,
          shape,
          value,
          ...(expression ? { expression } : {}),
        },
      ],
    })
    const other = layer('Control', 2, {
      effects: [control('Size', 'number', [12]), control('Twice', 'number', [0], 'effect("Size")(1) * 2')],
    })
    const given = { layers: [other] }
    expect(run('thisComp.layer("Control").effect("Size")("Slider")', 0, given)).toBe(12)
    expect(run('thisComp.layer(2).effect("Size")("ADBE Slider Control-0001").value + 1', 0, given)).toBe(13)
    expect(run('comp("Main").layer("Control").effect("Twice")(1)', 0, given)).toBe(24)
  })

  test('its own value is the one before; a circle of others is refused', () => {
    const effect = (name: string, expression: string) => ({
      name,
      index: 1,
      parts: [{ name: 'Slider', index: 1, shape: 'number' as const, value: [3], expression }],
    })
    const own = layer('Own', 2, { effects: [effect('A', 'effect("A")(1) + 1')] })
    expect(run('thisComp.layer("Own").effect("A")(1)', 0, { layers: [own] })).toBe(4)
    const circle = layer('Circle', 2, { effects: [effect('A', 'effect("B")(1)'), effect('B', 'effect("A")(1)')] })
    expect(() => run('thisComp.layer("Circle").effect("A")(1)', 0, { layers: [circle] })).toThrow(/circle/)
  })

  test.each<[string, number, Value]>([
    ['loopOut()', 13, 30],
    ['loop_out()', 13, 30],
    ['thisProperty.value_at_time(0.2)', 13, 50],
    ['loopOut("pingpong")', 13, 70],
    ['loopOut("offset")', 13, 130],
    ['loopOut("offset")', 25, 250],
    ['loopIn("cycle")', -3, 70],
    ['loopIn("pingpong")', -3, 30],
    ['loopIn("offset")', -3, -30],
    ['loopOutDuration("cycle", 0.2)', 13, 80],
    ['loopOut("cycle", 1)', 13, 30],
    ['loopOut("cycle", "x")', 13, 30],
    ['key(2).time * 25 + key(1).value + numKeys', 0, 12],
    ['nearestKey(0.3).index', 0, 2],
    ['valueAtTime(0.2)', 0, 50],
  ])('%s at frame %i', (source, frame, value) => {
    expect(run(source, frame, { property: { value: moving } })).toBeCloseTo(value as number, 9)
  })

  test('velocity and going on', () => {
    expect(run('velocityAtTime(0.2)', 0, { property: { value: moving } })).toBeCloseTo(250, 6)
    expect(run('speedAtTime(0.2)', 0, { property: { value: moving } })).toBeCloseTo(250, 6)
    expect(run('loopOut("continue")', 15, { property: { value: moving } })).toBeCloseTo(150, 6)
    expect(run('loopIn("continue")', -5, { property: { value: moving } })).toBeCloseTo(-50, 6)
  })

  test.each<[string, Value]>([
    ['thisComp.marker.numKeys', 2],
    ['thisComp.marker.key(2).time', 2],
    ['thisComp.marker.key("out").duration', 0.2],
    ['thisComp.marker.key(1).comment', 'in'],
    ['thisComp.marker.nearestKey(1.4).index', 2],
    ['comp("Main").marker.nearestKey(time).comment', 'in'],
    ['try { thisComp.marker.key(3).time } catch (e) { 7 }', 7],
    ['try { thisComp.marker.key("none").time } catch (e) { 7 }', 7],
  ])('markers: %s', (source, value) => {
    const markers = [
      { frame: 10, frames: 0, comment: 'in' },
      { frame: 50, frames: 5, comment: 'out' },
    ]
    expect(run(source, 12, { markers })).toEqual(value)
  })

  test('randomState: within its range, the same every time, other numbers for other seeds, smooth', () => {
    const values = Array.from({ length: 100 }, (_, frame) => run('wiggle(3, 20)', frame) as number)
    expect(Math.max(...values)).toBeLessThanOrEqual(25)
    expect(Math.min(...values)).toBeGreaterThanOrEqual(-15)
    expect(new Set(values).size).toBeGreaterThan(90)
    for (const [n, value] of values.slice(1).entries()) expect(Math.abs(value - (values[n] as number))).toBeLessThan(12)
    expect(run('wiggle(3, 20)', 7)).toBe(values[7])
    expect(run('seedRandom(2, true); wiggle(3, 20)', 7)).not.toBe(values[7])
    expect(run('seedRandom(2, true); random(10, 20)', 7)).toBe(run('seedRandom(2, true); random(10, 20)', 8))
    expect(run('random(10, 20)', 7)).not.toBe(run('random(10, 20)', 8))
    for (let frame = 0; frame < 50; frame++) {
      const drawn = run('random([1, 2], [3, 4])', frame) as number[]
      expect(drawn[0]).toBeGreaterThanOrEqual(1)
      expect(drawn[1]).toBeLessThanOrEqual(4)
    }
  })
})
