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

/** The video frame that a frame of the composition shows. */
export interface VideoFrameRequest {
  assetId: string
  seconds: number
  layerId: string
  /**
   * Maps the video's pixels (for an alpha video, those of its upper half) to the canvas. Undefined when the source has a photo
   * or nothing instead of a video.
   */
  place?: Matrix
}

/** Cost factor of a stroke: it is converted to an outline on either side of its path before it is filled. */
export const STROKE_OUTLINES = 3

export interface Content {
  /**
   * Whether the content is a single drawing operation whose result can be faded and blended directly. Several overlapping
   * operations are drawn on a separate canvas first, or they would show through each other.
   */
  isSingle(frame: number): boolean
  /** Draws with the map from the layer to the device and an opacity. */
  draw(target: DrawContext, matrix: Matrix, frame: number, alpha: number): void
  /** In pixels of the layer; undefined when the content may be anywhere on the canvas. */
  bounds(frame: number): Bounds | undefined
  /** Whether it draws into an area, in pixels of the layer; by default into all of its bounds. */
  entersArea?(area: Bounds, frame: number): boolean
  /** Its own box, which its drawing need not fill; the coordinates of effects' points. */
  readonly box?: Bounds
  /** Its parts blend with each other, so it is drawn on a separate canvas even at full opacity. */
  readonly isolates?: boolean
  /**
   * Length of the outlines that it fills and strokes, in pixels of the layer; 0 by default. It determines the drawing cost more
   * than the area does.
   */
  outlineLength?(frame: number): number
  /** Number of layer pixels that it fills, counting overlaps; by default the area of its bounds. */
  filledArea?(frame: number): number
  /** For groups: the nested layers, top first, and the frame of their own time. */
  inside?(frame: number): { nodes: readonly LayerNode[]; frame: number }
  /** Whether an effect changes one of its layers at a frame. */
  filters?(frame: number): boolean
  /** The videos that the frame shows. */
  videos?(frame: number): readonly VideoFrameRequest[]
  /** The only video visible in an area of its pixels, when it is opaque, upright and unaltered; undefined otherwise. */
  coveringVideo?(frame: number, area: Bounds): VideoFrameRequest | undefined
  /** State that the watched properties do not include; empty for static content. */
  key?(frame: number): string
}

/** The environment for compiling layers. */
export interface CompileContext {
  readonly host: Host
  readonly fonts: FontLibrary | undefined
  readonly pictures: PictureSource
  readonly assets: TemplateDocument['assets']
  /** Size of the composition or group that contains the layer. */
  readonly width: number
  readonly height: number
  readonly fps: number
  /** The clock of layers with `paced`. */
  readonly pace?: ((frame: number) => number) | undefined
  /** Collects the animated properties of the layer being compiled. */
  readonly watch: Watch
}

/** Maps a frame of the video to the layer's own frame. */
export type Clock = (frame: number) => number

/** The view of a layer in space at a frame, cached until another frame is requested. */
export interface Seen {
  readonly frame: number
  /** From the layer's pixels, with depth, to camera space. */
  readonly space: SpaceMatrix
  readonly map: Projection
}

/** A compiled layer. */
export interface LayerNode {
  readonly layer: Layer
  readonly blend: string
  readonly content: Content
  readonly transform: CompiledTransform
  /** For a layer in space. */
  readonly space: CompiledSpace | undefined
  /** The camera that this layer is, if any. */
  readonly camera: CompiledCamera | undefined
  readonly masks: Masks | undefined
  readonly effects: CompiledEffects | undefined
  readonly watch: Watch
  /** The clock of its visibility and motion, when it differs from the list's. */
  readonly clock: Clock | undefined
  /** Bounds of the composition or group that contains the layer. */
  readonly around: Bounds
  parent: LayerNode | undefined
  /** The cameras of its list, top first. */
  cameras: readonly LayerNode[]
  /** The view of the last requested frame. */
  seen: Seen | undefined
  /** `opacity` is how much an opaque matte pixel lets through; undefined when it is the luminance of each pixel. */
  matte: { node: LayerNode; inverted: boolean; opacity: number | undefined } | undefined
  /** The rendered picture of a layer drawn separately for stage `on`, cached while it is unchanged. */
  cachedPicture: { key: string; sheet: Sheet; stage: Stage; on: Stage } | undefined
  lastKey: string
}
