// The interface between layer kinds and the compositor.

import type { TemplateDocument } from '@vitrine/document/document'
import type { Watch } from '@vitrine/document/evaluate'
import type { Host, PictureSource, Sheet } from '@vitrine/document/host'
import type { Layer } from '@vitrine/document/layer'
import type { Bounds, Matrix } from '@vitrine/document/matrix'
import type { DrawContext, Stage } from '@vitrine/document/stage'
import type { CompiledTransform } from '@vitrine/document/transform'
import type { FontLibrary } from '../text/font.ts'
import type { CompiledEffects } from './effect.ts'
import type { Masks } from './mask.ts'
import type { CompiledCamera, CompiledSpace, Projection, SpaceMatrix } from './space.ts'

/** The time of a video that a frame shows. */
export interface VideoFrameRequest {
  assetId: string
  seconds: number
  layerId: string
  /**
   * From the video's own pixels to the canvas; for an alpha video, from those of its upper half. Missing when the source has
   * no video for it, but a photo or nothing.
   */
  place?: Matrix
}

/** What a stroke counts: it has an outline on either side of its path, and is made into one before it is filled. */
export const STROKE_OUTLINES = 3

export interface Content {
  /**
   * One drawing operation whose result can be faded and blended directly. Content of several overlapping operations is
   * drawn apart first, or its parts would show through each other.
   */
  isSingle(frame: number): boolean
  /** Draws with the map from the layer to the device and an opacity. */
  draw(target: DrawContext, matrix: Matrix, frame: number, alpha: number): void
  /** In pixels of the layer; undefined when it may be anywhere on the canvas. */
  bounds(frame: number): Bounds | undefined
  /** Whether it draws into an area, in pixels of the layer; into all of its bounds unless given. */
  comesInto?(area: Bounds, frame: number): boolean
  /** Its own box, where what it draws may be less; the place of effects' points. */
  readonly box?: Bounds
  /** Its parts blend with each other, so it is drawn apart from what lies below even at full opacity. */
  readonly isolates?: boolean
  /**
   * How long the outlines are that it fills and strokes, in pixels of the layer; 0 unless given. Drawing them costs by their
   * length more than by the area around them.
   */
  outlineLength?(frame: number): number
  /** How many pixels of the layer it fills, each as often as it does; those of its bounds unless given. */
  filledArea?(frame: number): number
  /** Layers inside it, top first, and the frame of their own time; for groups. */
  inside?(frame: number): { nodes: readonly LayerNode[]; frame: number }
  /** Whether an effect changes one of its layers at a frame. */
  filters?(frame: number): boolean
  /** Videos that the frame shows. */
  videos?(frame: number): readonly VideoFrameRequest[]
  /** The video that is all it shows of an area of its own pixels: opaque, upright and as it is. Undefined otherwise. */
  bareVideo?(frame: number, area: Bounds): VideoFrameRequest | undefined
  /** What changes besides the watched properties; empty for static content. */
  key?(frame: number): string
}

/** The environment that layers are compiled in. */
export interface CompileContext {
  readonly host: Host
  readonly fonts: FontLibrary | undefined
  readonly pictures: PictureSource
  readonly assets: TemplateDocument['assets']
  /** Size of the composition or group that the layer stands in. */
  readonly width: number
  readonly height: number
  readonly fps: number
  /** The time of layers that are `paced`. */
  readonly pace?: ((frame: number) => number) | undefined
  /** Collects the moving properties of the layer that is being compiled. */
  readonly watch: Watch
}

/** Maps a frame of the video to the layer's own frame. */
export type Clock = (frame: number) => number

/** What a layer in space looks like at a frame, kept until another one is asked for. */
export interface Seen {
  readonly frame: number
  /** From the layer's pixels, with depth, to the eye's space. */
  readonly space: SpaceMatrix
  readonly map: Projection
}

/** A layer ready to be drawn. */
export interface LayerNode {
  readonly layer: Layer
  readonly blend: string
  readonly content: Content
  readonly transform: CompiledTransform
  /** For a layer in space. */
  readonly space: CompiledSpace | undefined
  /** Others are seen from here. */
  readonly camera: CompiledCamera | undefined
  readonly masks: Masks | undefined
  readonly effects: CompiledEffects | undefined
  readonly watch: Watch
  /** The time by which it is on and moves, where that is not its list's. */
  readonly clock: Clock | undefined
  /** The composition or group that the layer stands in, in its pixels. */
  readonly around: Bounds
  parent: LayerNode | undefined
  /** The cameras of its list, top first. */
  cameras: readonly LayerNode[]
  /** How the last frame that was asked for is seen. */
  seen: Seen | undefined
  /** `opacity`: how much an opaque pixel of it lets through; undefined when that is the luminance of each pixel. */
  matte: { node: LayerNode; inverted: boolean; opacity: number | undefined } | undefined
  /** The finished picture of a layer that was drawn apart for stage `on`, while it stays the same. */
  kept: { key: string; sheet: Sheet; stage: Stage; on: Stage } | undefined
  lastKey: string
}
