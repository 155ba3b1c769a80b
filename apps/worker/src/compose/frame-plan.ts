// Decides how each layer of a frame is composed. The decision depends on the composition and the frame alone, never on the
// frame rendered before: a video rendered in segments has the same frames.
import assert from 'node:assert/strict'
import type { ResolvedDocument } from '@vitrine/composition/document'
import type { Layer } from '@vitrine/composition/layer'
import { isUpright } from '@vitrine/composition/matrix'
import type { LayerState, Painter } from '@vitrine/composition/painter'
import type { VideoFrameRequest } from '@vitrine/composition/painter-content'
import { planPasses, type Step } from './canvas-pass.ts'
import type { AlphaVideoPlan, LayerPlan, Planned, SpritePlan, VideoPlan } from './layer-plan.ts'
import type { Area } from './sprite.ts'

export interface FramePlan {
  /**
   * The layers up to this one are drawn together on a canvas of the video's size, since some of them blend with those below
   * in ways that only a canvas knows, or since it is cheaper. Undefined when there are none.
   */
  readonly section: string | undefined
  /** The layers above that, bottom first. */
  readonly layers: readonly LayerPlan[]
}

export interface PlannerOptions {
  readonly document: ResolvedDocument
  readonly painter: Painter
  /** Pixels of the video per pixel of the composition. */
  readonly scale: number
  /** Pixels of the video. */
  readonly width: number
  readonly height: number
  isVideo(assetId: string): boolean
}

/** The number of frames examined together to see what moves. */
const WINDOW_FRAMES = 16
/** Layers that only move are drawn at this many subpixel positions per pixel. */
const PHASES_PER_PIXEL = 8

/** How a layer behaves in a window of frames. */
interface Behaviour {
  /** Its picture is the same in all frames that show it, apart from position and opacity. */
  isSteady: boolean
  /** Its position is the same, too. */
  isStill: boolean
  /** It is shown in all frames of the window at one opacity. */
  rests: boolean
  readonly first: LayerState
  frames: number
  /** Of the layer while it is steady, in pixels of the video. */
  outlineLength: number
}

interface Window {
  readonly start: number
  readonly states: readonly (readonly LayerState[])[]
  readonly behaviours: ReadonlyMap<string, Behaviour>
}

/** Plans the frames of one video. */
export class FramePlanner {
  readonly #options: PlannerOptions
  readonly #layers: ReadonlyMap<string, Layer>
  readonly #separable: ReadonlySet<string>
  #window: Window | undefined

  constructor(options: PlannerOptions) {
    this.#options = options
    const { layers } = options.document
    this.#layers = new Map(layers.map((layer) => [layer.id, layer]))
    this.#separable = new Set(
      layers.filter((layer) => isSeparable(layer, options.isVideo) && !layer.matte).map(({ id }) => id),
    )
  }

  plan(frame: number): FramePlan {
    const window = this.#windowAt(frame)
    const states = window.states[frame - window.start]
    assert(states, `frame ${frame} is not in the composition`)
    const steps = states.flatMap((state) => this.#stepOf(state, window, frame) ?? [])
    const minSection = steps.findLastIndex(({ plan }) => !plan) + 1
    const { width, height } = this.#options
    const { sectionLength, layers } = planPasses(steps, minSection, { pixels: width * height })
    return { section: steps[sectionLength - 1]?.layer.id, layers }
  }

  /** Undefined for a layer that shows nothing. */
  #stepOf(state: LayerState, window: Window, frame: number): Step | undefined {
    const layer = this.#layers.get(state.id)
    const { rests = false, outlineLength = 0 } = window.behaviours.get(state.id) ?? {}
    if (!layer) return undefined
    if (!state.overlays) return state.bounds && { layer, plan: undefined, rests, outlineLength }
    const plan = this.#planLayer(state, window, frame)
    return plan && { layer, plan, rests, outlineLength }
  }

  #windowAt(frame: number): Window {
    const start = Math.floor(frame / WINDOW_FRAMES) * WINDOW_FRAMES
    if (this.#window?.start !== start) {
      const { painter, scale } = this.#options
      const length = Math.max(0, Math.min(WINDOW_FRAMES, painter.duration - start))
      const states = Array.from({ length }, (_, n) => painter.layerStates(start + n))
      const behaviours = behavioursOf(states)
      for (const [id, behaviour] of behaviours) {
        const shown = states.findIndex((at) => at.includes(behaviour.first))
        if (behaviour.isSteady) behaviour.outlineLength = painter.outlineLength(id, start + shown) * scale
      }
      this.#window = { start, states, behaviours }
    }
    return this.#window
  }

  #planLayer(state: LayerState, window: Window, frame: number): LayerPlan | undefined {
    const { id, bounds } = state
    const opacity = Math.round(state.opacity * 255)
    const behaviour = window.behaviours.get(id)
    if (!bounds || opacity === 0 || !behaviour) return undefined
    const area = this.#areaOf(state)
    if (!area) return undefined
    const plan = { id, area, opacity }
    const video = this.#planVideo(state, plan)
    if (video) return video
    if (behaviour.isStill || this.#isRepeated(state, window, frame)) {
      const key = `${id}|${state.contentKey}|${state.matrix}|${area.x},${area.y}`
      return { kind: 'sprite', ...plan, key, nudge: [0, 0], isStill: true, rests: behaviour.rests }
    }
    const moving = behaviour.isSteady && !this.#layers.get(id)?.matte && this.#planMoving(state, plan)
    return moving || { kind: 'drawn', ids: [id], area }
  }

  /** The even rectangle around a layer, with room for the colour samples that its edges take part in. */
  #areaOf({ bounds }: LayerState): Area | undefined {
    const { scale, width, height } = this.#options
    if (!bounds) return undefined
    const x = Math.max(0, Math.floor((bounds[0] * scale) / 2) * 2 - 2)
    const y = Math.max(0, Math.floor((bounds[1] * scale) / 2) * 2)
    const right = Math.min(width, Math.ceil((bounds[2] * scale) / 2) * 2 + 2)
    const bottom = Math.min(height, Math.ceil((bounds[3] * scale) / 2) * 2)
    return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y } : undefined
  }

  /** Whether a neighbouring frame shows the same picture, such as grain that changes every other frame. */
  #isRepeated(state: LayerState, { states, start }: Window, frame: number): boolean {
    return [frame - 1, frame + 1].some((other) => {
      const same = states[other - start]?.find(({ id }) => id === state.id)
      return same?.contentKey === state.contentKey && isSamePlace(same, state)
    })
  }

  /**
   * A layer that only moves, drawn at one of few positions within a pixel pair. Undefined when part of it is off the canvas.
   */
  #planMoving(state: LayerState, plan: Planned): SpritePlan | undefined {
    const { scale, width, height } = this.#options
    const { bounds, matrix } = state
    assert(bounds)
    const [left, top, right, bottom] = bounds.map((edge) => edge * scale) as [number, number, number, number]
    if (left <= 0 || top <= 0 || right >= width || bottom >= height) return undefined
    const snap = (at: number) => Math.round(at * PHASES_PER_PIXEL) / PHASES_PER_PIXEL
    const [x, y] = [matrix[4] * scale, matrix[5] * scale]
    const nudge = [snap(x) - x, snap(y) - y] as const
    // The whole pairs of pixels before the place: the sprite is the same for all of them.
    const [pairX, pairY] = [Math.floor(snap(x) / 2) * 2, Math.floor(snap(y) / 2) * 2]
    const corner = [Math.floor((left + nudge[0]) / 2) * 2 - 2, Math.floor((top + nudge[1]) / 2) * 2 - 2] as const
    const end = [Math.ceil((right + nudge[0]) / 2) * 2 + 2, Math.ceil((bottom + nudge[1]) / 2) * 2 + 2] as const
    if (corner[0] < 0 || corner[1] < 0 || end[0] > width || end[1] > height) return undefined
    const area = { x: corner[0], y: corner[1], width: end[0] - corner[0], height: end[1] - corner[1] }
    const phase = `${snap(x) - pairX},${snap(y) - pairY}`
    const shape = `${area.x - pairX},${area.y - pairY},${area.width}x${area.height}`
    const key = `${plan.id}|${state.contentKey}|${matrix.slice(0, 4)}|${phase}|${shape}`
    return { ...plan, kind: 'sprite', area, key, nudge, isStill: false, rests: false }
  }

  #planVideo(state: LayerState, plan: Planned): VideoPlan | AlphaVideoPlan | undefined {
    const videos = state.videos.filter(({ assetId }) => this.#options.isVideo(assetId))
    const [video] = videos
    if (!video?.place || videos.length !== 1 || !isUpright(video.place)) return undefined
    if (state.type === 'plate') return this.#planAlphaVideo(video, plan)
    // An effect that does nothing in this frame, such as the blur of a transition elsewhere, does not matter.
    return this.#separable.has(state.id) && !state.filters
      ? { kind: 'video', ...plan, video, place: String(state.matrix) }
      : undefined
  }

  #planAlphaVideo(video: VideoFrameRequest, plan: Planned): AlphaVideoPlan | undefined {
    const layer = this.#layers.get(plan.id)
    const isPlain = layer && !layer.effects?.length && !layer.mask?.length && !layer.matte
    return isPlain ? { kind: 'alpha-video', ...plan, video } : undefined
  }
}

function isSamePlace({ matrix }: LayerState, other: LayerState): boolean {
  return matrix.every((value, n) => value === other.matrix[n])
}

function behavioursOf(states: readonly (readonly LayerState[])[]): ReadonlyMap<string, Behaviour> {
  const behaviours = new Map<string, Behaviour>()
  for (const state of states.flat()) {
    const known = behaviours.get(state.id)
    if (!known) {
      behaviours.set(state.id, {
        isSteady: true,
        isStill: true,
        rests: true,
        first: state,
        frames: 1,
        outlineLength: 0,
      })
      continue
    }
    const { first } = known
    known.frames++
    known.isSteady &&=
      state.contentKey === first.contentKey && state.matrix.slice(0, 4).every((value, n) => value === first.matrix[n])
    known.isStill &&= known.isSteady && isSamePlace(state, first)
    known.rests &&= known.isStill && state.opacity === first.opacity
  }
  for (const behaviour of behaviours.values()) behaviour.rests &&= behaviour.frames === states.length
  return behaviours
}

/**
 * Whether every pixel of a layer with a video in it is a share of the video's pixel there plus something that does not
 * depend on the video: true as long as nothing inside mattes or blends it, and in frames in which no effect changes it.
 */
function isSeparable(layer: Layer, isVideo: (assetId: string) => boolean): boolean {
  if (!showsVideo(layer, isVideo)) return (layer.bm ?? 'normal') === 'normal'
  if (layer.type === 'plate') return false
  if (layer.type !== 'group') return true
  return layer.layers.every(
    (child) =>
      (child.bm ?? 'normal') === 'normal' &&
      isSeparable(child, isVideo) &&
      !(child.matte && layer.layers.some((other) => isInMatte(child, other) && showsVideo(other, isVideo))) &&
      !(child.matte && showsVideo(child, isVideo)),
  )
}

function isInMatte(layer: Layer, other: Layer): boolean {
  return layer.matte?.layer === other.id
}

function showsVideo(layer: Layer, isVideo: (assetId: string) => boolean): boolean {
  if (layer.type === 'group') return layer.layers.some((child) => showsVideo(child, isVideo))
  if (layer.type === 'plate') return true
  if (layer.type !== 'media') return false
  const { source } = layer
  const assetId = typeof source === 'string' ? source : 'asset' in source ? source.asset : ''
  return isVideo(assetId)
}
