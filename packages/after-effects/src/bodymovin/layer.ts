// Converts one layer: the common properties, and all kinds except text.

import {
  at,
  colorKind,
  convertProperty,
  namingLayer,
  numberKind,
  optional,
  type PropertyJson,
  type Scope,
} from '@vitrine/document/bodymovin-property'
import { isRecord } from '@vitrine/document/check'
import { numberOr, records, textOr } from '@vitrine/document/cleanse'
import type { PixelsOf } from '@vitrine/document/definition'
import { EFFECTS } from '@vitrine/document/effect'
import type { Placeholder, PlaceholderKind } from '@vitrine/document/field-collector'
import { clause, remarkText } from '@vitrine/document/lint'
import { embeddedName, type FileFacts, findFile, findNamesake, readFileName } from '../source/files.ts'
import { guessPlaceholder, readPlaceholder } from '../source/name-rule.ts'
import { type Content, findRawAsset, type LayerJson, type Place, takeId, useAsset } from './conversion.ts'
import { convertBlendMode, convertEffects, convertStyles, type EffectJson, hasVisibleEffects } from './effect.ts'
import { convertShapes, type ShapeJson } from './shape.ts'
import { bakeCurvedMotion, convertCamera, convertSpace, isListInSpace } from './space.ts'
import { convertText } from './text.ts'
import { boxTransform, convertMasks, convertTransform } from './transform.ts'

const KINDS: Readonly<Record<number, string>> = {
  7: remarkText('Video placeholders are not drawn'),
  8: remarkText('Image sequences are not drawn'),
  10: remarkText('Still placeholders are not drawn'),
}

/** Converts a layer, or reports why there is nothing to draw. */
export function convertLayer(raw: Record<string, unknown>, place: Place, scope: Scope): LayerJson | undefined {
  const start = numberOr(raw.ip, 0) - scope.shift
  const end = numberOr(raw.op, start + 1) - scope.shift
  if (end <= start || Math.abs(start) > 1e6 || Math.abs(end) > 1e6) {
    scope.lint.info('empty-layer', scope.path, 'The layer is never shown')
    return undefined
  }
  const placeholder = findPlaceholder(raw, place, scope)
  const content = convertContent(raw, place, scope, placeholder)
  if (!content) return undefined
  return assemble(raw, content, { in: start, out: end }, place, scope, placeholder)
}

function findPlaceholder(layer: Record<string, unknown>, place: Place, scope: Scope): Placeholder | undefined {
  const raw = namingLayer(layer)
  const asset = findRawAsset(place.conversion, raw.refId)
  const placeholder = readPlaceholder(raw.nm) ?? readPlaceholder(asset?.nm) ?? guessFields(raw, asset, place, scope)
  for (const option of placeholder?.unknown ?? [])
    scope.lint.warn('placeholder', scope.path, '"{option}" is not an option of a placeholder', {
      option: option.slice(0, 60),
    })
  if (placeholder && CONTROLS.has(placeholder.kind)) {
    scope.lint.warn(
      'placeholder',
      scope.path,
      '{name} is the name of an expression control, not of a layer; expressions link to it',
      { name: `{${placeholder.kind}: …}` },
    )
    return undefined
  }
  return placeholder
}

/** Field kinds that expression controls become. */
const CONTROLS: ReadonlySet<string> = new Set(['slider', 'point', 'choice'])

/** What a layer can be a placeholder for, by Bodymovin's type number. */
const GUESSES: Readonly<Record<number, readonly PlaceholderKind[]>> = {
  0: ['media', 'photo', 'video'],
  1: ['media', 'photo', 'video', 'color'],
  2: ['media', 'photo', 'video'],
  4: ['color'],
  5: ['text'],
  6: ['audio'],
  9: ['media', 'photo', 'video'],
}

/** A placeholder with a plain name: used if the designer has enabled this, otherwise suggested. Slots identify themselves. */
function guessFields(
  raw: Record<string, unknown>,
  asset: Record<string, unknown> | undefined,
  place: Place,
  scope: Scope,
): Placeholder | undefined {
  const { conversion } = place
  const kinds = GUESSES[numberOr(raw.ty, -1)] ?? []
  const data = isRecord(raw.t) && isRecord(raw.t.d) ? raw.t.d : {}
  if (raw.td === 1 || conversion.slots.find(data.sid) || conversion.slots.find(asset?.sid)) return undefined
  const found = guessPlaceholder(raw.nm, kinds) ?? guessPlaceholder(asset?.nm, kinds)
  if (!found || conversion.options.layerNames) return found
  if (!conversion.options.autoFields)
    scope.lint.info('proposal', scope.path, '"{layer}" could be a field: use layer names, or name the layer {name}', {
      layer: textOr(raw.nm, '').slice(0, 60),
      name: `{${found.kind}: ${found.label}}`,
    })
  return undefined
}

function assemble(
  raw: Record<string, unknown>,
  content: Content,
  time: { in: number; out: number },
  place: Place,
  scope: Scope,
  placeholder: Placeholder | undefined,
): LayerJson {
  const { conversion } = place
  const transform = convertTransform(toPlaneTransform(raw, place), at(scope, 'ks'))
  const ks = content.corner ? boxTransform(transform, content.corner) : transform
  const id = takeId(conversion, placeholder?.label ?? raw.nm, content.type)
  if (content.type === 'text' && ks && !conversion.textIds.has(raw)) conversion.textIds.set(raw, id)
  const around = {
    ...(typeof raw.nm === 'string' && raw.nm !== '' ? { name: raw.nm.slice(0, 200) } : {}),
    ...(raw.hd === true ? { visible: false } : {}),
    ...(placeholder?.kind === 'toggle' ? { visible: { $field: conversion.fields.toggle(placeholder) } } : {}),
    ...convertBlendMode(raw.bm, scope),
    ...(raw.ao === 1 ? { autoOrient: true } : {}),
    ...(isDeep(raw, place) ? { space: convertSpace(raw.ks, at(scope, 'ks')) } : {}),
    ...(raw.mb === true && conversion.shutter ? { motionBlur: conversion.shutter } : {}),
    ...optional('effects', convertEffectsAndStyles(raw, scope)),
  }
  if (raw.mb === true && !conversion.shutter)
    scope.lint.info(
      'motion-blur',
      scope.path,
      'Motion blur is on for the layer, but not for the comp in this file, so it is not drawn',
    )
  const masks = raw.hasMask === false ? undefined : raw.masksProperties
  if (ks) {
    const mask = convertMasks(masks, content.corner ?? [0, 0], at(scope, 'masksProperties'))
    const moved = Object.keys(ks).length > 0 ? { ks } : {}
    return { id, type: content.type, ...time, ...moved, ...around, ...optional('mask', mask), ...content.props }
  }
  // A layer with a box cannot have an animated anchor: a surrounding group carries the movement.
  const inner = {
    id: takeId(conversion, `${id}-inside`, content.type),
    type: content.type,
    ...time,
    ...content.props,
  }
  if (content.type === 'text' && !conversion.textIds.has(raw)) conversion.textIds.set(raw, inner.id)
  const mask = convertMasks(masks, [0, 0], at(scope, 'masksProperties'))
  return { id, type: 'group', ...time, ks: transform, ...around, ...optional('mask', mask), layers: [inner] }
}

function isDeep(raw: Record<string, unknown>, { isInSpace }: Place): boolean {
  return isInSpace && (raw.ddd === 1 || raw.ty === 13)
}

/** The planar transform of a layer. */
export function toPlaneTransform(raw: Record<string, unknown>, place: Place): unknown {
  if (!isDeep(raw, place) || !isRecord(raw.ks)) return raw.ks
  // The anchor of a camera is its point of interest.
  if (raw.ty === 13) return { p: bakeCurvedMotion(raw.ks.p) }
  return { ...raw.ks, p: bakeCurvedMotion(raw.ks.p), a: bakeCurvedMotion(raw.ks.a) }
}

/** Layer types that After Effects draws in their own pixels first: precomps, solids, pictures and videos. */
const IN_OWN_PIXELS: ReadonlySet<number> = new Set([0, 1, 2, 9])

/** Whether a layer is drawn in its own pixels, changed by its effects, and then transformed. */
export function isInOwnPixels(raw: Record<string, unknown>): boolean {
  return IN_OWN_PIXELS.has(numberOr(raw.ty, -1)) && raw.ct !== 1
}

/**
 * The effects of a layer and, after them, its styles. Effects come before the layer's transform, styles after it; content that
 * is rasterised at each size (shapes, texts, collapsed precomps) is transformed before its effects.
 */
function convertEffectsAndStyles(raw: Record<string, unknown>, scope: Scope): EffectJson[] | undefined {
  const effects = setEffectPixels(isInOwnPixels(raw) ? 'layer' : 'list', convertEffects(raw.ef, at(scope, 'ef')))
  const all = [...effects, ...setEffectPixels('list', convertStyles(raw.sy, at(scope, 'sy')))]
  return all.length > 0 ? all : undefined
}

function setEffectPixels(pixels: PixelsOf, effects: readonly EffectJson[]): EffectJson[] {
  return effects.map((effect) => (EFFECTS.get(effect.type)?.hasLengths ? { ...effect, pixels } : effect))
}

function convertContent(
  raw: Record<string, unknown>,
  place: Place,
  scope: Scope,
  placeholder: Placeholder | undefined,
): Content | undefined {
  const alphaVideo = place.conversion.options.plates?.get(textOr(raw.nm, ''))
  if (alphaVideo) {
    const box = [0, 0, alphaVideo.width, alphaVideo.height]
    scope.lint.info('covered-by-plate', scope.path, 'Replaced by a pre-rendered alpha video')
    return { type: 'plate', props: { asset: useAsset(place.conversion, alphaVideo), box }, corner: [0, 0] }
  }
  const kind = numberOr(raw.ty, -1)
  if (placeholder && isPicturePlaceholder(placeholder) && kind !== 5)
    return mediaFrame(raw, kind, place, placeholder, scope)
  switch (kind) {
    case 0:
      return precomp(raw, place, scope)
    case 1:
      return solid(raw, place, scope, placeholder)
    case 2:
      return picture(raw, place, scope)
    case 3:
    case 12:
      // Bodymovin writes adjustment layers as nulls, with their effects but without a size: they cover the composition.
      return hasVisibleEffects(raw.ef)
        ? { type: 'adjustment', props: { box: [0, 0, place.width, place.height] }, corner: [0, 0] }
        : { type: 'group', props: { layers: [] } }
    case 4:
      return shape(raw, place, scope, placeholder)
    case 5:
      return convertText(raw, place, scope, placeholder)
    case 6:
      return sound(raw, place, scope, placeholder)
    case 9:
      return video(raw, place, scope)
    case 11:
      return undefined
    case 13:
      // A camera affects only three-dimensional layers.
      return place.isInSpace ? { type: 'group', props: { layers: [], camera: convertCamera(raw, scope) } } : undefined
    default:
      reportKind(kind, scope)
      return undefined
  }
}

function isPicturePlaceholder({ kind }: Placeholder): boolean {
  return kind === 'photo' || kind === 'video' || kind === 'media'
}

function reportKind(kind: number, scope: Scope): void {
  if (kind === 14) scope.lint.warn('three-d', scope.path, 'Lights of a 3D scene are not used')
  else if (kind === 15) scope.lint.info('layer-kind', scope.path, 'A data layer draws nothing')
  else if (KINDS[kind]) scope.lint.error('layer-kind', scope.path, KINDS[kind])
  else scope.lint.error('layer-kind', scope.path, 'Layers of type {type} are not drawn', { type: kind })
}

/** The size of a layer's content, by kind. */
export function readLayerSize(raw: Record<string, unknown>, place: Place, kind: number): [number, number] {
  const asset = findRawAsset(place.conversion, raw.refId) ?? {}
  const [w, h] = kind === 1 ? [raw.sw, raw.sh] : [raw.w ?? asset.w, raw.h ?? asset.h]
  const side = (value: unknown, fallback: number) => Math.min(1e5, Math.max(1, numberOr(value, fallback)))
  return [side(w, place.width), side(h, place.height)]
}

function precomp(raw: Record<string, unknown>, place: Place, scope: Scope): Content | undefined {
  const asset = findRawAsset(place.conversion, raw.refId)
  if (!Array.isArray(asset?.layers)) {
    scope.lint.error('unknown-reference', scope.path, 'There is no precomp "{precomp}"', {
      precomp: String(raw.refId).slice(0, 60),
    })
    return undefined
  }
  const [width, height] = readLayerSize(raw, place, 0)
  const path = place.conversion.rawAssets.get(String(raw.refId))?.path ?? ''
  const inner: Scope = { ...scope, path: `${path}.layers` }
  const layers = place.nested(String(raw.refId), asset.layers, width, height, inner)
  const stretch = numberOr(raw.sr, 1)
  const isCollapsed = raw.ct === 1
  if (isCollapsed && isListInSpace(records(asset.layers)))
    scope.lint.error(
      'three-d',
      scope.path,
      'Three-dimensional layers inside the precomp are not seen by the camera outside it; turn Collapse Transformations off',
    )
  const tm = convertProperty(raw.tm, numberKind(-1e5, 1e5), at(scope, 'tm'))
  const start = numberOr(raw.st, 0) - scope.shift
  return {
    type: 'group',
    props: {
      layers,
      // Content of a collapsed precomp is visible beyond its edges.
      ...(isCollapsed ? {} : { size: [width, height] }),
      ...(start === 0 ? {} : { st: start }),
      ...(stretch === 1 || stretch === 0 ? {} : { sr: stretch }),
      ...(tm === undefined ? {} : { tm }),
      ...heldFrames(asset, place),
    },
  }
}

/** A precomp with "Preserve frame rate when nested" repeats each of its frames for several frames of the comp. */
function heldFrames({ pfr, fr }: Record<string, unknown>, { conversion }: Place): { step?: number } {
  const step = conversion.fps / Math.max(0.1, numberOr(fr, conversion.fps))
  return pfr === 1 && step > 1.001 ? { step: Math.min(1000, step) } : {}
}

function solid(
  raw: Record<string, unknown>,
  place: Place,
  scope: Scope,
  placeholder: Placeholder | undefined,
): Content {
  const [width, height] = readLayerSize(raw, place, 1)
  const color = String(colorKind.read(raw.sc) ?? '#000000')
  const paint = placeholder?.kind === 'color' ? { $field: place.conversion.fields.color(placeholder, color) } : color
  if (colorKind.read(raw.sc) === undefined)
    scope.lint.warn('invalid-value', at(scope, 'sc').path, 'A colour such as #b4143c is needed')
  return { type: 'solid', props: { color: paint, box: [0, 0, width, height] }, corner: [0, 0] }
}

function shape(
  raw: Record<string, unknown>,
  place: Place,
  scope: Scope,
  placeholder: Placeholder | undefined,
): Content | undefined {
  const shapes = convertShapes(raw.shapes, at(scope, 'shapes'))
  if (placeholder?.kind === 'color') bindFills(shapes, place, placeholder)
  else bindNamedFills(shapes, place)
  return { type: 'shape', props: { shapes } }
}

/** Binds all plain fills of a layer that is named as a colour. */
function bindFills(shapes: readonly ShapeJson[], place: Place, placeholder: Placeholder): void {
  for (const item of shapes) {
    if (item.ty === 'gr') bindFills(item.it as ShapeJson[], place, placeholder)
    if (item.ty === 'fl' && typeof item.c === 'string')
      item.c = { $field: place.conversion.fields.color(placeholder, item.c) }
  }
}

/** Binds fills and strokes that are named as colours themselves. */
function bindNamedFills(shapes: readonly ShapeJson[], place: Place): void {
  for (const item of shapes) {
    if (item.ty === 'gr') bindNamedFills(item.it as ShapeJson[], place)
    const placeholder =
      (item.ty === 'fl' || item.ty === 'st') && typeof item.c === 'string' ? readPlaceholder(item.nm) : undefined
    if (placeholder?.kind === 'color') item.c = { $field: place.conversion.fields.color(placeholder, String(item.c)) }
  }
}

/** The file of an asset; undefined is reported. */
function findAssetFile(asset: Record<string, unknown>, place: Place, scope: Scope): FileFacts | undefined {
  const { files } = place.conversion
  const name = textOr(asset.p, '')
  if (name.startsWith('data:')) {
    const file = files.get(embeddedName(asset.id))
    if (!file)
      scope.lint.error('embedded-file', scope.path, 'A file inside the animation is of a kind or size that is refused')
    return file
  }
  const read = readFileName(asset.u, name)
  if ('refused' in read) {
    const isRemote = read.refused === 'remote-file'
    scope.lint.error(
      read.refused,
      scope.path,
      isRemote ? 'Files at addresses are refused; put them beside the animation' : 'The file name "{file}" is refused',
      { file: name.slice(0, 80) },
    )
    return undefined
  }
  const file = findFile(files, read.path)
  if (!file) {
    const near = findNamesake(place.conversion.files, read.path)
    scope.lint.error('file-missing', scope.path, [
      clause('The file "{file}" is not there', { file: read.path.slice(0, 120) }),
      ...(near === undefined
        ? []
        : [clause('"{file}" is: rename it, or export the file again', { file: near.slice(0, 120) })]),
    ])
  }
  return file
}

function picture(raw: Record<string, unknown>, place: Place, scope: Scope): Content | undefined {
  const { conversion } = place
  const asset = findRawAsset(conversion, raw.refId)
  if (!asset) {
    scope.lint.error('unknown-reference', scope.path, 'There is no picture "{picture}"', {
      picture: String(raw.refId).slice(0, 60),
    })
    return undefined
  }
  const [width, height] = readLayerSize({ refId: raw.refId }, place, 2)
  const box = [0, 0, width, height]
  const slot = conversion.slots.find(asset.sid)
  const filled = slot && isRecord(slot.value) ? { ...asset, ...slot.value, id: asset.id } : asset
  if (slot?.binding !== undefined)
    return { type: 'media', props: { source: slot.binding, box, fit: 'cover' }, corner: [0, 0] }
  if (slot || conversion.options.autoFields) {
    const label = slot?.named ?? { label: textOr(raw.nm, 'Photo').replace(/\.\w{2,4}$/, '') || 'Photo' }
    return frame({ kind: 'media', unknown: [], ...label }, [width, height], filled, place, scope)
  }
  const file = findAssetFile(filled, place, scope)
  if (file?.kind !== 'image') {
    if (file) scope.lint.error('file-kind', scope.path, 'This file is no picture')
    return undefined
  }
  scope.lint.info('proposal', scope.path, 'The picture "{layer}" could be a field: name the layer {name}', {
    layer: textOr(raw.nm, '').slice(0, 60),
    name: '{photo: …}',
  })
  // Lottie players fill the asset's size and crop the rest.
  return { type: 'image', props: { asset: useAsset(conversion, file), box, fit: 'cover' }, corner: [0, 0] }
}

function mediaFrame(
  raw: Record<string, unknown>,
  kind: number,
  place: Place,
  placeholder: Placeholder,
  scope: Scope,
): Content | undefined {
  if (kind !== 0 && kind !== 1 && kind !== 2 && kind !== 9) {
    scope.lint.error(
      'placeholder',
      scope.path,
      'A photo or video can stand for a solid, a picture, a video or a precomp alone',
    )
    return undefined
  }
  const asset = findRawAsset(place.conversion, raw.refId)
  return frame(
    placeholder,
    readLayerSize(kind === 2 ? { refId: raw.refId } : raw, place, kind),
    kind === 2 ? asset : undefined,
    place,
    scope,
  )
}

function frame(
  placeholder: Placeholder,
  [width, height]: [number, number],
  example: Record<string, unknown> | undefined,
  place: Place,
  scope: Scope,
): Content {
  const { conversion } = place
  const file = example ? findAssetFile(example, place, scope) : undefined
  const image = file?.kind === 'image' ? useAsset(conversion, file) : undefined
  const source = { $field: conversion.fields.media(placeholder, [width, height], image) }
  return {
    type: 'media',
    props: { source, box: [0, 0, width, height], fit: placeholder.fit ?? 'cover' },
    corner: [0, 0],
  }
}

function video(raw: Record<string, unknown>, place: Place, scope: Scope): Content | undefined {
  const asset = findRawAsset(place.conversion, raw.refId)
  const file = asset ? findAssetFile(asset, place, scope) : undefined
  if (file?.kind !== 'video') {
    if (!asset || file) scope.lint.error('file-kind', scope.path, 'This layer has no video')
    return undefined
  }
  const [width, height] = [numberOr(asset?.w, file.width), numberOr(asset?.h, file.height)]
  return {
    type: 'media',
    props: { source: useAsset(place.conversion, file), box: [0, 0, width, height], fit: 'cover' },
    corner: [0, 0],
  }
}

const volume = numberKind(0, 200)

function sound(
  raw: Record<string, unknown>,
  place: Place,
  scope: Scope,
  placeholder: Placeholder | undefined,
): Content | undefined {
  const { conversion } = place
  const asset = findRawAsset(conversion, raw.refId)
  const file = asset ? findAssetFile(asset, place, scope) : undefined
  if (file?.kind !== 'audio' && placeholder?.kind !== 'audio') {
    if (!asset || file) scope.lint.error('file-kind', scope.path, 'This layer has no sound')
    return undefined
  }
  const id = file?.kind === 'audio' ? useAsset(conversion, file) : undefined
  const level = convertProperty(isRecord(raw.au) ? raw.au.lv : undefined, volume, at(at(scope, 'au'), 'lv'))
  const skipped = Math.max(0, (numberOr(raw.ip, 0) - numberOr(raw.st, 0)) / conversion.fps)
  const source: PropertyJson =
    placeholder?.kind === 'audio'
      ? { $field: conversion.fields.audio(placeholder, id) }
      : skipped > 0
        ? { asset: id, trim: { startSeconds: skipped } }
        : id
  return { type: 'audio', props: { source, ...(level === undefined ? {} : { audio: { volume: level } }) } }
}
