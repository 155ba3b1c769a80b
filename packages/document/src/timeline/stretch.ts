// Finds the frames of a template that keep their pace when it is made longer or shorter: those in which layers appear or
// disappear.
import { framesPerSecond, type TemplateDocument, type TimelineStretch } from '../template/document.ts'
import type { Layer } from '../template/layer.ts'

/** Movements longer than this, or than this share of a short template, count as drift instead of an entrance or exit. */
const QUICK_SECONDS = 2.5
const QUICK_SHARE = 0.5
/** How long the particles of a burst stay visible. */
const BURST_SECONDS = 2

type Mark = (from: number, to: number) => void

/** The designer's setting; otherwise the longest stretch in which nothing appears, disappears or moves quickly becomes the middle. */
export function chooseStretch(document: TemplateDocument): TimelineStretch {
  return document.timeline?.stretch ?? findStretch(document)
}

function findStretch({ layers, canvas }: TemplateDocument): TimelineStretch {
  const { duration } = canvas
  const fps = framesPerSecond(canvas.fps)
  const busy = new Uint8Array(duration)
  const mark: Mark = (from, to) => busy.fill(1, Math.max(0, Math.floor(from)), Math.min(duration, Math.ceil(to)))
  markList(layers, { shift: 0, duration, fps }, mark)
  let best = { from: 0, to: 0 }
  for (let from = 0; from < duration; from++) {
    if (busy[from] === 1) continue
    let to = from
    while (to < duration && busy[to] === 0) to++
    if (to - from > best.to - best.from) best = { from, to }
    from = to
  }
  // A template in constant motion has no frame to freeze: it loops as a whole.
  if (best.to === best.from) return { intro: 0, outro: 0, middle: 'loop' }
  return { intro: best.from, outro: duration - best.to, middle: showsVideo(layers) ? 'loop' : 'hold' }
}

/** Whether one of the template's own videos is playing: a frozen video would look broken. */
function showsVideo(layers: readonly Layer[]): boolean {
  return layers.some((layer) => {
    if (layer.visible === false) return false
    if (layer.type === 'group') return showsVideo(layer.layers)
    return layer.type === 'plate'
  })
}

interface Around {
  /** Offset from the list's time to the template's, in frames. */
  readonly shift: number
  readonly duration: number
  readonly fps: number
}

function markList(layers: readonly Layer[], around: Around, mark: Mark): void {
  for (const layer of layers) {
    if (layer.visible === false || layer.type === 'audio') continue
    const { shift, duration, fps } = around
    // A layer that is visible throughout neither appears nor disappears.
    for (const edge of [layer.in + shift, layer.out + shift]) if (edge > 0 && edge < duration) mark(edge - 1, edge + 1)
    if (layer.type === 'particles' && layer.mode === 'burst')
      mark(layer.in + shift, layer.in + shift + ((layer.over ?? 0) + BURST_SECONDS) * fps)
    if (layer.type !== 'group') {
      markKeys(layer, around, mark)
      continue
    }
    const { layers: children, ...own } = layer
    markKeys(own, around, mark)
    const isEven = layer.tm === undefined && (layer.sr ?? 1) === 1
    if (isEven) markList(children, { ...around, shift: shift + (layer.st ?? 0) }, mark)
  }
}

/** Marks the times between keyframes with different values. */
function markKeys(value: unknown, around: Around, mark: Mark): void {
  if (typeof value !== 'object' || value === null) return
  const { k } = value as { k?: unknown }
  // An endless loop has no entrance to preserve.
  const isLoop = 'loop' in value && typeof value.loop === 'string'
  if (Array.isArray(k) && !isLoop && isKey(k[0])) {
    for (let n = 1; n < k.length; n++) {
      const [one, other] = [k[n - 1], k[n]]
      if (!isKey(one) || !isKey(other) || JSON.stringify(one.s) === JSON.stringify(other.s)) continue
      const isQuick = other.t - one.t <= Math.min(QUICK_SECONDS * around.fps, QUICK_SHARE * around.duration)
      if (isQuick) mark(one.t + around.shift, other.t + around.shift)
    }
    return
  }
  for (const inner of Object.values(value)) markKeys(inner, around, mark)
}

function isKey(value: unknown): value is { t: number; s: unknown } {
  return typeof value === 'object' && value !== null && 't' in value && typeof value.t === 'number' && 's' in value
}
