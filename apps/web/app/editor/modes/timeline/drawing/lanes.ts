// The layout of the timeline: lanes from the ruler down, their bars, and hit testing. Vertical positions are CSS pixels
// from the top; horizontal ones are frames, so that zooming needs no new layout.
import { clipSpans, type Timeline } from '@vitrine/document/clip'
import { frameAtX, type TimeScale } from './time-scale.ts'

/** A text, sticker or picture that the customer added over the video. */
export interface Overlay {
  id: string
  start: number
  end: number
  label: string
}

/** The time in which a field of the template is visible. */
export interface Marker {
  fieldId: string
  start: number
  end: number
  label: string
}

type BarKind = 'marker' | 'overlay' | 'clip' | 'sound'

export interface Bar {
  kind: BarKind
  id: string
  start: number
  end: number
  top: number
  height: number
}

export interface Lanes {
  /** In the order of the lanes, each sorted by time. */
  bars: readonly Bar[]
  /** Transitions between two clips. */
  transitions: readonly { id: string; start: number; end: number }[]
  clips: { top: number; height: number }
  height: number
  frames: number
}

export interface LaneSizes {
  ruler: number
  marker: number
  overlay: number
  clip: number
  sound: number
  gap: number
  /** Width of the handles at the edges of the selection. */
  handle: number
}

export const deskLanes: LaneSizes = { ruler: 28, marker: 18, overlay: 26, clip: 68, sound: 40, gap: 4, handle: 5 }
export const phoneLanes: LaneSizes = { ruler: 24, marker: 14, overlay: 28, clip: 60, sound: 36, gap: 4, handle: 14 }

interface Scene {
  timeline: Timeline
  overlays: readonly Overlay[]
  markers: readonly Marker[]
  /** Length of the video. */
  frames: number
}

/** Lays out a video. Overlapping bars in a lane get separate rows, the earlier one higher. */
export function layOut({ timeline, overlays, markers, frames }: Scene, sizes: LaneSizes): Lanes {
  const bars: Bar[] = []
  let top = sizes.ruler
  const addRows = (kind: BarKind, parts: readonly { id: string; start: number; end: number }[], height: number) => {
    if (parts.length === 0) return
    const rows = assignRows(parts)
    for (const { part, row } of rows)
      bars.push({ kind, id: part.id, start: part.start, end: part.end, top: top + row * (height + 2), height })
    top += (Math.max(...rows.map(({ row }) => row)) + 1) * (height + 2) - 2 + sizes.gap
  }
  addRows(
    'marker',
    markers.map(({ fieldId, start, end }) => ({ id: fieldId, start, end })),
    sizes.marker,
  )
  addRows('overlay', overlays, sizes.overlay)
  const clips = { top, height: sizes.clip }
  const spans = clipSpans(timeline.clips)
  for (const { clip, start, end } of spans) bars.push({ kind: 'clip', id: clip.id, start, end, ...clips })
  top += sizes.clip + sizes.gap
  addRows(
    'sound',
    timeline.sounds.map(({ id, at, frames: length }) => ({ id, start: at, end: at + length })),
    sizes.sound,
  )
  const transitions = spans.flatMap(({ clip, start }) =>
    clip.transition ? [{ id: clip.id, start, end: start + clip.transition.frames }] : [],
  )
  return { bars, transitions, clips, height: top, frames }
}

/** The first free row of each part. */
function assignRows<Part extends { start: number; end: number }>(
  parts: readonly Part[],
): { part: Part; row: number }[] {
  const ends: number[] = []
  return parts
    .toSorted((a, b) => a.start - b.start)
    .map((part) => {
      const free = ends.findIndex((end) => end <= part.start)
      const row = free < 0 ? ends.length : free
      ends[row] = part.end
      return { part, row }
    })
}

export type Hit =
  | { on: 'ruler' }
  | { on: 'bar'; bar: Bar; edge: 'start' | 'end' | undefined }
  | { on: 'transition'; id: string }
  | { on: 'empty' }

/** How near its edge a bar is trimmed, for a mouse and for a finger. */
export const edgePixels = { mouse: 7, touch: 20 }
/** How far the edges of a selected bar extend over its neighbours: a finger needs them on both sides. */
export const aroundPixels = { mouse: 0, touch: 14 }

/** Hit test of a pointer. Edges are also hit slightly outside of a bar; a narrow bar keeps a middle part for moving. */
export function findHit(
  lanes: Lanes,
  scale: TimeScale,
  { x, y }: { x: number; y: number },
  options: { sizes: LaneSizes; edge: number; around?: number; chosen?: ReadonlySet<string> },
): Hit {
  const { sizes, edge, around = 0, chosen = new Set() } = options
  if (y < sizes.ruler) return { on: 'ruler' }
  const frame = frameAtX(scale, x)
  const inLane = lanes.bars.filter(({ top, height }) => y >= top && y < top + height)
  // Of two clips in a transition the later one is above.
  const transition = inLane.some(({ kind }) => kind === 'clip')
    ? lanes.transitions.find(({ start, end }) => frame >= start && frame < end)
    : undefined
  const isOnMark =
    y >= lanes.clips.top + lanes.clips.height / 2 - 12 && y < lanes.clips.top + lanes.clips.height / 2 + 12
  if (transition && isOnMark) return { on: 'transition', id: transition.id }
  const reach = edge / scale.pixelsPerFrame
  const beyond = around / scale.pixelsPerFrame
  const isAround = ({ start, end }: Bar) =>
    (frame >= start - beyond && frame < start) || (frame >= end && frame < end + beyond)
  const bar =
    (around > 0 ? inLane.find((one) => chosen.has(one.id) && isAround(one)) : undefined) ??
    inLane.findLast(({ start, end }) => frame >= start && frame < end) ??
    inLane.find(({ start, end }) => frame >= start - reach && frame < end + reach)
  if (!bar) return { on: 'empty' }
  const inner = Math.min(reach, (bar.end - bar.start) / 4)
  if (frame < bar.start + inner) return { on: 'bar', bar, edge: 'start' }
  if (frame >= bar.end - inner) return { on: 'bar', bar, edge: 'end' }
  return { on: 'bar', bar, edge: undefined }
}
