// The template document: the one thing that designers write, customers fill in and the painter draws. Types only; the
// validator of `./validate` turns unknown JSON into these.

import type { AssetId, Field } from './field.ts'
import type { Box, Layer } from './layer.ts'
import type { Color } from './property.ts'
import type { Rig } from './rig.ts'
import type { TransitionKind } from './transition-kind.ts'

/** The version of the document format that this engine writes. Older ones are migrated on read. */
export const DOCUMENT_VERSION = 1

/**
 * The version of the painter. Part of the render key: raise it whenever the same document would be drawn differently,
 * so that no video of an older engine is reused for a new request.
 */
export const ENGINE_VERSION = '9'

/** Frames per second: whole, or as a fraction `[30000, 1001]`. */
export type FrameRate = number | readonly [number, number]

export interface Canvas {
  width: number
  height: number
  fps: FrameRate
  /** Frames. An image template has 1. */
  duration: number
  background?: Color
}

export interface FontFace {
  family: string
  weight?: number
  style?: 'normal' | 'italic'
  /** A TrueType or OpenType file. */
  src: AssetId
  license: string
  /** Emoji: the file is large, so it is fetched only when a text has some. */
  covers?: 'emoji'
  /** Brought by the customer, not by the designer. */
  added?: true
  /** Families of this document tried in order for characters that the font lacks; then all its others. */
  fallback?: readonly string[]
}

export type Asset =
  | { kind: 'image'; w: number; h: number; mime?: string }
  | { kind: 'video'; w: number; h: number; seconds: number; mime?: string }
  | { kind: 'audio'; seconds: number; mime?: string }
  /** A video with transparency; `w` and `h` are those of the picture, the file is twice as high. */
  | { kind: 'plate'; w: number; h: number; seconds: number; fps?: number; frames?: number; mime?: string }

/** Another aspect ratio of the same template: other canvas size, other places. Only the named properties change. */
export interface Variant {
  canvas: { width: number; height: number }
  layers?: Readonly<Record<string, Readonly<Record<string, unknown>> & { box?: Box }>>
}

export interface OutputSettings {
  video?: { codec?: 'h264'; crf?: number; maxHeight?: number }
  image?: { format?: 'png' | 'jpeg'; quality?: number }
  poster?: { frame: number }
  thumbnail?: { frame: number; width?: number }
}

/** What a template says of videos that customers make of their own clips. */
export interface TimelineSettings {
  /** The media layer that the clips take the place of; else the largest one whose field accepts videos. */
  layer?: string
  /** How the template lasts as long as a shorter or longer video; found by looking at its motion when left out. */
  stretch?: TimelineStretch
  /** The transitions that may be used (default: all). */
  transitions?: readonly TransitionKind[]
}

/** The frames at both ends that keep their pace, and what the middle does in a longer video: stand still or start again. */
export interface TimelineStretch {
  intro: number
  outro: number
  middle: 'hold' | 'loop'
}

/** How long a template was before a timeline gave it another length, and how its layers run since. */
export interface TimeRemap extends TimelineStretch {
  frames: number
}

export interface TemplateDocument {
  tdoc: typeof DOCUMENT_VERSION
  id: string
  rev?: number
  name: string
  canvas: Canvas
  fields: readonly Field[]
  fonts: readonly FontFace[]
  assets: Readonly<Record<AssetId, Asset>>
  /** Top first. */
  layers: readonly Layer[]
  variants?: Readonly<Record<string, Variant>>
  output?: OutputSettings
  /** The owner works on it: what the designer made can be removed and regrouped like added layers. */
  unlocked?: true
  timeline?: TimelineSettings
  /** Written by `applyTimeline`: the clock of the layers that are `paced`. */
  pace?: TimeRemap
  /** Written by the import: what expressions that follow the words of customers can ask about. */
  rig?: Rig
  /** Where an imported document came from and what was dropped on the way. */
  origin?: Readonly<Record<string, unknown>>
}

/** A document in which every binding has been replaced by a value and every operation applied: what a painter draws. */
export interface ResolvedDocument extends TemplateDocument {
  readonly resolved: true
}

/** Frames per second as a number. */
export function framesPerSecond(fps: FrameRate): number {
  return typeof fps === 'number' ? fps : fps[0] / fps[1]
}

/**
 * Pixels of a video of a document: its canvas, brought down to the height that the designer allows at most, and even on both
 * sides, as H.264 wants.
 */
export function renderSize({ canvas, output }: Pick<TemplateDocument, 'canvas' | 'output'>): {
  width: number
  height: number
} {
  const scale = Math.min(1, (output?.video?.maxHeight ?? canvas.height) / canvas.height)
  const even = (length: number) => Math.max(2, 2 * Math.round((length * scale) / 2))
  return { width: even(canvas.width), height: even(canvas.height) }
}

/** Running time in seconds. */
export function durationSeconds(canvas: Canvas): number {
  return canvas.duration / framesPerSecond(canvas.fps)
}
