// Decides how each layer of a frame is composed. The decision depends only on the composition and the frame, never on the
// previous frame: a video rendered in segments therefore has the same frames.
import type { ResolvedDocument } from '@vitrine/document/document'
import type { Layer } from '@vitrine/document/layer'
import { isUpright, unite } from '@vitrine/document/matrix'
import type { VideoFrameRequest } from '@vitrine/painter/content'
import type { LayerState, Painter } from '@vitrine/painter/painter'
import type { Area } from './arena.ts'

export interface FramePlan {
  /**
   * The id of the topmost layer of the base, which is drawn on a canvas of the video's size; an empty string for no layer,
   * undefined for all layers.
   */
  readonly base: string | undefined
  /** The parts above the base, bottom first. */
  readonly parts: readonly FramePart[]
}

export type FramePart = RunPlan | VideoPlan | AlphaVideoPlan

/** Layers with no video between them, drawn together on one canvas. */
export interface RunPlan {
  readonly kind: 'run'
  /** Bottom first. */
  readonly ids: readonly string[]
  /** The part of the video that the layers touch. */
  readonly area: Area
  /** Equal for two frames when the layers look the same. */
  readonly key: string
}

interface PlannedVideo {
  readonly id: string
  /** The part of the video that the layer touches. */
  readonly area: Area
  /** 1 to 255. */
  readonly opacity: number
  readonly video: VideoFrameRequest
}

/** A layer that shows one unrotated video; its other content is independent of the video's pixels. */
export interface VideoPlan extends PlannedVideo {
  readonly kind: 'video'
  /** Equal for two frames when the layer differs only in the video's picture. */
  readonly place: string
}

/** A layer that consists of one alpha video. */
export interface AlphaVideoPlan extends PlannedVideo {
  readonly kind: 'alpha-video'
}

interface PlannerOptions {
  readonly document: ResolvedDocument
  readonly painter: Painter
  /** Pixels of the video per pixel of the composition. */
  readonly scale: number
  /** Pixels of the video. */
  readonly width: number
  readonly height: number
  isVideo(assetId: string): boolean
}

/** Plans the frames of one video. */
export class FramePlanner {
  readonly #options: PlannerOptions
  readonly #layers: ReadonlyMap<string, Layer>
  readonly #separable: ReadonlySet<string>
  #last: { readonly frame: number; readonly states: readonly LayerState[] } | undefined

  constructor(options: PlannerOptions) {
    this.#options = options
    const { layers } = options.document
    this.#layers = new Map(layers.map((layer) => [layer.id, layer]))
    this.#separable = new Set(
      layers.filter((layer) => isSeparable(layer, options.isVideo) && !layer.matte).map(({ id }) => id),
    )
  }

  /**
   * Videos stay as decoded, and the layers between two videos form one run. The base consists of the layers below the first
   * video, and of everything up to the topmost layer with a blend that only a canvas supports.
   */
  plan(frame: number): FramePlan {
    const [states, before] = [this.#statesAt(frame), this.#statesAt(frame - 1)]
    this.#last = { frame, states }
    const { width, height } = this.#options
    const blending = states.findLastIndex(({ overlays }) => !overlays)
    const videos = states.map((state, n) => (n > blending ? this.#planVideo(state) : undefined))
    const first = videos.findIndex((video) => video)
    const bottom = states.slice(0, first < 0 ? states.length : first)
    const [below = [], ...others] = this.#split(bottom, before, { width, height })
    const isSplit = below.length > blending
    const parts: FramePart[] = isSplit ? others.flatMap((run) => this.#planRun(run)) : []
    let run: LayerState[] = []
    for (let n = bottom.length; n <= states.length; n++) {
      const [state, video] = [states[n], videos[n]]
      if (state && !video) run.push(state)
      else {
        parts.push(...this.#split(run, before, this.#areaAround(run)).flatMap((layers) => this.#planRun(layers)))
        if (video) parts.push(video)
        run = []
      }
    }
    return { base: (isSplit ? below : bottom).at(-1)?.id ?? '', parts }
  }

  /** The visible layers of a frame, bottom first. */
  #statesAt(frame: number): readonly LayerState[] {
    if (this.#last?.frame === frame) return this.#last.states
    return this.#options.painter.layerStates(frame).filter(({ bounds }) => bounds)
  }

  /**
   * Splits a run when the layers that changed since the previous frame need less than half of its canvas: the changed part is
   * drawn alone, and the parts below and above it are reused.
   */
  #split(run: readonly LayerState[], before: readonly LayerState[], whole: Size | undefined) {
    const keys = new Map(before.map(({ id, key }) => [id, key]))
    const isChanged = ({ id, key }: LayerState) => keys.get(id) !== key
    const [from, to] = [run.findIndex(isChanged), run.findLastIndex(isChanged) + 1]
    const changed = run.slice(Math.max(0, from), to)
    const isSmall = countPixels(this.#areaAround(changed)) < countPixels(whole) / 2
    return from >= 0 && isSmall ? [run.slice(0, from), changed, run.slice(to)] : [run]
  }

  #planRun(states: readonly LayerState[]): RunPlan[] {
    const area = this.#areaAround(states)
    const key = states.map((state) => `${state.id}@${state.key}`).join('/')
    return area ? [{ kind: 'run', ids: states.map(({ id }) => id), area, key }] : []
  }

  #areaAround(states: readonly LayerState[]): Area | undefined {
    return this.#toEvenArea(states.reduce<LayerState['bounds']>((all, { bounds }) => unite(all, bounds), undefined))
  }

  /** The even rectangle around bounds, with room for the colour samples on its edges. */
  #toEvenArea(bounds: LayerState['bounds']): Area | undefined {
    const { scale, width, height } = this.#options
    if (!bounds) return undefined
    const x = Math.max(0, Math.floor((bounds[0] * scale) / 2) * 2 - 2)
    const y = Math.max(0, Math.floor((bounds[1] * scale) / 2) * 2)
    const right = Math.min(width, Math.ceil((bounds[2] * scale) / 2) * 2 + 2)
    const bottom = Math.min(height, Math.ceil((bounds[3] * scale) / 2) * 2)
    return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y } : undefined
  }

  #planVideo(state: LayerState): VideoPlan | AlphaVideoPlan | undefined {
    const videos = state.videos.filter(({ assetId }) => this.#options.isVideo(assetId))
    const [video] = videos
    if (!video?.place || videos.length !== 1 || !isUpright(video.place)) return undefined
    const { id } = state
    const area = this.#toEvenArea(state.bounds)
    const opacity = Math.round(state.opacity * 255)
    if (!area || opacity === 0) return undefined
    const plan = { id, area, opacity, video }
    if (state.type === 'plate') return this.#isPlain(id) ? { kind: 'alpha-video', ...plan } : undefined
    // An effect that is inactive in this frame, such as the blur of a transition elsewhere, does not matter.
    return this.#separable.has(id) && !state.filters
      ? { kind: 'video', ...plan, place: String(state.matrix) }
      : undefined
  }

  #isPlain(id: string): boolean {
    const layer = this.#layers.get(id)
    return layer !== undefined && !layer.effects?.length && !layer.mask?.length && !layer.matte
  }
}

type Size = Pick<Area, 'width' | 'height'>

function countPixels(size: Size | undefined): number {
  return size ? size.width * size.height : 0
}

/**
 * Whether every pixel of a layer with a video is a share of the video's pixel there plus something independent of the video.
 * True as long as nothing inside mattes or blends the video, and no effect changes it in this frame.
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
