// Text layers: their text, position, and animators. Texts that a customer enters need a font file; others may be drawn from the
// animation's own glyph outlines.

import {
  at,
  colorKind,
  convertProperty,
  LIVE,
  namingLayer,
  type PropertyJson,
  pathKind,
  type Scope,
  unitChannelsToHex,
} from '@vitrine/document/bodymovin-property'
import { isRecord } from '@vitrine/document/check'
import { numberOr, records, textOr } from '@vitrine/document/cleanse'
import { type Named, type Placeholder, shrinking } from '@vitrine/document/field-collector'
import { remarkText } from '@vitrine/document/lint'
import { letterCase } from '@vitrine/document/shown-text'
import type { FontChoice } from '../source/font-table.ts'
import { guessPlaceholder, readPlaceholder } from '../source/name-rule.ts'
import {
  type Content,
  type Conversion,
  type ConversionOptions,
  glyphKey,
  type LayerJson,
  type Place,
  takeId,
} from './conversion.ts'
import type { ShapeJson } from './shape.ts'
import { convertAnimators, convertGrouping } from './text-animator.ts'

const LETTERS_MISSING = remarkText(
  'Not all letters of "{font}" are in the file, so the store’s own copy of the font is used; turn on "Glyphs" in Bodymovin’s settings',
)

/** A counter has one keyframe for each number. */
const MAX_STATES = 1000

/** Converts the content of a text layer. */
export function convertText(
  raw: Record<string, unknown>,
  place: Place,
  scope: Scope,
  placeholder: Placeholder | undefined,
): Content | undefined {
  const data = isRecord(raw.t) ? raw.t : {}
  const slot = place.conversion.slots.find(isRecord(data.d) ? data.d.sid : undefined)
  const states = readStates(isRecord(slot?.value) ? slot.value : data.d)
  const [first] = states
  if (!first) {
    scope.lint.warn('empty-layer', scope.path, 'The text layer has no text')
    return undefined
  }
  if (isRecord(data.p) && data.p.m !== undefined)
    scope.lint.error('text-on-path', scope.path, 'Text along a path is not drawn; it is set straight')
  const named = namedField(raw, place.conversion, placeholder, slot?.named)
  const live = liveNumber(data.d)
  if (named || slot?.binding !== undefined || live !== undefined || states.length === 1)
    return convertState(first.state, raw, place, scope, { data, named, binding: slot?.binding, placeholder, live })
  return sequence(states, raw, place, scope, data)
}

/** The field that the text shows, if any. */
function namedField(
  raw: Record<string, unknown>,
  conversion: Conversion,
  placeholder: Placeholder | undefined,
  slot: Named | undefined,
): Named | undefined {
  if (placeholder?.kind === 'text') return placeholder
  if (slot) return slot
  return conversion.options.autoFields
    ? { label: textOr(namingLayer(raw).nm, '').trim().slice(0, 80) || 'Text' }
    : undefined
}

/** Whether customers fill in a text layer: by its name, a slot, or the owner's choice. */
export function isFilledText(
  raw: Record<string, unknown>,
  { slots }: Record<string, unknown>,
  { autoFields, layerNames, slotBindings = {} }: ConversionOptions,
): boolean {
  const data = isRecord(raw.t) && isRecord(raw.t.d) ? raw.t.d : {}
  const isSlot =
    typeof data.sid === 'string' &&
    ((isRecord(slots) && Object.hasOwn(slots, data.sid)) || Object.hasOwn(slotBindings, data.sid))
  return (
    isSlot ||
    autoFields === true ||
    readPlaceholder(raw.nm)?.kind === 'text' ||
    (layerNames === true && guessPlaceholder(raw.nm, ['text']) !== undefined)
  )
}

interface Wording {
  readonly data: Record<string, unknown>
  readonly named: Named | undefined
  readonly binding: PropertyJson
  readonly placeholder: Placeholder | undefined
  /** Index of the live expression that computes the text. */
  readonly live: number | undefined
}

function liveNumber(source: unknown): number | undefined {
  const live = isRecord(source) ? (source as Record<symbol, unknown>)[LIVE] : undefined
  return typeof live === 'number' ? live : undefined
}

/** Text that changes over time: one layer per keyframe, in a group that carries all other properties. */
function sequence(
  states: readonly { t: number; state: TextState }[],
  raw: Record<string, unknown>,
  place: Place,
  scope: Scope,
  data: Record<string, unknown>,
): Content {
  const end = numberOr(raw.op, 1) - scope.shift
  const layers = states.slice(0, MAX_STATES).flatMap(({ t, state }, n): LayerJson[] => {
    const from = n === 0 ? numberOr(raw.ip, 0) - scope.shift : t - scope.shift
    const to = (states[n + 1]?.t ?? end + scope.shift) - scope.shift
    if (to <= from || state.text.trim() === '') return []
    const wording = { data, named: undefined, binding: undefined, placeholder: undefined, live: undefined }
    const content = convertState(state, raw, place, scope, wording)
    const id = takeId(place.conversion, state.text.slice(0, 30), 'words')
    return [{ id, type: content.type, in: from, out: to, ...content.props }]
  })
  return { type: 'group', props: { layers } }
}

function convertState(
  state: TextState,
  raw: Record<string, unknown>,
  place: Place,
  scope: Scope,
  wording: Wording,
): Content {
  const { conversion } = place
  const isFixed = !wording.named && wording.binding === undefined && wording.live === undefined
  const animators = records(wording.data.a)
  if (isFixed && !conversion.keepsTexts && !conversion.fonts.has(state.fontName) && animators.length === 0) {
    const shapes = glyphShapes(state, conversion, scope)
    if (shapes) {
      scope.lint.info('font-as-shapes', scope.path, '"{font}" is drawn from the outlines in the file', {
        font: state.fontName.slice(0, 60),
      })
      return { type: 'shape', props: { shapes } }
    }
  }
  const font = conversion.fonts.find(
    state.fontName,
    scope.path,
    isFixed ? letterCase(state.text, state).text : undefined,
  )
  if (!font) {
    scope.lint.error('font-replaced', scope.path, 'There is no font at all')
    return { type: 'group', props: { layers: [] } }
  }
  if (isFixed && font.isExact && font.isBundled && !hasLetters(state, conversion))
    scope.lint.warn('letters-missing', scope.path, LETTERS_MISSING, { font: state.fontName.slice(0, 60) })
  if (isFixed && state.text.trim() !== '')
    scope.lint.info('proposal', scope.path, '"{text}" could be a field: name the layer {name}', {
      text: state.text.slice(0, 40),
      name: '{text: …}',
    })
  return textContent(state, font, raw, place, scope, wording)
}

/** Whether the animation contains the outlines of all letters of a text. */
function hasLetters({ text, fontName }: TextState, { glyphs, fonts }: Conversion): boolean {
  const { family, style } = fonts.glyphKey(fontName)
  return [...text].every((letter) => letter === '\n' || glyphs.has(glyphKey(letter, family, style)))
}

/** Keyed by the indices of the Paragraph panel; players know the first three. */
const JUSTIFICATIONS: Readonly<Record<number, string>> = {
  4: 'Justify Last Right',
  5: 'Justify Last Center',
  6: 'Justify All',
}
const ALIGNMENTS = ['left', 'right', 'center', 'justify', 'justify-right', 'justify-center', 'justify-all']

function textContent(
  state: TextState,
  font: FontChoice,
  raw: Record<string, unknown>,
  place: Place,
  scope: Scope,
  { data, named, binding, placeholder, live }: Wording,
): Content {
  const { conversion } = place
  const lines = state.text.split('\n').length
  const room = state.box ? Math.max(lines, Math.floor(state.box[3] / (state.lineHeight * state.size) + 0.3)) : lines
  const isField = named !== undefined || binding !== undefined
  const isOpen = isField || live !== undefined
  const box = state.box
    ? paragraphBox(state, font)
    : pointBox(state, isOpen ? roomFor(raw, state, place) : place.width * 4, room)
  const text =
    binding ??
    (named ? { $field: conversion.fields.text(named, state.text, { size: state.size, lines: room }) } : state.text)
  const fill =
    placeholder?.kind === 'color' && state.fill
      ? { $field: conversion.fields.color(placeholder, state.fill) }
      : state.fill
  if (state.smallCaps)
    scope.lint.warn(
      'text-feature',
      at(scope, 't').path,
      'Small caps are capitals at 70 % of the size, also where the font has its own',
    )
  const justification = state.box && JUSTIFICATIONS[state.justify]
  for (const feature of [justification, state.hasSoftBreaks && 'Shift+Enter'])
    if (feature) scope.lint.playersDiffer(at(scope, 't').path, feature)
  const animate = convertAnimators(data.a, state.size, at(at(scope, 't'), 'a'))
  const valign =
    state.box && state.vertical === 1 ? 'middle' : state.box && state.vertical === 2 ? 'bottom' : 'baseline'
  return {
    type: 'text',
    props: {
      text,
      ...(live === undefined ? {} : { liveText: live }),
      // Customers cannot edit the text of an expression, which may become as long as a field's text.
      ...(live === undefined || isField ? {} : { locks: ['content'], fit: shrinking(state.size) }),
      box: valign === 'baseline' || !state.box ? box : state.box,
      font: font.family,
      weight: font.weight,
      ...(font.style === 'italic' ? { style: 'italic' } : {}),
      size: state.size,
      align: ALIGNMENTS[state.justify] ?? 'left',
      valign,
      lineHeight: state.lineHeight,
      fill: fill ?? '#00000000',
      ...(state.tracking === 0 ? {} : { tracking: state.tracking }),
      ...(state.baselineShift === 0 ? {} : { baseline: state.baselineShift }),
      ...(state.stroke ? { stroke: { ...state.stroke, join: 'miter' } } : {}),
      ...(state.uppercase ? { uppercase: true } : {}),
      ...(state.smallCaps ? { smallCaps: true } : {}),
      ...(state.box ? {} : { wrap: 'none' }),
      ...(animate.length > 0 ? { animate, ...convertGrouping(data.m, data.a, at(at(scope, 't'), 'm')) } : {}),
    },
    corner: [box[0] as number, valign === 'baseline' || !state.box ? (box[1] as number) : state.box[1]],
  }
}

/** Paragraph text: its first baseline is below the top by the font's ascent, as the animation measured it. */
function paragraphBox({ box, size }: TextState, font: FontChoice): number[] {
  const [x, y, width, height] = box ?? [0, 0, 1, 1]
  const ascent = (font.ascentPercent / 100) * size
  return [x, y + ascent, width, Math.max(1, height)]
}

function pointBox(state: TextState, width: number, lines: number): number[] {
  const x = state.justify === 1 ? -width : state.justify === 2 ? -width / 2 : 0
  return [x, 0, width, Math.max(1, state.size * state.lineHeight * lines)]
}

/** How wide point text may grow before it leaves the picture; a generous value when that is unknown. */
function roomFor(raw: Record<string, unknown>, state: TextState, { width }: Place): number {
  const ks = isRecord(raw.ks) ? raw.ks : {}
  const still = (property: unknown) =>
    isRecord(property) && Array.isArray(property.k) ? property.k.map((item) => numberOr(item, Number.NaN)) : []
  const x = still(ks.p)[0]
  const scale = Math.abs(still(ks.s)[0] ?? 100) / 100
  const isKnown =
    raw.parent === undefined && x !== undefined && Number.isFinite(x) && x > 0 && x < width && scale > 0.01
  if (!isKnown) return width * 0.9
  const space = state.justify === 1 ? x : state.justify === 2 ? 2 * Math.min(x, width - x) : width - x
  return Math.max(state.size, (space * 0.96) / scale)
}

/** Shapes that draw the text; undefined when an outline is missing or the text needs line breaks. */
function glyphShapes(state: TextState, conversion: Conversion, scope: Scope): ShapeJson[] | undefined {
  if (state.box || state.smallCaps || conversion.glyphs.size === 0 || state.justify > 2) return undefined
  const { family, style } = conversion.fonts.glyphKey(state.fontName)
  const text = state.uppercase ? state.text.toUpperCase() : state.text
  const tracking = (state.tracking / 1000) * state.size
  const groups: ShapeJson[] = []
  for (const [n, line] of text.split('\n').entries()) {
    const glyphs = [...line].map((character) => conversion.glyphs.get(glyphKey(character, family, style)))
    if (glyphs.some((glyph) => glyph === undefined)) return undefined
    const advances = glyphs.map((glyph) => (numberOr(glyph?.w, 0) / 100) * state.size + tracking)
    const width = advances.reduce((sum, advance) => sum + advance, 0) - (advances.length > 0 ? tracking : 0)
    let x = state.justify === 1 ? -width : state.justify === 2 ? -width / 2 : 0
    const y = n * state.lineHeight * state.size - state.baselineShift
    glyphs.forEach((glyph, index) => {
      const outline = convertGlyphOutline(glyph, scope)
      const scale = state.size
      if (outline.length > 0) groups.push({ ty: 'gr', it: [...outline, { ty: 'tr', p: [x, y], s: [scale, scale] }] })
      x += advances[index] ?? 0
    })
  }
  const fill: ShapeJson[] = state.fill ? [{ ty: 'fl', c: state.fill }] : []
  const stroke: ShapeJson[] = state.stroke ? [{ ty: 'st', c: state.stroke.color, w: state.stroke.width }] : []
  // The first paint is drawn on top.
  return [...groups, ...(state.stroke?.over ? [...stroke, ...fill] : [...fill, ...stroke])]
}

function convertGlyphOutline(glyph: Record<string, unknown> | undefined, scope: Scope): ShapeJson[] {
  const data = isRecord(glyph?.data) ? glyph.data : {}
  return records(data.shapes).flatMap((shape) => {
    const items = shape.ty === 'gr' || Array.isArray(shape.it) ? records(shape.it) : [shape]
    return items.flatMap((item) => {
      const ks = item.ty === 'sh' ? convertProperty(item.ks, pathKind(true), scope) : undefined
      return ks === undefined ? [] : [{ ty: 'sh', ks }]
    })
  })
}

// Reads the keyframes of After Effects' Source Text.

/** One keyframe of the text, as in After Effects' Source Text. */
interface TextState {
  readonly text: string
  /** Lines were broken with Shift+Enter. */
  readonly hasSoftBreaks: boolean
  readonly fontName: string
  readonly size: number
  readonly lineHeight: number
  readonly tracking: number
  readonly justify: number
  readonly baselineShift: number
  readonly fill: string | undefined
  readonly stroke: { color: string; width: number; over: boolean } | undefined
  readonly uppercase: boolean
  readonly smallCaps: boolean
  /** Top left corner and size of paragraph text; undefined for point text. */
  readonly box: readonly [number, number, number, number] | undefined
  readonly vertical: number
}

/** The keyframes of a text by their start frames. */
export function readStates(raw: unknown): { t: number; state: TextState }[] {
  if (!isRecord(raw)) return []
  // Files before version 4.4.14 contain the text itself instead of keyframes.
  const keys = Array.isArray(raw.k) ? records(raw.k) : typeof raw.t === 'string' ? [{ t: 0, s: raw }] : []
  return keys.flatMap((key) => (isRecord(key.s) ? [{ t: numberOr(key.t, 0), state: readState(key.s) }] : []))
}

function readState(raw: Record<string, unknown>): TextState {
  const size = Math.min(2000, Math.max(1, numberOr(raw.s, 12)))
  const leading = numberOr(raw.lh, 0)
  const color = (value: unknown) => {
    const read = colorKind.read(value)
    return Array.isArray(value) && value.length > 3 && typeof value[3] === 'number' && value[3] < 1
      ? unitChannelsToHex(value as number[])
      : (read as string | undefined)
  }
  const strokeColor = color(raw.sc)
  const width = numberOr(raw.sw, 0)
  const sides = [raw.ps, raw.sz].map((pair) =>
    Array.isArray(pair) ? pair.map((value) => numberOr(value, 0)) : undefined,
  )
  const [corner, extent] = sides
  return {
    hasSoftBreaks: textOr(raw.t, '').includes('\u0003'),
    text: textOr(raw.t, '')
      .slice(0, 2000)
      .replaceAll('\u0003', '\n')
      .replace(/\r\n|[\r\u2028]/g, '\n'),
    fontName: textOr(raw.f, ''),
    size,
    lineHeight: Math.min(5, Math.max(0.05, leading > 0 ? leading / size : 1.2)),
    tracking: Math.min(5000, Math.max(-500, numberOr(raw.tr, 0))),
    justify: Math.round(numberOr(raw.j, 0)),
    baselineShift: numberOr(raw.ls, 0),
    fill: color(raw.fc),
    stroke:
      strokeColor && width > 0 ? { color: strokeColor, width: Math.min(500, width), over: raw.of === true } : undefined,
    uppercase: raw.ca === 1,
    smallCaps: raw.ca === 2,
    box:
      extent && (extent[0] ?? 0) > 0 && (extent[1] ?? 0) > 0
        ? [corner?.[0] ?? 0, corner?.[1] ?? 0, extent[0] ?? 1, extent[1] ?? 1]
        : undefined,
    vertical: Math.round(numberOr(raw.vj, 0)),
  }
}
