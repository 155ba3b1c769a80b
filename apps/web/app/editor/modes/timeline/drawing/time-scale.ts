// The scale of the timeline: frames to pixels, zoom, scroll, ruler marks and snapping.

/** Zoom and scroll of the timeline, in CSS pixels. */
export interface TimeScale {
  pixelsPerFrame: number
  /** Pixels of the timeline to the left of the visible part. */
  scroll: number
  /** Pixels of the visible part. */
  width: number
}

/** The largest width of a frame: enough to trim by one. */
export const widestFrame = 24
/** Free room after the end of the video, as a drop target. */
const roomBehindPixels = 160
/** The snap distance in pixels. */
const snapPixels = 8

export function frameToX({ pixelsPerFrame, scroll }: TimeScale, frame: number): number {
  return frame * pixelsPerFrame - scroll
}

/** The fractional frame at a position, which may be outside the video. */
export function frameAtX({ pixelsPerFrame, scroll }: TimeScale, x: number): number {
  return (x + scroll) / pixelsPerFrame
}

/** The scale at which the whole video is visible. */
export function fitScale(frames: number, width: number): TimeScale {
  const room = Math.max(1, width - Math.min(roomBehindPixels, width / 4))
  return { pixelsPerFrame: Math.min(widestFrame, room / Math.max(1, frames)), scroll: 0, width }
}

/** Zooms by a factor around `x`. */
export function zoomAt(scale: TimeScale, factor: number, x: number, frames: number): TimeScale {
  const min = fitScale(frames, scale.width).pixelsPerFrame
  const pixelsPerFrame = Math.min(widestFrame, Math.max(min, scale.pixelsPerFrame * factor))
  const held = frameAtX(scale, x)
  return scrollScale({ ...scale, pixelsPerFrame, scroll: held * pixelsPerFrame - x }, frames)
}

/** The scale with its scroll limited to the video and the room after it. */
export function scrollScale(scale: TimeScale, frames: number, scroll = scale.scroll): TimeScale {
  const max = Math.max(0, frames * scale.pixelsPerFrame + roomBehindPixels - scale.width)
  return { ...scale, scroll: Math.min(max, Math.max(0, scroll)) }
}

/** The scale scrolled as little as needed for a frame to be well inside the visible part. */
export function broughtIntoView(scale: TimeScale, frame: number, frames: number): TimeScale {
  const margin = Math.min(80, scale.width / 4)
  const x = frameToX(scale, frame)
  if (x >= margin && x <= scale.width - margin) return scale
  return scrollScale(scale, frames, scale.scroll + (x < margin ? x - margin : x - scale.width + margin))
}

export interface Mark {
  frame: number
  /** '0:05', or '0:05.12' with the frame of the second when marks are closer than one; undefined for a small mark. */
  label: string | undefined
}

const labelPixels = 72
const markPixels = 9

/** The marks of the ruler in the visible part: labels far enough apart to be read, small marks between them. */
export function rulerMarks(scale: TimeScale, framesPerSecond: number): Mark[] {
  const steps = listSteps(framesPerSecond)
  const isWide = (step: number, pixels: number) => step * scale.pixelsPerFrame >= pixels
  const labelStep = steps.find((step) => isWide(step, labelPixels)) ?? steps.at(-1) ?? 1
  const markStep = steps.find((step) => isWide(step, markPixels) && isMultiple(labelStep, step)) ?? labelStep
  const first = Math.max(0, Math.floor(scale.scroll / scale.pixelsPerFrame / markStep))
  const last = Math.ceil((scale.scroll + scale.width) / scale.pixelsPerFrame / markStep)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => {
    const frame = (first + n) * markStep
    const isLabelled = isMultiple(frame, labelStep)
    return { frame, label: isLabelled ? rulerText(frame, framesPerSecond, labelStep < framesPerSecond) : undefined }
  })
}

/** Distances between marks in frames: some frames, then seconds, minutes, hours. */
function listSteps(framesPerSecond: number): number[] {
  const frames = [1, 2, 5, 10].filter((step) => step < framesPerSecond)
  return [
    ...frames,
    ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600].map((seconds) => seconds * framesPerSecond),
  ]
}

function isMultiple(value: number, step: number): boolean {
  const rest = Math.abs(value / step - Math.round(value / step))
  return rest < 1e-6
}

/** '1:02:05', '2:05', with `.frames` of the second on request. */
export function rulerText(frame: number, framesPerSecond: number, withFrames: boolean): string {
  // 29.97 counts as 30, as in non-drop-frame time codes.
  const rate = Math.round(framesPerSecond)
  const seconds = Math.floor(frame / framesPerSecond + 1e-6)
  const rest = Math.min(rate - 1, Math.max(0, Math.round(frame - seconds * framesPerSecond)))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const padded = (value: number) => String(value).padStart(2, '0')
  const clock = hours > 0 ? `${hours}:${padded(minutes)}:${padded(seconds % 60)}` : `${minutes}:${padded(seconds % 60)}`
  return withFrames ? `${clock}.${padded(rest)}` : clock
}

/** The nearest candidate if the pointer snaps to it; else the rounded frame. */
export function snapFrame(
  scale: TimeScale,
  frame: number,
  candidates: Iterable<number>,
): { frame: number; isSnapped: boolean } {
  let nearest: number | undefined
  for (const candidate of candidates) {
    if (nearest === undefined || Math.abs(candidate - frame) < Math.abs(nearest - frame)) nearest = candidate
  }
  if (nearest === undefined || Math.abs(nearest - frame) * scale.pixelsPerFrame > snapPixels)
    return { frame: Math.round(frame), isSnapped: false }
  return { frame: nearest, isSnapped: true }
}
