// Converts a whole Bodymovin animation to the parts of a document: canvas, layers, fields, fonts, assets and markers.

import { at, type Scope } from '@vitrine/document/bodymovin-property'
import { isRecord } from '@vitrine/document/check'
import { numberOr, records, textOr } from '@vitrine/document/cleanse'
import { type Asset, type Canvas, type FontFace, type FrameRate, framesPerSecond } from '@vitrine/document/document'
import type { AssetId, Field } from '@vitrine/document/field'
import { clause, type Lint } from '@vitrine/document/lint'
import type { Rig, RigLayer } from '@vitrine/document/rig'
import type { ImportFiles } from '../source/files.ts'
import { bakeExpressions, type LiveRead } from './bake-expressions.ts'
import { bindControl } from './control.ts'
import {
  type Conversion,
  type ConversionOptions,
  countLayer,
  type LayerJson,
  MAX_LAYERS,
  openConversion,
  type Place,
  takeId,
} from './conversion.ts'
import { convertLayer } from './layer.ts'
import { expandMultiLayerEffects } from './multi-layer-effect.ts'
import { convertSpace, hasCamera, isListInSpace } from './space.ts'
import { isFilledText } from './text.ts'
import { convertTransform } from './transform.ts'

/** A named time, in frames from the beginning. */
export interface Marker {
  readonly name: string
  readonly frame: number
  readonly frames: number
}

interface ConvertedAnimation {
  readonly canvas: Canvas
  readonly layers: LayerJson[]
  readonly fields: readonly Field[]
  readonly fonts: FontFace[]
  readonly assets: ReadonlyMap<AssetId, Asset | Record<string, unknown>>
  readonly markers: readonly Marker[]
  readonly version: string
  /** For expressions that depend on customers' texts. */
  readonly rig: Rig | undefined
}

const MIN_SIDE = 16
const MAX_SIDE = 4096
const MAX_DURATION = 36_000
/** Maximum number of property values; precomps count at each use. */
const MAX_VALUES = 2_000_000

/** Whether JSON looks like the output of Bodymovin or another Lottie exporter. */
export function isAnimation(json: Record<string, unknown>): boolean {
  return Array.isArray(json.layers) && typeof json.op === 'number' && (json.ip !== undefined || json.fr !== undefined)
}

/** Converts a cleansed animation. Never throws; parts that cannot be drawn are reported and omitted. */
export function convertAnimation(
  animation: Record<string, unknown>,
  files: ImportFiles,
  options: ConversionOptions,
  lint: Lint,
): ConvertedAnimation {
  warnOfOldFormat(animation, lint)
  const start = numberOr(animation.ip, 0)
  const fps = readFrameRate(animation.fr, lint)
  const [width, height] = [readSide(animation.w), readSide(animation.h)]
  const rate = framesPerSecond(fps)
  const isFilled = (layer: Record<string, unknown>) => isFilledText(layer, animation, options)
  const canLive = options.idPrefix === undefined
  const live = bakeExpressions(animation, { fps: rate, width, height, isFilled, canLive }, lint)
  const conversion = openConversion(animation, { lint, files, fps: rate, width, height, options })
  conversion.keepsTexts = live !== undefined
  const budget = { left: MAX_VALUES }
  const scope: Scope = { lint, shift: start, path: 'layers', budget, slot: conversion.slots.property }
  const converted = convertComposition(animation.layers, conversion, scope, { width, height })
  const slots = isRecord(animation.slots) ? animation.slots : {}
  for (const place of live?.set ?? []) {
    const control = live?.controls.get(place.property)
    if (control) bindControl(place, control, conversion.fields, slots)
  }
  for (const layer of live?.measured ?? []) {
    const raw = live?.layers.get(layer)
    if (raw && !conversion.textIds.has(raw)) reportUnmeasured(layer.name, lint)
  }
  const canvas = { fps, duration: readDuration(start, animation.op, lint), ...fitCanvas(width, height, lint) }
  const isFitting = canvas.width === Math.round(width) && canvas.height === Math.round(height)
  const layers = isFitting
    ? apartFromBackground(converted, canvas, conversion)
    : [scaleKeyframes(converted, canvas, width, height, conversion)]
  return {
    canvas,
    layers,
    fields: conversion.fields.fields,
    fonts: conversion.fonts.faces(options.bundledFonts.filter(({ family }) => /^Noto /.test(family))),
    assets: conversion.assets,
    rig: live && liveRig(live, conversion.textIds),
    markers: readMarkers(animation.markers, start, canvas.duration),
    version: textOr(animation.v, '').slice(0, 20),
  }
}

/** The first Bodymovin version with today's format of shapes and glyphs: players convert older ones in different ways. */
const SHAPES_SINCE = [4, 4, 18]
const LETTERS_SINCE = [4, 8, 0]

function warnOfOldFormat({ v, chars }: Record<string, unknown>, lint: Lint): void {
  const version = textOr(v, '')
  // Other tools have their own version numbers.
  if (!/^[34]\.\d+\.\d+/.test(version)) return
  const written = version.split('.').map(Number)
  const since = records(chars).length > 0 ? LETTERS_SINCE : SHAPES_SINCE
  const n = since.findIndex((part, place) => part !== written[place])
  if (n >= 0 && (written[n] ?? 0) < (since[n] ?? 0))
    lint.warn(
      'old-format',
      'v',
      'Bodymovin {version} wrote this file in a format that has changed since; export it again with the current version',
      { version: version.slice(0, 20) },
    )
}

function reportUnmeasured(name: string, lint: Lint): void {
  lint.error('expression-removed', '', [
    clause('An expression asks for the size of the layer "{layer}", which changes its words or is not drawn', {
      layer: name.slice(0, 60),
    }),
    clause('turn on "Convert expressions to keyframes" in Bodymovin’s settings'),
  ])
}

function readSide(value: unknown): number {
  const side = numberOr(value, 512)
  return side > 0 && side < 1e5 ? side : 512
}

/** Scales canvas sizes that no video can have into the bounds, including all content. */
function fitCanvas(width: number, height: number, lint: Lint): { width: number; height: number } {
  const factor = Math.max(
    Math.min(1, MAX_SIDE / Math.max(width, height)),
    Math.min(width, height) < MIN_SIDE ? MIN_SIDE / Math.min(width, height) : 0,
  )
  if (factor !== 1)
    lint.warn('canvas-size', 'w', '{width}x{height} was scaled to fit between {least} and {most} pixels', {
      ...{ width, height, least: MIN_SIDE, most: MAX_SIDE },
    })
  const side = (length: number) => Math.min(MAX_SIDE, Math.max(MIN_SIDE, Math.round(length * factor)))
  return { width: side(width), height: side(height) }
}

function scaleKeyframes(
  layers: LayerJson[],
  canvas: { width: number; height: number; duration: number },
  width: number,
  height: number,
  conversion: Conversion,
): LayerJson {
  const s = [(canvas.width / width) * 100, (canvas.height / height) * 100]
  return {
    id: takeId(conversion, 'everything', 'everything'),
    type: 'group',
    in: 0,
    out: canvas.duration,
    ks: { s },
    layers,
  }
}

/**
 * Groups layers in space, layers with blend modes and adjustment layers, unless an opaque layer of the designer's covers the
 * background all the time. Layers in space are sorted by their distance inside a group. In After Effects nothing blends with or
 * adjusts the background colour of a composition; ours is part of the picture.
 */
function apartFromBackground(
  layers: LayerJson[],
  canvas: { width: number; height: number; duration: number },
  conversion: Conversion,
): LayerJson[] {
  const reachesBelow = layers.some(({ type, bm }) => type === 'adjustment' || bm !== undefined)
  const isDeep = layers.some(({ space }) => space !== undefined)
  if (!isDeep && (!reachesBelow || isGround(layers.at(-1), canvas))) return layers
  const id = takeId(conversion, 'composition', 'composition')
  return [{ id, type: 'group', in: 0, out: canvas.duration, layers }]
}

/** Whether a layer is a solid that covers everything all the time. */
function isGround(layer: LayerJson | undefined, canvas: { width: number; height: number; duration: number }): boolean {
  if (layer?.type !== 'solid' || typeof layer.color !== 'string' || layer.in > 0 || layer.out < canvas.duration)
    return false
  const plain = new Set(['id', 'type', 'in', 'out', 'name', 'color', 'box', 'ks'])
  if (!Object.keys(layer).every((key) => plain.has(key))) return false
  const { p = [0, 0], s = [100, 100], a: _anchor, ...rest } = (layer.ks ?? {}) as Record<string, unknown>
  if (Object.keys(rest).length > 0 || !Array.isArray(p) || JSON.stringify(s) !== '[100,100]') return false
  const [x, y, width, height] = layer.box as [number, number, number, number]
  const [left, top] = [x + p[0], y + p[1]]
  return left <= 0 && top <= 0 && left + width >= canvas.width && top + height >= canvas.height
}

/** Broadcast rates are fractions; other rates close to an integer are rounded. */
function readFrameRate(value: unknown, lint: Lint): FrameRate {
  const rate = numberOr(value, 30)
  if (rate < 1 || rate > 120) {
    lint.error('frame-rate', 'fr', '{rate} frames per second cannot be shown; between 1 and 120 can', { rate })
    return rate > 120 ? 120 : rate > 0 ? 1 : 30
  }
  const whole = Math.round(rate)
  if (Math.abs(rate - whole) < 0.001) return whole
  const broadcast = Math.ceil(rate)
  if (Math.abs(rate - (broadcast * 1000) / 1001) < 0.01) return [broadcast * 1000, 1001]
  return [Math.round(rate * 1000), 1000]
}

function readDuration(start: number, end: unknown, lint: Lint): number {
  const frames = Math.floor(numberOr(end, start + 1) - start + 1e-6)
  if (frames >= 1 && frames <= MAX_DURATION) return frames
  lint.error('duration', 'op', 'A video of {frames} frames cannot be made; 1 to {most} can', {
    frames,
    most: MAX_DURATION,
  })
  return Math.min(MAX_DURATION, Math.max(1, frames))
}

function readMarkers(raw: unknown, start: number, duration: number): Marker[] {
  return records(raw)
    .slice(0, 100)
    .flatMap((marker) => {
      const frame = Math.round(numberOr(marker.tm, Number.NaN) - start)
      const name = textOr(marker.cm, textOr(marker.nm, '')).trim().slice(0, 100)
      return name !== '' && frame >= 0 && frame < duration
        ? [{ name, frame, frames: Math.max(0, Math.round(numberOr(marker.dr, 0))) }]
        : []
    })
}

/** The rig for a document. Its text layers are matched by the JSON of their source layers. */
function liveRig({ rig, layers, set }: LiveRead, textIds: ReadonlyMap<object, string>): Rig {
  const sources: string[] = []
  const owners = new Set(set.map(({ layer }) => layer))
  collectSources(rig, sources)
  const all = sources.join('\n')
  // A computed layer index may refer to any layer.
  const isOpen = /layer\(\s*[^'"\s]/.test(all)
  return {
    ...rig,
    compositions: rig.compositions.map((composition) => ({
      ...composition,
      layers: composition.layers.map((layer): RigLayer => {
        const raw = layers.get(layer)
        const id = raw && textIds.get(raw)
        const shown = id === undefined ? layer : { ...layer, layer: id }
        const isNamed =
          isOpen || owners.has(layer) || all.includes(layer.name) || JSON.stringify(layer).includes('"expression"')
        return isNamed ? shown : { ...shown, effects: [], contents: [], masks: [] }
      }),
    })),
  }
}

function collectSources(value: unknown, sources: string[]): void {
  if (Array.isArray(value)) for (const item of value) collectSources(item, sources)
  else if (isRecord(value))
    for (const [key, item] of Object.entries(value))
      if (key === 'expression' && typeof item === 'string') sources.push(item)
      else collectSources(item, sources)
}

// Converts lists of layers: the animation itself, and its precomps, which become groups. Resolves the relations between layers:
// parents and mattes.

/** Maximum depth of nested precomps; the document nests groups sixteen deep, and some layers need a group of their own. */
const MAX_DEPTH = 12

/** Converts a list of layers, top first. */
function convertComposition(
  rawLayers: unknown,
  conversion: Conversion,
  scope: Scope,
  size: { width: number; height: number },
  stack: readonly string[] = [],
): LayerJson[] {
  const surroundings = {
    conversion,
    scope,
    ...size,
    stack,
    nested(refId: string, layers: unknown, width: number, height: number, inner: Scope): LayerJson[] {
      if (stack.includes(refId)) {
        scope.lint.error('cycle', inner.path, 'The precomp "{precomp}" contains itself; it is left out', {
          precomp: refId.slice(0, 60),
        })
        return []
      }
      if (stack.length >= MAX_DEPTH) {
        scope.lint.error('too-deep', inner.path, 'Precomps nested more than {most} deep are left out', {
          most: MAX_DEPTH,
        })
        return []
      }
      return convertComposition(layers, conversion, { ...inner, shift: 0 }, { width, height }, [...stack, refId])
    },
  }
  const all = records(rawLayers)
  if (all.length > MAX_LAYERS)
    scope.lint.error('too-many-layers', scope.path, 'Only the first {most} of {count} layers are drawn', {
      most: MAX_LAYERS,
      count: all.length,
    })
  const raw = all.slice(0, MAX_LAYERS)
  const place: Place = { ...surroundings, isInSpace: isListInSpace(raw) }
  if (place.isInSpace && !hasCamera(raw)) scope.lint.playersDiffer(scope.path, '3D Layer')
  const family = readFamily(raw, scope)
  const converted = raw.map((layer, n) => {
    if (!countLayer(conversion)) return undefined
    const inner = at(scope, n)
    const result = convertLayer(layer, place, inner)
    // Another layer follows this one, so its movement is needed even if nothing of it is drawn.
    return result ?? (family.parents.has(n) ? handle(layer, place, inner) : undefined)
  })
  const mattes = readMattes(raw, scope)
  const sources = new Set(mattes.map((matte) => matte?.index))
  raw.forEach((layer, n) => {
    const own = converted[n]
    if (!own) return
    const parent = family.parentIndices[n]
    const leader = parent === undefined ? undefined : converted[parent]
    if (leader) own.parent = leader.id
    const matte = mattes[n]
    if (matte) applyMatte(own, converted[matte.index], matte.mode, at(scope, n))
    if (matte && layer.tp === undefined && raw[matte.index]?.td !== 1) warnOfUnmarkedMatte(at(scope, n))
    if (layer.td === 1 && !sources.has(n)) own.visible = false
  })
  const list = { raw, converted, parentIndices: family.parentIndices, place, scope }
  return converted.flatMap((_, n) => expandMultiLayerEffects(list, n))
}

/** A null that other layers follow. */
function handle(raw: Record<string, unknown>, { conversion, isInSpace }: Place, scope: Scope): LayerJson {
  const ks = convertTransform(raw.ks, at(scope, 'ks'))
  const start = numberOr(raw.ip, 0) - scope.shift
  const end = numberOr(raw.op, start + 1) - scope.shift
  return {
    id: takeId(conversion, raw.nm, 'null'),
    type: 'group',
    in: start,
    out: Math.max(start + 1, end),
    ...(Object.keys(ks).length > 0 ? { ks } : {}),
    ...(isInSpace && raw.ddd === 1 ? { space: convertSpace(raw.ks, at(scope, 'ks')) } : {}),
    layers: [],
  }
}

interface Family {
  /** For each layer the index of its parent. */
  parentIndices: (number | undefined)[]
  /** Indices of all parents. */
  parents: ReadonlySet<number>
}

function readFamily(raw: readonly Record<string, unknown>[], scope: Scope): Family {
  const byNumber = new Map(raw.map((layer, n) => [layer.ind, n]))
  const parentIndices = raw.map((layer, n) => {
    if (layer.parent === undefined || layer.parent === null) return undefined
    const parent = byNumber.get(layer.parent)
    if (parent === undefined || parent === n) {
      scope.lint.warn('unknown-reference', at(scope, n).path, 'The layer follows {parent}, which is not there', {
        parent: String(layer.parent).slice(0, 20),
      })
      return undefined
    }
    return parent
  })
  raw.forEach((_, n) => {
    const seen = new Set([n])
    for (let next = parentIndices[n]; next !== undefined; next = parentIndices[next]) {
      if (!seen.has(next)) {
        seen.add(next)
        continue
      }
      scope.lint.error('cycle', at(scope, n).path, 'Layers follow each other in a circle; the circle was cut here')
      parentIndices[n] = undefined
      break
    }
  })
  return { parentIndices, parents: new Set(parentIndices.filter((parent) => parent !== undefined)) }
}

const MATTE_MODES: Readonly<Record<number, string>> = { 1: 'alpha', 2: 'alpha-inverted', 3: 'luma', 4: 'luma-inverted' }

/** For each layer the index and mode of its matte. */
function readMattes(
  raw: readonly Record<string, unknown>[],
  scope: Scope,
): ({ index: number; mode: string } | undefined)[] {
  const byNumber = new Map(raw.map((layer, n) => [layer.ind, n]))
  return raw.map((layer, n) => {
    const mode = MATTE_MODES[numberOr(layer.tt, 0)]
    if (!mode) return undefined
    const index = layer.tp === undefined ? n - 1 : (byNumber.get(layer.tp) ?? -1)
    if (index >= 0 && index !== n) return { index, mode }
    scope.lint.warn('unknown-reference', at(scope, n).path, 'The matte of this layer is not there')
    return undefined
  })
}

/** Bodymovin marks each layer that serves as a matte; some exporters do not, and players then show the layer. */
function warnOfUnmarkedMatte(scope: Scope): void {
  scope.lint.warn(
    'unknown-reference',
    scope.path,
    'The layer above is not marked as a matte in this file; it is used as one and not shown itself',
  )
}

function applyMatte(layer: LayerJson, source: LayerJson | undefined, mode: string, scope: Scope): void {
  if (!source) {
    scope.lint.warn('unknown-reference', scope.path, 'The matte of this layer is not drawn, so the layer is hidden')
    layer.visible = false
    return
  }
  delete source.visible
  layer.matte = { layer: source.id, mode }
}
