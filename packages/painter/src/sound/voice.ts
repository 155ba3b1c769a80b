// The sounds of a resolved document with their times, and the format of sound during processing: the same in videos rendered by
// the server and by browsers.
import type { ResolvedDocument } from '@vitrine/document/document'
import { compileNumber } from '@vitrine/document/evaluate'
import type { AudioSettings, GroupLayer, Layer } from '@vitrine/document/layer'
import { type TimeRemapSegment, timeRemapSegments } from '@vitrine/document/time-remap'

/** Samples per second and channel of all mixed sound. */
export const SAMPLE_RATE = 48_000

/** Stereo sound: one array of samples per channel, with equal lengths. */
export interface Sound {
  readonly left: Float32Array
  readonly right: Float32Array
}

export const silence = (count: number): Sound => ({ left: new Float32Array(count), right: new Float32Array(count) })

/** One sound of the video, in frames of the whole composition. */
export interface Voice {
  readonly layerId: string
  readonly assetId: string
  /** First audible frame and the frame after the last. */
  readonly startFrame: number
  readonly endFrame: number
  /** Frame at which the source starts; before `startFrame` when a group cuts off the layer's beginning. */
  readonly originFrame: number
  /** The used part of the source, in seconds of the source. */
  readonly trim: { readonly startSeconds: number; readonly endSeconds?: number }
  readonly loop: boolean
  /** Seconds of the source per second of the video. Any speed other than 1 uses a `Stretcher`, which preserves the pitch. */
  readonly speed: number
  /** Gain at a frame, including fades: 1 is unchanged. */
  gainAt(frame: number): number
}

interface Span {
  readonly start: number
  readonly end: number
  /** Offset from a layer's own time to the time of the whole composition, in frames. */
  readonly shift: number
}

/** Lists all voices of a composition. A medium is audible when its layer has audio settings and the customer has not muted it. */
export function listVoices(document: ResolvedDocument): Voice[] {
  const { pace, canvas } = document
  // A template's sounds play only where its own time runs as designed; faster or slower they would sound different.
  const runs = pace ? evenRuns(timeRemapSegments(pace, canvas.duration)) : []
  return collectVoices(document.layers, { start: 0, end: canvas.duration, shift: 0 }, runs)
}

/** Ranges in which time runs as designed, with contiguous ones joined. */
function evenRuns(runs: readonly TimeRemapSegment[]): TimeRemapSegment[] {
  const even: TimeRemapSegment[] = []
  for (const run of runs.filter(({ rate }) => rate === 1)) {
    const before = even.at(-1)
    const goesOn = before?.to === run.from && before.from - before.own === run.from - run.own
    if (before && goesOn) even[even.length - 1] = { ...before, to: run.to }
    else even.push(run)
  }
  return even
}

function collectVoices(layers: readonly Layer[], around: Span, runs: readonly TimeRemapSegment[]): Voice[] {
  return layers.flatMap((layer) => {
    if (layer.visible === false) return []
    if (layer.paced === 'whole') {
      const unmapped = { ...layer, paced: undefined } as unknown as Layer
      return runs.flatMap(({ from, to, own }) => {
        const [start, end] = [Math.max(around.start, from), Math.min(around.end, to)]
        return collectVoices([unmapped], { start, end, shift: from - own }, [])
      })
    }
    const span = {
      start: Math.max(around.start, layer.in + around.shift),
      end: Math.min(around.end, layer.out + around.shift),
      shift: around.shift,
    }
    if (span.end <= span.start) return []
    // Time at another speed would change the pitch, so such groups are silent.
    if (layer.type === 'group' && (layer.tm !== undefined || (layer.sr ?? 1) !== 1)) return []
    if (layer.type === 'group')
      return collectVoices(layer.layers, { ...span, shift: span.shift + findGroupStart(layer) }, runs)
    return createVoice(layer, span) ?? []
  })
}

function findGroupStart(group: GroupLayer): number {
  return group.st ?? 0
}

function createVoice(layer: Layer, span: Span): Voice | undefined {
  if (layer.type !== 'audio' && layer.type !== 'media' && layer.type !== 'plate') return undefined
  if (layer.type !== 'audio' && !layer.audio) return undefined
  if (layer.type === 'media' && layer.tm !== undefined) return undefined
  const source = readSource(layer.type === 'plate' ? layer.asset : layer.source)
  if (!source || source.mute) return undefined
  const settings = layer.audio ?? {}
  return {
    layerId: layer.id,
    assetId: source.asset,
    startFrame: span.start,
    endFrame: span.end,
    originFrame: (layer.type === 'audio' ? layer.in : (layer.st ?? layer.in)) + span.shift,
    trim: source.trim ?? { startSeconds: 0 },
    // A looped video repeats its sound too.
    speed: layer.type === 'media' ? (layer.speed ?? 1) : 1,
    loop: settings.loop ?? (layer.type !== 'audio' && layer.loop === true),
    gainAt: createGain(settings, { first: layer.in, last: layer.out, shift: span.shift }),
  }
}

/** The content of a resolved source: a bare asset id, or an asset with its settings. Undefined when nothing was chosen. */
function readSource(
  source: unknown,
): { asset: string; trim?: { startSeconds: number; endSeconds?: number }; mute?: boolean } | undefined {
  if (typeof source === 'string') return source === '' ? undefined : { asset: source }
  if (source === null || typeof source !== 'object' || !('asset' in source)) return undefined
  return typeof source.asset === 'string' && source.asset !== ''
    ? (source as { asset: string; trim?: { startSeconds: number; endSeconds?: number }; mute?: boolean })
    : undefined
}

function createGain(
  settings: AudioSettings,
  time: { first: number; last: number; shift: number },
): (frame: number) => number {
  const volume = compileNumber(settings.volume, 100)
  const fadeIn = settings.fadeIn ?? 0
  const fadeOut = settings.fadeOut ?? 0
  const shape = settings.fade === 'even' ? evenly : (share: number) => share
  return (frame) => {
    const own = frame - time.shift
    const rise = fadeIn > 0 ? (own - time.first) / fadeIn : 1
    const fall = fadeOut > 0 ? (time.last - own) / fadeOut : 1
    const fade = shape(Math.min(1, Math.max(0, rise))) * shape(Math.min(1, Math.max(0, fall)))
    return (Math.min(200, Math.max(0, volume.at(own))) / 100) * fade
  }
}

/** Equal-power fade: a fade-in and a fade-out together have constant power. */
function evenly(share: number): number {
  return Math.sin((share * Math.PI) / 2)
}
