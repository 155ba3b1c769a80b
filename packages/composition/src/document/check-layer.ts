// Checks for layers of every kind.

import { BLEND_MODES } from './blend-mode.ts'
import {
  boolean,
  type Check,
  described,
  integer,
  isRecord,
  list,
  matching,
  named,
  nameOf,
  number,
  object,
  oneOf,
  type Report,
  refined,
  text,
  undescribed,
  when,
} from './check.ts'
import { effect } from './check-effect.ts'
import {
  anyNumber,
  assetId,
  bindable,
  box,
  colorProperty,
  eachRemembered,
  FAR,
  frameNumber,
  numberProperty,
  paint,
  percentProperty,
  positive,
  property,
  range,
  share,
  transform,
  vector,
  vectorProperty,
} from './check-property.ts'
import { maskPath, pathData, shapeItems } from './check-shape.ts'
import { textShape } from './check-text.ts'
import { MAX_FACES } from './field.ts'
import { type LayerType, MAX_BLUR_SAMPLES, MAX_SPEED, MIN_SPEED } from './layer.ts'

/** Groups may be nested this deep. */
export const MAX_GROUP_DEPTH = 16

const id = matching(/^[A-Za-z0-9][\w.-]{0,63}$/, 'An id of letters, digits, "-", "_" and "."')

const feather = property(when(Array.isArray, vector, positive))
const mask = named(
  'mask',
  object(
    { mode: oneOf('a', 's', 'i', 'l', 'd', 'f', 'n'), pt: maskPath },
    { o: percentProperty, f: feather, x: numberProperty(), inv: boolean(), nm: text(200), cl: boolean() },
  ),
)
const visibility = named(
  'visibility',
  described(() => ({ anyOf: [{ type: 'boolean' }, { type: 'object', required: ['$field'] }] }), checkVisibility),
)

function checkVisibility(value: unknown, report: Report): boolean {
  if (typeof value === 'boolean') return true
  if (!isRecord(value)) return report.fail('wrong-type', 'true, false or a binding is needed')
  const isRight = object(
    { $field: text(64, 1) },
    {
      equals: undescribed(
        (equals, at) =>
          typeof equals === 'string' ||
          typeof equals === 'boolean' ||
          at.fail('wrong-type', 'A text or true/false is needed'),
      ),
      not: boolean(),
    },
  )(value, report)
  if (!isRight) return false
  return (
    report.context.fields.has(value.$field as string) ||
    report.at('$field').fail('unknown-reference', `There is no field "${nameOf(value.$field)}"`)
  )
}
const stretch = described(
  (of) => of(number(-1000, 1000)),
  (value, report) =>
    number(-1000, 1000)(value, report) &&
    (Math.abs(value) >= 0.01 || report.fail('out-of-range', 'Time cannot be stretched to nothing')),
)
const sibling = described(
  () => ({ type: 'string' }),
  (value, report) =>
    (typeof value === 'string' && report.context.siblings.has(value)) ||
    report.fail('unknown-reference', `There is no layer "${nameOf(value)}" in the same list`),
)

const space = named(
  'space',
  object({}, Object.fromEntries(['z', 'az', 'sz', 'ox', 'oy', 'oz', 'rx', 'ry'].map((key) => [key, numberProperty()]))),
)
const camera = object(
  { zoom: numberProperty(0.1) },
  { roll: numberProperty(), target: object({ x: numberProperty(), y: numberProperty(), z: numberProperty() }) },
)
const motionBlur = object({
  angle: number(0, 720),
  phase: number(-720, 720),
  samples: integer(2, MAX_BLUR_SAMPLES),
})

const base = {
  required: { id, in: frameNumber, out: frameNumber },
  optional: {
    name: text(200),
    ks: transform,
    parent: sibling,
    autoOrient: boolean(),
    space,
    motionBlur,
    bm: oneOf(...BLEND_MODES, ...Array.from({ length: 17 }, (_, n) => n)),
    visible: visibility,
    hd: boolean(),
    mask: list(mask, 40),
    matte: object({ layer: sibling, mode: oneOf('alpha', 'alpha-inverted', 'luma', 'luma-inverted') }),
    effects: list(effect, 30),
    locks: list(oneOf('all', 'style', 'move', 'content', 'time'), 5),
    alwaysOnTop: boolean(),
    paced: oneOf('whole', 'place'),
  },
}

function layer(
  type: string,
  required: Readonly<Record<string, Check>>,
  optional: Readonly<Record<string, Check>> = {},
) {
  return object(
    eachRemembered({ ...base.required, type: oneOf(type), ...required }),
    eachRemembered({ ...base.optional, ...optional }),
  )
}

export const crop = object(
  { x: number(-10, 10), y: number(-10, 10), zoom: number(0.05, 20), rotate: number(-360, 360) },
  { flip: oneOf('horizontal', 'vertical', 'both') },
)
const face = object({ x: number(-1, 2), y: number(-1, 2), width: number(0, 2), height: number(0, 2) })
export const faces = list(face, MAX_FACES)
const trim = object({ startSeconds: number(0, 86_400) }, { endSeconds: number(0, 86_400) })
const audioSettings = object(
  {},
  {
    volume: numberProperty(0, 200),
    fadeIn: positive,
    fadeOut: positive,
    fade: oneOf('straight', 'even'),
    loop: boolean(),
  },
)
const asMedium = (inner: Check) => when((value) => typeof value === 'string', assetId, inner)
const mediaSource = bindable(
  asMedium(object({ asset: assetId }, { crop, faces, cutout: assetId, trim, mute: boolean() })),
  'media',
)
const audioSource = bindable(asMedium(object({ asset: assetId }, { trim })), 'audio', 'media')

const clip = when(
  isRecord,
  object({ d: pathData }),
  oneOf('rect', 'ellipse', 'arch', 'hexagon', 'diamond', 'heart', 'leaf'),
)
const sprite = oneOf(
  'circle',
  'soft',
  'ring',
  'petal',
  'leaf',
  'star',
  'spark',
  'confetti',
  'ribbon',
  'heart',
  'flake',
  'flame',
)
const colors = list(colorProperty, 16, 1)
const lifeRange = refined(
  range,
  ([least, most], report) =>
    (least > 0.01 && most >= least) ||
    report.fail('out-of-range', 'Two ascending numbers of seconds above 0 are needed'),
)

const anyRecord = described(
  () => ({ type: 'object' }),
  (value, report) => isRecord(value) || report.fail('wrong-type', 'An object is needed'),
)

const LAYER_CHECKS: Readonly<Record<Exclude<LayerType, 'group'>, Check>> = {
  solid: layer('solid', { color: paint }, { box }),
  shape: layer('shape', { shapes: shapeItems() }),
  text: layer('text', textShape.required, textShape.optional),
  image: layer(
    'image',
    { asset: bindable(assetId) },
    { box, fit: oneOf('cover', 'contain', 'fill'), radius: numberProperty(0) },
  ),
  media: layer(
    'media',
    { source: mediaSource, box },
    {
      fit: oneOf('cover', 'contain'),
      crop,
      radius: numberProperty(0),
      clip,
      border: object({ width: numberProperty(0, 1000), color: colorProperty }),
      inner: transform,
      background: colorProperty,
      st: frameNumber,
      tm: numberProperty(0),
      loop: boolean(),
      speed: number(MIN_SPEED, MAX_SPEED),
      audio: audioSettings,
    },
  ),
  plate: layer(
    'plate',
    { asset: bindable(assetId) },
    { box, fit: oneOf('cover', 'contain', 'fill'), st: frameNumber, loop: boolean(), audio: audioSettings },
  ),
  audio: layer('audio', { source: audioSource }, { audio: audioSettings }),
  particles: layer(
    'particles',
    {
      seed: integer(0, 1e9),
      count: integer(0, 2000),
      box,
      sprite: when(Array.isArray, list(sprite, 12, 1), sprite),
      colors,
      size: range,
      life: lifeRange,
    },
    {
      mode: oneOf('stream', 'burst'),
      over: number(0, 600),
      speed: range,
      direction: anyNumber,
      spread: number(0, 360),
      gravity: anyNumber,
      drift: anyNumber,
      drag: number(0, 50),
      sway: object({ amount: anyNumber, seconds: number(0.05, 600) }),
      spin: range,
      flutter: boolean(),
      twinkle: share,
      fade: object({}, { in: share, out: share }),
      grow: range,
      opacity: range,
    },
  ),
  texture: layer(
    'texture',
    { kind: oneOf('paper', 'film', 'linen', 'halftone', 'dots', 'lines'), seed: integer(0, 1e9) },
    { amount: numberProperty(0, 1), scale: number(0.25, 16), color: colorProperty, every: integer(1, 1000), box },
  ),
  adjustment: layer('adjustment', {}, { box }),
  light: layer(
    'light',
    { kind: oneOf('glow', 'leak', 'vignette', 'rays', 'bokeh', 'sweep'), colors },
    {
      seed: integer(0, 1e9),
      amount: numberProperty(0, 1),
      center: vectorProperty,
      radius: numberProperty(1, FAR),
      count: integer(1, 200),
      seconds: number(0.1, 3600),
      box,
    },
  ),
}

/** As it is written, before it becomes a group. */
export const lottieLayer = layer(
  'lottie',
  { animation: anyRecord },
  { slots: anyRecord, box, st: frameNumber, loop: boolean() },
)

const anyLayer: Check = named(
  'layer',
  described(
    (of) => ({ anyOf: [...Object.values(LAYER_CHECKS), groupShape(layerList), lottieLayer].map(of) }),
    () => true,
  ),
)

/** What a schema can say of a list of layers; `checkLayers` says the rest. */
export const layerList: Check = described(
  (of) => ({ type: 'array', items: of(anyLayer) }),
  () => true,
)

/** One layer, groups with everything in them. `countLayer` is asked for each layer and may refuse more. */
export function checkLayer(
  value: unknown,
  report: Report,
  countLayer: (id: string, report: Report) => boolean,
  depth = 0,
): boolean {
  if (!isRecord(value)) return report.fail('wrong-type', 'A layer is needed')
  const { type } = value
  const known: Readonly<Record<string, Check>> = LAYER_CHECKS
  const check =
    type === 'group'
      ? groupCheck(countLayer, depth)
      : type === 'lottie'
        ? lottieLayer
        : typeof type === 'string' && Object.hasOwn(known, type)
          ? known[type]
          : undefined
  if (!check) return report.at('type').fail('not-allowed', 'This type of layer is not known')
  if (!check(value, report)) return false
  if (!((value.out as number) > (value.in as number)))
    return report.at('out').fail('out-of-range', '"out" must come after "in"')
  return countLayer(value.id as string, report.at('id'))
}

function groupShape(layers: Check): Check {
  return layer(
    'group',
    { layers },
    { size: vector, box, st: frameNumber, sr: stretch, step: number(0.1, 1000), tm: numberProperty(0), camera },
  )
}

function groupCheck(countLayer: (id: string, report: Report) => boolean, depth: number) {
  return undescribed((value, report) => {
    if (depth >= MAX_GROUP_DEPTH) return report.fail('too-deep', `Groups may be nested ${MAX_GROUP_DEPTH} deep`)
    const layers = undescribed((list, at) => checkLayers(list, at, countLayer, depth + 1))
    return groupShape(layers)(value, report)
  })
}

/** A list of layers: each by itself, and that they follow each other without going in circles. */
export function checkLayers(
  value: unknown,
  report: Report,
  countLayer: (id: string, report: Report) => boolean,
  depth = 0,
): boolean {
  if (!Array.isArray(value)) return report.fail('wrong-type', 'A list of layers is needed')
  const records = value.filter(isRecord)
  const siblings = new Set(records.map((record) => nameOf(record.id)))
  const inner = report.within({ siblings })
  const areRight = value.map((item, n) => checkLayer(item, inner.at(n), countLayer, depth)).every(Boolean)
  return areRight && checkCycles(value as Record<string, unknown>[], inner)
}

/** Each layer is walked over once: what leads to a layer that was seen before leads nowhere new. */
export function checkCycles(layers: readonly Record<string, unknown>[], report: Report): boolean {
  const byId = new Map(layers.map((layer) => [layer.id, layer]))
  const follows = (one: Record<string, unknown>, key: 'parent' | 'matte') =>
    byId.get(key === 'parent' ? one.parent : (one.matte as { layer?: unknown } | undefined)?.layer)
  for (const key of ['parent', 'matte'] as const) {
    const inCircle = new Set<unknown>()
    const seenFrom = new Map<unknown, number>()
    for (const [n, one] of layers.entries()) {
      let next: Record<string, unknown> | undefined = one
      while (next && !seenFrom.has(next)) {
        seenFrom.set(next, n)
        next = follows(next, key)
      }
      if (!next || seenFrom.get(next) !== n) continue
      for (let step = next; !inCircle.has(step); step = follows(step, key) ?? step) inCircle.add(step)
    }
    const first = layers.findIndex((layer) => inCircle.has(layer))
    if (first >= 0)
      return report
        .at(first)
        .at(key)
        .fail('cycle', `The layer "${nameOf(layers[first]?.id)}" comes back to itself`)
  }
  return true
}
