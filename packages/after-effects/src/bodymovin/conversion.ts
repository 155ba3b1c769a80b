// The shared state of one conversion: the animation's files, fonts and slots, the fields found so far, and the number of layers
// so far.

import type { PropertyJson, Scope } from '@vitrine/document/bodymovin-property'
import { isRecord } from '@vitrine/document/check'
import { numberOr, records, textOr } from '@vitrine/document/cleanse'
import { type Asset, type FontFace, framesPerSecond } from '@vitrine/document/document'
import type { AssetId } from '@vitrine/document/field'
import { FieldCollector } from '@vitrine/document/field-collector'
import { MAX_BLUR_SAMPLES, type MotionBlur } from '@vitrine/document/layer-base'
import type { Lint } from '@vitrine/document/lint'
import type { FileFacts, ImportFiles } from '../source/files.ts'
import { FontTable } from '../source/font-table.ts'
import { createSlots, type Slots } from './control.ts'

/** A layer of our document as JSON, validated afterwards. */
export type LayerJson = Record<string, unknown> & { id: string; type: string; in: number; out: number }

/** What a kind of layer adds to the common properties. Layers with a box provide `corner`, its top left corner. */
export interface Content {
  readonly type: string
  readonly props: Record<string, unknown>
  readonly corner?: readonly [number, number]
}

/** The document's maximum number of layers; precomps count at each use. */
export const MAX_LAYERS = 2000

export interface ConversionOptions {
  /** Faces that come with the store. */
  readonly bundledFonts: readonly FontFace[]
  /** Pre-rendered alpha videos by the name of the layer that they replace. */
  readonly plates?: ReadonlyMap<string, FileFacts & { kind: 'plate' }>
  /** Creates fields for all texts and pictures when the file names none. */
  readonly autoFields?: boolean
  /** Creates fields for layers with plain names that say what they accept, such as `PHOTO 1`; otherwise they are only suggested. */
  readonly layerNames?: boolean
  /** Prefix of every layer id, for an animation inside a document. */
  readonly idPrefix?: string
  /** Values for slots that are bound elsewhere. */
  readonly slotBindings?: Readonly<Record<string, PropertyJson>>
}

export interface Conversion {
  readonly lint: Lint
  readonly options: ConversionOptions
  readonly files: ImportFiles
  readonly fps: number
  readonly width: number
  readonly height: number
  /** The animation's own assets by id. */
  readonly rawAssets: ReadonlyMap<string, { readonly asset: Record<string, unknown>; readonly path: string }>
  /** The shutter of layers with motion blur; undefined when the comp's switch is off. */
  readonly shutter: MotionBlur | undefined
  readonly glyphs: ReadonlyMap<string, Record<string, unknown>>
  readonly assets: Map<AssetId, Asset | Record<string, unknown>>
  readonly fonts: FontTable
  readonly fields: FieldCollector
  readonly slots: Slots
  readonly ids: Set<string>
  /** Ids of the document's text layers by the JSON of their source layers. */
  readonly textIds: Map<object, string>
  /** Texts remain texts, whatever fonts are available, because expressions read their size. */
  keepsTexts: boolean
  layerCount: number
}

/** The list of layers that is being converted. */
export interface Place {
  readonly conversion: Conversion
  readonly scope: Scope
  readonly width: number
  readonly height: number
  /** Ids of the surrounding precomps, outermost first. */
  readonly stack: readonly string[]
  /** A camera views its three-dimensional layers. */
  readonly isInSpace: boolean
  /** Converts the layers of a precomp. */
  nested(refId: string, layers: unknown, width: number, height: number, path: Scope): LayerJson[]
}

/** Prepares the conversion of a cleansed animation. */
export function openConversion(
  animation: Record<string, unknown>,
  settings: { lint: Lint; files: ImportFiles; fps: number; width: number; height: number; options: ConversionOptions },
): Conversion {
  const { lint, files, options } = settings
  const fields = new FieldCollector()
  return {
    ...settings,
    rawAssets: new Map(
      records(animation.assets).map((asset, n) => [String(asset.id), { asset, path: `assets[${n}]` }]),
    ),
    shutter: readShutter(animation.mb),
    glyphs: readGlyphs(animation.chars),
    assets: new Map(),
    fonts: new FontTable(animation.fonts, files, options.bundledFonts, lint),
    fields,
    slots: createSlots(animation.slots, fields, lint, options.slotBindings),
    ids: new Set(),
    textIds: new Map(),
    keepsTexts: false,
    layerCount: 0,
  }
}

/** The key of a glyph outline. */
export function glyphKey(character: string, family: string, style: string): string {
  return `${character} ${family} ${style}`
}

/** The comp's shutter. Bodymovin writes it only when the comp's motion blur switch is on. */
function readShutter(raw: unknown): MotionBlur | undefined {
  if (!isRecord(raw)) return undefined
  const within = (value: unknown, rest: number, least: number, most: number) =>
    Math.min(most, Math.max(least, numberOr(value, rest)))
  return {
    angle: within(raw.sa, 180, 0, 720),
    phase: within(raw.sp, -90, -360, 360),
    samples: Math.round(within(raw.spf, 16, 2, MAX_BLUR_SAMPLES)),
  }
}

function readGlyphs(chars: unknown): Map<string, Record<string, unknown>> {
  return new Map(
    records(chars).map((glyph) => [
      glyphKey(textOr(glyph.ch, ''), textOr(glyph.fFamily, ''), textOr(glyph.style, '')),
      glyph,
    ]),
  )
}

/** A readable unique layer id. */
export function takeId(conversion: Conversion, name: unknown, fallback: string): string {
  const base =
    textOr(name, fallback)
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40) || fallback
  const prefix = conversion.options.idPrefix ?? ''
  let id = `${prefix}${base}`
  for (let n = 2; conversion.ids.has(id); n++) id = `${prefix}${base}-${n}`
  conversion.ids.add(id)
  return id
}

/** Counts a layer; false beyond the limit, which is reported once. */
export function countLayer(conversion: Conversion): boolean {
  if (conversion.layerCount < MAX_LAYERS) {
    conversion.layerCount++
    return true
  }
  conversion.lint.error('too-many-layers', '', 'Only {most} layers are drawn, precomps written out', {
    most: MAX_LAYERS,
  })
  return false
}

/** Registers a file as used by the document. */
export function useAsset(conversion: Conversion, file: FileFacts): AssetId {
  if (file.kind === 'image')
    conversion.assets.set(file.id, { kind: 'image', w: file.width, h: file.height, mime: file.mime })
  else if (file.kind === 'video')
    conversion.assets.set(file.id, {
      kind: 'video',
      w: file.width,
      h: file.height,
      seconds: file.seconds,
      mime: file.mime,
    })
  else if (file.kind === 'audio')
    conversion.assets.set(file.id, { kind: 'audio', seconds: file.seconds, mime: file.mime })
  else if (file.kind === 'plate')
    conversion.assets.set(file.id, {
      kind: 'plate',
      w: file.width,
      h: file.height,
      seconds: file.frames / framesPerSecond(file.fps),
      mime: file.mime,
    })
  return file.id
}

/** Finds an asset of the animation by its id. */
export function findRawAsset(conversion: Conversion, refId: unknown): Record<string, unknown> | undefined {
  return conversion.rawAssets.get(String(refId))?.asset
}
