// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates are what is parsed
// Test data only: expressions made by random, of correct and broken grammar, and what they come to, as text. The same in every
// engine: Node and browsers run it and compare.

import { compilePath } from '@vitrine/document/evaluate'
import type { BezierPath, Property } from '@vitrine/document/property'
import type { RigComposition, RigLayer, RigProperty } from '@vitrine/document/rig'
import { hash, share } from '../src/expression/builtin.ts'
import { ExpressionError } from '../src/expression/expression-error.ts'
import { createGlobals } from '../src/expression/expression-object.ts'
import { MAX_STEPS, Session } from '../src/expression/session.ts'
import { isList, type Value } from '../src/expression/value.ts'

const WORDS =
  'var let const function return if else for while do switch case break continue try catch typeof in of new this time value index a b c i f x thisComp thisLayer thisProperty layer("L") effect("S")(1) position scale text.sourceText wiggle(2,9) loopOut("offset") loopIn() key(1) numKeys random() noise(time) seedRandom(3,true) linear(time,0,2,a,b) ease(time,0,1,[0,0],[9,3]) clamp(a,0,9) length([3,4]) valueAtTime(time-.1) velocityAtTime(1) posterizeTime(8) Math.sin Math.pow(1.7,2.3) Math.exp(.3) Math.log(3.3) Math.atan2(2,3) Math.PI $bm_sum(a,[1,2]) $bm_mul(2,b) $bm_div(a,3) $bm_neg(b) $bm_rt "te\\"xt" `t${a}` /x+/g content("G").path thisLayer(2)(1)(2) thisLayer(4)(1)(1) .points() .pointOnPath(.3) .tangentOnPath(time) .propertyGroup(2) .propertyIndex createPath([[0,0],[9,9]],[],[],true) eval("value") eval eval("eval(a)") toComp([1,2]) .toFixed(2) .length .map(f) .push(a) .join() .split("") .repeat(99) [0] ( ) [ ] { } ; , . = += ++ -- + - * / % ** ? : && || ! < > == === => 0 1 2 .5 1e3 0x1f true null'.split(
    ' ',
  )

function createRandomSource(seed: number) {
  let n = 0
  const next = () => share(seed, n++)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)] as Item
  return { next, pick }
}

type RandomSource = ReturnType<typeof createRandomSource>

function operand({ next, pick }: RandomSource, depth: number): string {
  const inner = () => operand({ next, pick }, depth + 1)
  if (depth > 4 || next() < 0.3)
    return pick([
      '1',
      '.25',
      'time',
      'value',
      'a',
      'index',
      '7',
      '"q"',
      '[1, 2]',
      'random()',
      'wiggle(1, 2)',
      'Math.PI',
      'position',
      'numKeys',
    ])
  return pick([
    () => `(${inner()} + ${inner()})`,
    () => `${inner()} * ${inner()}`,
    () => `$bm_sub(${inner()}, ${inner()})`,
    () => `$bm_div(${inner()}, ${inner()})`,
    () => `Math.${pick(['sin', 'cos', 'tan', 'exp', 'log', 'sqrt', 'abs', 'round', 'floor', 'atan'])}(${inner()})`,
    () => `Math.pow(${inner()}, ${inner()})`,
    () => `linear(${inner()}, 0, 1, ${inner()}, ${inner()})`,
    () => `ease(${inner()}, 0, 2, ${inner()}, ${inner()})`,
    () => `(${inner()} > ${inner()} ? ${inner()} : ${inner()})`,
    () => `[${inner()}, ${inner()}]`,
    () => `noise(${inner()})`,
    () => `valueAtTime(${inner()})`,
    () => `f(${inner()})`,
    () => `content("G")(1).path.${pick(['pointOnPath', 'tangentOnPath', 'normalOnPath'])}(${inner()})`,
    () =>
      `createPath([${inner()}, [3, 4], [50, 9]], [], [[1, 9], [8, 2]], ${pick(['true', 'false'])}).pointOnPath(${inner()})`,
    () => `eval("${pick(['time', 'value', 'index * 2', 'thisLayer(2)(1)(2)(1)(2)', 'eval("+1")'])}")`,
    () => `(${inner()} + "").length`,
    () =>
      `${pick(['loopOut', 'loopIn'])}("${pick(['cycle', 'pingpong', 'offset', 'continue'])}", ${pick(['0', '1', '2'])})`,
  ])()
}

/** An expression for a seed. */
function makeExpression(seed: number): string {
  const random = createRandomSource(seed)
  const { next, pick } = random
  if (next() < 0.3)
    return Array.from({ length: 1 + Math.floor(next() * 30) }, () => pick(WORDS)).join(pick([' ', '', '\n']))
  const a = operand(random, 1)
  const body = operand(random, 0)
  const loop = next() < 0.2 ? `for (var i = 0; i < ${Math.floor(next() * 2000)}; i++) a += ${operand(random, 3)};` : ''
  const source = `var a = ${a}; function f(x) { return x ${pick(['+', '*', '-', '%'])} ${next() < 0.05 ? 'f(x)' : '2'} }; ${loop} ${body}`
  if (next() < 0.8) return source
  const at = Math.floor(next() * source.length)
  return source.slice(0, at) + pick(WORDS) + source.slice(at + Math.floor(next() * 4))
}

function rigFor(expression: string): { composition: RigComposition; layer: RigLayer; property: RigProperty } {
  const k = [
    { t: 3, s: [1, 2], o: { x: 0.3, y: 0 }, i: { x: 0.6, y: 1 } },
    { t: 20, s: [30, -7] },
    { t: 31, s: [4, 9] },
  ]
  const property: RigProperty = { name: 'Position', shape: 'list', value: { a: 1, k }, expression }
  const slider = { name: 'S', index: 1, parts: [{ name: 'Slider', index: 1, shape: 'number', value: [4] } as const] }
  const path: RigProperty = { name: 'Path', match: 'ADBE Vector Shape', index: 2, shape: 'other', value: [0] }
  const item = { name: 'Path 1', index: 1, parts: [path] }
  const group = { name: 'G', match: 'ADBE Vector Group', index: 1, parts: [item, { name: 'Transform', parts: [] }] }
  const layer: RigLayer = {
    name: 'L',
    index: 1,
    in: 0,
    out: 60,
    start: 0,
    width: 100,
    height: 50,
    kind: 'text',
    transform: { name: 'Transform', parts: [property, { name: 'Scale', shape: 'list', value: [80, 90] }] },
    effects: [slider],
    contents: [group],
    masks: [],
    text: { name: 'Source Text', shape: 'text', value: { states: [[0, 'Words here']] } },
  }
  return { composition: { id: '', name: 'Main', width: 100, height: 50, frames: 60, layers: [layer] }, layer, property }
}

const PATH = compilePath({
  a: 1,
  k: [
    { t: 0, s: [curve(0, 9)] },
    { t: 40, s: [curve(7, 60)] },
  ],
} as Property<BezierPath>)

function curve(first: number, second: number): BezierPath {
  const v = [
    [first, 3],
    [40, second],
    [90, 20],
  ]
  return {
    c: second > 30,
    v,
    i: v.map(([x = 0, y = 0]) => [-y / 3, x / 7]),
    o: v.map(([x = 0, y = 0]) => [y / 3, -x / 7]),
  }
}

/** A value as text that is equal only for values that are equal to the last bit. */
function toExactText(value: Value): string {
  if (isList(value)) return `[${value.map(toExactText).join()}]`
  return typeof value === 'object' && value !== null
    ? 'object'
    : `${typeof value} ${Object.is(value, -0) ? 0 : String(value)}`
}

interface Outcome {
  /** The value, or the kind of error. */
  readonly text: string
  readonly steps: number
}

/** Runs the expression of a seed; rethrows anything but an ExpressionError. */
function runSeed(seed: number): Outcome {
  const place = rigFor(makeExpression(seed))
  const session = new Session({ fps: 25, start: 0, compositions: [place.composition] }, createGlobals, {
    pathOf: () => PATH,
  })
  try {
    const { value } = session.run(place, seed % 60)
    return { text: toExactText(value), steps: session.spent }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return { text: error.fault, steps: session.spent }
  }
}

/** Runs many in a row: returns one hash of all results, and the maximum steps of a single run. */
export function runSeeds(
  first: number,
  count: number,
): { digest: number; most: number; values: number; limit: number } {
  let digest = 0
  let [most, values] = [0, 0]
  for (let seed = first; seed < first + count; seed++) {
    const { text, steps } = runSeed(seed)
    if (/^(?:number|\[|string)/.test(text)) values++
    most = Math.max(most, steps)
    for (let n = 0; n < text.length; n++) digest = hash(digest, text.charCodeAt(n))
  }
  return { digest, most, values, limit: MAX_STEPS }
}
