// Extracts what expressions can read from an animation: compositions, layers, and properties by name.

import {
  convertProperty,
  isKeyframed,
  pathKind,
  type Scope,
  type ValueKind,
} from '@vitrine/document/bodymovin-property'
import { isRecord } from '@vitrine/document/check'
import { numberOr, records, textOr } from '@vitrine/document/cleanse'
import { type Compiled, compilePath } from '@vitrine/document/evaluate'
import { Lint } from '@vitrine/document/lint'
import type { BezierPath, Property } from '@vitrine/document/property'
import type { Rig, RigComposition, RigGroup, RigLayer, RigMarker, RigProperty, RigText } from '@vitrine/document/rig'
import type { RigPlace } from '../expression/value.ts'
import { type Control, controlKind } from './control.ts'
import { readStates } from './text.ts'

type Json = Record<string, unknown>

/** A rig, and the locations in it of properties with expressions. */
export interface ReadRig {
  readonly rig: Rig
  /** Keyed by the JSON of a property. */
  readonly places: ReadonlyMap<Json, RigPlace>
  /** The JSON of each property. */
  readonly raws: ReadonlyMap<RigProperty, Json>
  /** The JSON of each layer. */
  readonly layers: ReadonlyMap<RigLayer, Json>
  /** The properties that are controls. */
  readonly controls: ReadonlyMap<RigProperty, Control>
  /** The path of a property before its expression; undefined for properties of other types. */
  readonly pathOf: (property: RigProperty) => Compiled<BezierPath> | undefined
}

const MAX_VALUES = 2_000_000
/** Maximum per animation. */
const MAX_COMPOSITIONS = 1000
const MAX_LAYERS = 5000
const MAX_MARKERS = 1000

interface Reading {
  readonly scope: Scope
  readonly places: Map<Json, RigPlace>
  readonly raws: Map<RigProperty, Json>
  readonly layers: Map<RigLayer, Json>
  readonly controls: Map<RigProperty, Control>
  readonly assets: ReadonlyMap<string, Json>
  /** The expressions of the current layer. */
  found: { raw: Json; property: RigProperty; group: RigGroup | undefined }[]
}

/** Whether any property of an animation has an expression. */
export function hasExpressions(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasExpressions)
  if (!isRecord(value)) return false
  if (typeof value.x === 'string' && 'k' in value) return true
  return Object.values(value).some(hasExpressions)
}

/** Reads the rig of a cleansed animation. */
export function readRig(animation: Json, fps: number, size: { width: number; height: number }): ReadRig {
  const assets = records(animation.assets).slice(0, MAX_COMPOSITIONS)
  const reading: Reading = {
    // Faults of a property are reported where it is converted.
    scope: { lint: new Lint(), shift: 0, path: '', budget: { left: MAX_VALUES }, slot: () => undefined },
    places: new Map(),
    raws: new Map(),
    layers: new Map(),
    controls: new Map(),
    assets: new Map(assets.map((asset) => [String(asset.id), asset])),
    found: [],
  }
  const layersBySource = [animation, ...assets].flatMap(({ layers }) => records(layers))
  const compositions = [
    readComposition({ ...animation, id: '', w: size.width, h: size.height }, '', reading),
    ...assets.flatMap((asset) => {
      if (!Array.isArray(asset.layers)) return []
      const user = layersBySource.find(({ refId }) => refId === asset.id)
      return [readComposition({ ...user, op: undefined, ...asset }, textOr(user?.nm, ''), reading)]
    }),
  ]
  return {
    rig: { fps, start: numberOr(animation.ip, 0), compositions },
    places: reading.places,
    raws: reading.raws,
    layers: reading.layers,
    controls: reading.controls,
    pathOf: readPaths(reading),
  }
}

function readPaths({ raws, scope }: Reading): ReadRig['pathOf'] {
  const known = new Map<RigProperty, Compiled<BezierPath> | undefined>()
  return (property) => {
    if (known.has(property)) return known.get(property)
    const raw = raws.get(property)
    const path = raw && convertProperty({ ...raw, sid: undefined }, pathKind(undefined), scope)
    const compiled = path === undefined ? undefined : compilePath(path as unknown as Property<BezierPath>)
    known.set(property, compiled)
    return compiled
  }
}

function readComposition(raw: Json, fallback: string, reading: Reading): RigComposition {
  const list = records(raw.layers).slice(0, MAX_LAYERS)
  const found: { layer: RigLayer; inside: Reading['found'] }[] = list.map((one, n) => {
    reading.found = []
    const layer = readLayer(one, n, reading)
    readRest(one, reading)
    reading.layers.set(layer, one)
    return { layer, inside: reading.found }
  })
  const composition: RigComposition = {
    id: textOr(raw.id, ''),
    name: textOr(raw.nm, fallback),
    width: numberOr(raw.w, 0),
    height: numberOr(raw.h, 0),
    frames: numberOr(raw.op, Math.max(0, ...found.map(({ layer }) => layer.out))) - numberOr(raw.ip, 0),
    layers: found.map(({ layer }) => layer),
    ...(Array.isArray(raw.markers) ? { markers: readMarkers(raw.markers) } : {}),
  }
  for (const { layer, inside } of found)
    for (const { raw: json, property, group } of inside)
      reading.places.set(json, { composition, layer, property, ...(group ? { group } : {}) })
  return composition
}

/** Bodymovin writes only the markers of the animation itself. */
function readMarkers(raw: readonly unknown[]): RigMarker[] {
  return records(raw)
    .slice(0, MAX_MARKERS)
    .flatMap(({ tm, dr, cm }) =>
      typeof tm === 'number'
        ? [{ frame: tm, frames: Math.max(0, numberOr(dr, 0)), comment: textOr(cm, '').slice(0, 2000) }]
        : [],
    )
    .toSorted((a, b) => a.frame - b.frame)
}

function readLayer(raw: Json, n: number, reading: Reading): RigLayer {
  const kind = numberOr(raw.ty, -1)
  const asset = reading.assets.get(String(raw.refId))
  const [w, h] = kind === 1 ? [raw.sw, raw.sh] : [raw.w ?? asset?.w, raw.h ?? asset?.h]
  const ks = isRecord(raw.ks) ? raw.ks : {}
  const text = kind === 5 && isRecord(raw.t) ? raw.t.d : undefined
  return {
    name: textOr(raw.nm, ''),
    index: numberOr(raw.ind, n + 1),
    in: numberOr(raw.ip, 0),
    out: numberOr(raw.op, 0),
    start: numberOr(raw.st, 0),
    width: numberOr(w, 0),
    height: numberOr(h, 0),
    kind: kind === 5 ? 'text' : kind === 4 ? 'shape' : kind <= 2 || kind === 9 ? 'box' : 'other',
    ...(typeof raw.parent === 'number' ? { parent: raw.parent } : {}),
    ...(typeof raw.refId === 'string' ? { source: raw.refId } : {}),
    transform: readTransform(ks, reading),
    effects: records(raw.ef).map((effect, at) => readEffect(effect, at, reading)),
    contents: readShapes(raw.shapes, reading),
    masks: records(raw.masksProperties).map((mask, at) =>
      makeGroup(
        { name: textOr(mask.nm, `Mask ${at + 1}`), index: at + 1 },
        [
          ['Mask Path', mask.pt],
          ['Mask Opacity', mask.o],
          ['Mask Feather', mask.f],
          ['Mask Expansion', mask.x],
        ],
        reading,
      ),
    ),
    ...(isRecord(text) ? { text: readText(text, reading) } : {}),
  }
}

/** Names of properties that can have expressions but cannot be read by name. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  tm: 'Time Remap',
  r: 'Rotation',
  s: 'Scale',
  p: 'Position',
  a: 'Anchor Point',
  o: 'Opacity',
  t: 'Tracking',
}

/** All other properties with expressions: time remapping, text animators, dashes. */
function readRest(raw: Json, reading: Reading): void {
  const known = new Set(reading.found.map((found) => found.raw))
  const visit = (value: unknown, name: string): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, name)
    if (!isRecord(value)) return
    const own = typeof value.nm === 'string' ? value.nm : name
    if (typeof value.x === 'string' && 'k' in value && !known.has(value))
      readProperty({ name: OTHER_NAMES[name] ?? own }, value, { name: 'Transform', parts: [] }, reading)
    for (const [key, item] of Object.entries(value)) visit(item, key)
  }
  visit(raw, '')
}

function readText(raw: Json, reading: Reading): RigProperty {
  const states = readStates(raw).map(({ t, state }) => [t, state.text] as const)
  const value: RigText = { states }
  return remember(raw, { name: 'Source Text', shape: 'text', value }, undefined, reading)
}

function readTransform(raw: Json, reading: Reading, match?: string): RigGroup {
  const position = isRecord(raw.p) && raw.p.s === true ? raw.p : undefined
  const group = makeGroup(
    { name: 'Transform', ...(match ? { match } : {}) },
    [
      ['Anchor Point', raw.a, 'ADBE Anchor Point'],
      ...(position ? [] : [['Position', raw.p, 'ADBE Position'] as const]),
      ['Scale', raw.s, 'ADBE Scale'],
      ['Rotation', raw.r ?? raw.rz, 'ADBE Rotate Z'],
      ['Opacity', raw.o, 'ADBE Opacity'],
      ['Skew', raw.sk],
      ['Skew Axis', raw.sa],
      ...(position
        ? [
            ['X Position', position.x, 'ADBE Position_0'] as const,
            ['Y Position', position.y, 'ADBE Position_1'] as const,
          ]
        : []),
    ],
    reading,
  )
  const [x, y] = ['X Position', 'Y Position'].map((name) => group.parts.find((part) => part.name === name))
  if (!position || !x || !y || 'parts' in x || 'parts' in y) return group
  const whole: RigProperty = { name: 'Position', match: 'ADBE Position', shape: 'list', value: [0, 0], split: [x, y] }
  return { ...group, parts: [...group.parts, whole] }
}

/** `effect` is the effect itself when `raw` is a group of its panel. */
function readEffect(raw: Json, at: number, reading: Reading, effect = raw): RigGroup {
  const names = { name: textOr(raw.nm, ''), match: textOr(raw.mn, ''), index: at + 1 }
  const parts: (RigGroup | RigProperty)[] = []
  const group: RigGroup = { ...names, parts }
  for (const [n, parameter] of records(raw.ef).entries()) {
    const own = {
      name: textOr(parameter.nm, ''),
      match: textOr(parameter.mn, ''),
      index: numberOr(parameter.ix, n + 1),
    }
    if (Array.isArray(parameter.ef)) parts.push(readEffect(parameter, n, reading, effect))
    else if (isRecord(parameter.v)) {
      const property = readProperty({ ...own, index: n + 1 }, parameter.v, group, reading, parameter.ty === 10)
      parts.push(property)
      const kind = controlKind(effect, parameter)
      if (kind) reading.controls.set(property, { kind, raw: parameter.v })
    }
  }
  return group
}

/** Names of shape item properties by the format's keys. */
const SHAPE_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  rc: { s: 'Size', p: 'Position', r: 'Roundness' },
  el: { s: 'Size', p: 'Position' },
  sr: {
    pt: 'Points',
    p: 'Position',
    r: 'Rotation',
    ir: 'Inner Radius',
    or: 'Outer Radius',
    is: 'Inner Roundness',
    os: 'Outer Roundness',
  },
  sh: { ks: 'Path' },
  fl: { c: 'Color', o: 'Opacity' },
  st: { c: 'Color', o: 'Opacity', w: 'Stroke Width' },
  gf: { s: 'Start Point', e: 'End Point', o: 'Opacity' },
  gs: { s: 'Start Point', e: 'End Point', o: 'Opacity', w: 'Stroke Width' },
  tm: { s: 'Start', e: 'End', o: 'Offset' },
  rp: { c: 'Copies', o: 'Offset' },
  rd: { r: 'Radius' },
  pb: { a: 'Amount' },
  op: { a: 'Amount' },
  zz: { s: 'Size', r: 'Ridges per segment' },
  tw: { a: 'Angle', c: 'Center' },
}

function readShapes(raw: unknown, reading: Reading): RigGroup[] {
  return records(raw).flatMap((item, n): RigGroup[] => {
    const names = { name: textOr(item.nm, ''), match: textOr(item.mn, ''), index: n + 1 }
    const kind = textOr(item.ty, '')
    if (kind === 'tr') return []
    if (kind === 'gr') {
      const transform = records(item.it).find(({ ty }) => ty === 'tr')
      const parts = [
        ...readShapes(item.it, reading),
        ...(transform ? [readTransform(transform, reading, 'ADBE Vector Transform Group')] : []),
      ]
      return [{ ...names, parts }]
    }
    const known = Object.hasOwn(SHAPE_NAMES, kind) ? SHAPE_NAMES[kind] : undefined
    const match = kind === 'sh' ? 'ADBE Vector Shape' : undefined
    const group = makeGroup(
      names,
      Object.entries(known ?? {}).map(([key, name]) => [name, item[key], match] as const),
      reading,
    )
    if (kind !== 'rp' || !isRecord(item.tr)) return [group]
    return [{ ...group, parts: [...group.parts, readTransform(item.tr, reading)] }]
  })
}

function makeGroup(
  names: Omit<RigGroup, 'parts'>,
  properties: readonly (readonly [name: string, raw: unknown, match?: string | undefined])[],
  reading: Reading,
): RigGroup {
  const parts: RigProperty[] = []
  const group: RigGroup = { ...names, parts }
  for (const [name, raw, match] of properties)
    if (isRecord(raw)) {
      const index = typeof raw.ix === 'number' ? { index: raw.ix } : {}
      parts.push(readProperty({ name, ...(match ? { match } : {}), ...index }, raw, group, reading))
    }
  return group
}

function readProperty(
  names: Pick<RigProperty, 'name' | 'match' | 'index'>,
  raw: Json,
  group: RigGroup,
  reading: Reading,
  isLayer = false,
): RigProperty {
  const count = isLayer ? 1 : countComponents(raw)
  const isFlat = group.name === 'Transform'
  const value =
    count > 0 ? convertProperty({ ...raw, sid: undefined }, componentsKind(isFlat ? 2 : 4), reading.scope) : undefined
  const shape = isLayer ? 'layer' : count === 0 || value === undefined ? 'other' : count === 1 ? 'number' : 'list'
  return remember(raw, { ...names, shape, value: (value ?? [0]) as RigProperty['value'] }, group, reading)
}

function remember(raw: Json, property: RigProperty, group: RigGroup | undefined, reading: Reading): RigProperty {
  if (typeof raw.x !== 'string') {
    reading.raws.set(property, raw)
    return property
  }
  const found = { ...property, expression: raw.x }
  reading.raws.set(found, raw)
  reading.found.push({ raw, property: found, group })
  return found
}

/** The number of components of a Bodymovin property; 0 without any. */
function countComponents(raw: Json): number {
  const value = isKeyframed(raw.k) ? (raw.k[0]?.s ?? raw.k[0]?.e) : raw.k
  if (typeof value === 'number') return 1
  return Array.isArray(value) && value.every((item) => typeof item === 'number') ? Math.min(4, value.length) : 0
}

function componentsKind(most: number): ValueKind {
  return {
    // Read as a vector, so that the motion path of a position is included.
    name: 'vector',
    read(raw) {
      const list = Array.isArray(raw) ? raw.slice(0, most) : [raw]
      return list.length > 0 && list.every((item) => typeof item === 'number' && Number.isFinite(item))
        ? list
        : undefined
    },
  }
}
