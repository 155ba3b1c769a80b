// The ways to compose one layer of a frame.
import type { VideoFrameRequest } from '@vitrine/composition/painter-content'
import type { Area } from './sprite.ts'

export interface Planned {
  readonly id: string
  /** The part of the video that the layer touches. */
  readonly area: Area
  /** 1 to 255. */
  readonly opacity: number
}

/** A layer whose picture other frames show, too: drawn once per `key` at full opacity, then blended. */
export interface SpritePlan extends Planned {
  readonly kind: 'sprite'
  readonly key: string
  /** Offset from the layer's exact position, in pixels of the video, so that few subpixel positions need drawing. */
  readonly nudge: readonly [number, number]
  /** It does not move. */
  readonly isStill: boolean
  /** It looks the same in all frames of the window, opacity included. */
  readonly rests: boolean
}

/** Layers that are drawn for this frame alone on one canvas, their opacity included. */
export interface DrawnPlan {
  readonly kind: 'drawn'
  /** Bottom first. */
  readonly ids: readonly string[]
  readonly area: Area
}

/** A layer that shows one upright video, and whatever else it shows does not depend on what is in the video. */
export interface VideoPlan extends Planned {
  readonly kind: 'video'
  readonly video: VideoFrameRequest
  /** Equal when the layer looks the same apart from its video. */
  readonly place: string
}

/** An alpha video and nothing else. */
export interface AlphaVideoPlan extends Planned {
  readonly kind: 'alpha-video'
  readonly video: VideoFrameRequest
}

export type LayerPlan = SpritePlan | DrawnPlan | VideoPlan | AlphaVideoPlan
