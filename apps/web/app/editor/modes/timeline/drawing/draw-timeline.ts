// Draws the timeline on one canvas: only the visible part, so that an hour of clips costs as much as a minute.
import type { Clip, Sound } from '@vitrine/document/clip'
import type { Bar, LaneSizes, Lanes } from './lanes.ts'
import { frameToX, rulerMarks, type TimeScale } from './time-scale.ts'

/** Colours in CSS syntax. */
export interface TimelineColors {
  ground: string
  lane: string
  line: string
  ink: string
  muted: string
  accent: string
  clip: string
  sound: string
  overlay: string
  marker: string
  shade: string
}

/** The content of the bars. It may be missing at first: a lookup starts loading it, and it is drawn once available. */
export interface TimelineMedia {
  /** A thumbnail of a video or photo near a second; any size. The drawing never closes it. */
  findThumbnail(
    assetId: string,
    seconds: number,
  ): { picture: CanvasImageSource; width: number; height: number } | undefined
  /** Peaks, 0 to 1, evenly over the file. */
  findWaveform(assetId: string): { samplesPerSecond: number; peaks: ArrayLike<number> } | undefined
  /** The error or progress of a file: a short text over the bar. */
  findNote(assetId: string): string | undefined
}

interface TimelineDrawing {
  lanes: Lanes
  sizes: LaneSizes
  scale: TimeScale
  framesPerSecond: number
  findClip(id: string): Clip | undefined
  findSound(id: string): Sound | undefined
  findLabel(bar: Bar): string
  media: TimelineMedia
  selected: ReadonlySet<string>
  /** The id of the hovered or dragged bar. */
  lit: string | undefined
  /** The part that repeats. */
  range: { start: number; end: number } | undefined
  /** The edge that the pointer snaps to. */
  snap: number | undefined
  /** The position at which dropped clips are inserted. */
  insertion: number | undefined
  /** Dragged clips, and how many frames they are from their place. */
  carried: { ids: ReadonlySet<string>; frames: number } | undefined
  colors: TimelineColors
  fontFamily: string
}

export function drawTimeline(ctx: CanvasRenderingContext2D, height: number, drawing: TimelineDrawing): void {
  const { lanes, scale, colors } = drawing
  ctx.fillStyle = colors.ground
  ctx.fillRect(0, 0, scale.width, height)
  ctx.fillStyle = colors.lane
  ctx.fillRect(0, lanes.clips.top, scale.width, lanes.clips.height)
  const first = scale.scroll / scale.pixelsPerFrame
  const last = first + scale.width / scale.pixelsPerFrame
  const seen = lanes.bars.filter(({ start, end }) => end > first && start < last)
  for (const bar of seen) drawBar(ctx, bar, drawing)
  for (const { start, end } of lanes.transitions)
    if (end > first && start < last) drawTransition(ctx, frameToX(scale, start), frameToX(scale, end), drawing)
  drawBehindEnd(ctx, height, drawing)
  // Drawn over their neighbours: touch handles extend beyond the bars, and beyond the video.
  for (const bar of seen)
    if (drawing.selected.has(bar.id) && !drawing.carried?.ids.has(bar.id)) drawSelection(ctx, bar, drawing)
  drawCarried(ctx, drawing)
  drawRuler(ctx, drawing)
  if (drawing.snap !== undefined) drawLine(ctx, drawing.snap, height, drawing, colors.accent, [3, 3])
  if (drawing.insertion !== undefined) drawLine(ctx, drawing.insertion, height, drawing, colors.accent, [])
}

/** Opacity of the background at the original position of a dragged clip. */
const takenAlpha = 0.6
/** A dragged clip is drawn slightly lower. */
const cachedPixels = 4

/** Draws dragged clips at the pointer, and faintly in their old place until they are dropped. */
function drawCarried(ctx: CanvasRenderingContext2D, drawing: TimelineDrawing): void {
  const { carried, lanes, scale, colors } = drawing
  if (!carried) return
  const bars = lanes.bars.filter(({ id }) => carried.ids.has(id))
  ctx.fillStyle = colors.ground
  ctx.globalAlpha = takenAlpha
  for (const bar of bars) ctx.fillRect(frameToX(scale, bar.start), bar.top, computeWidth(bar, scale), bar.height)
  ctx.globalAlpha = 1
  for (const bar of bars) {
    const { start, end, top } = bar
    const shown = { ...bar, start: start + carried.frames, end: end + carried.frames, top: top + cachedPixels }
    drawBar(ctx, shown, drawing)
    drawSelection(ctx, shown, { ...drawing, sizes: { ...drawing.sizes, handle: 0 } })
  }
}

/** Handles up to this width are inside their bar. */
const narrowHandle = 6

/** A thin gap separates neighbours; a bar stays visible at any zoom. */
function computeWidth({ start, end }: Bar, { pixelsPerFrame }: TimeScale): number {
  return Math.max(2, (end - start) * pixelsPerFrame - 1)
}

function drawBar(ctx: CanvasRenderingContext2D, bar: Bar, drawing: TimelineDrawing): void {
  const { scale, colors, selected, lit } = drawing
  const x = frameToX(scale, bar.start)
  const width = computeWidth(bar, scale)
  ctx.save()
  ctx.beginPath()
  ctx.roundRect(x, bar.top, width, bar.height, Math.min(6, width / 2))
  ctx.fillStyle = colors[bar.kind]
  ctx.fill()
  ctx.clip()
  if (bar.kind === 'clip') drawClip(ctx, bar, x, width, drawing)
  if (bar.kind === 'sound') drawSound(ctx, bar, x, width, drawing)
  drawLabel(ctx, bar, x, width, drawing)
  if (lit === bar.id && !selected.has(bar.id)) {
    ctx.fillStyle = colors.ink
    ctx.globalAlpha = 0.08
    ctx.fillRect(x, bar.top, width, bar.height)
  }
  ctx.restore()
}

/** A row of thumbnails as tall as the bar, each of the time at its left edge. */
function drawClip(ctx: CanvasRenderingContext2D, bar: Bar, x: number, width: number, drawing: TimelineDrawing): void {
  const clip = drawing.findClip(bar.id)
  if (!clip) return
  const { scale, framesPerSecond, media } = drawing
  const step = bar.height * 1.4
  const from = Math.max(0, Math.floor(-x / step))
  const until = Math.min(Math.ceil(width / step), Math.ceil((scale.width - x) / step))
  for (let n = from; n < until; n++) {
    const frames = (n * step) / scale.pixelsPerFrame
    const seconds = clip.kind === 'image' ? 0 : clip.startSeconds + (frames * (clip.speed ?? 1)) / framesPerSecond
    const found = media.findThumbnail(clip.asset, seconds)
    if (!found) continue
    const zoom = Math.max(step / found.width, bar.height / found.height)
    const [w, h] = [step / zoom, bar.height / zoom]
    ctx.drawImage(
      found.picture,
      (found.width - w) / 2,
      (found.height - h) / 2,
      w,
      h,
      x + n * step,
      bar.top,
      step,
      bar.height,
    )
  }
  if (clip.kind === 'video' && !clip.mute) {
    const strip = { top: bar.top + bar.height - 16, height: 16 }
    ctx.fillStyle = drawing.colors.shade
    ctx.fillRect(x, strip.top, width, strip.height)
    drawWave(
      ctx,
      { asset: clip.asset, startSeconds: clip.startSeconds, speed: clip.speed ?? 1, volume: clip.volume ?? 100 },
      strip,
      x,
      width,
      drawing,
    )
    drawFades(ctx, clip, strip, x, width, drawing)
  }
}

function drawSound(ctx: CanvasRenderingContext2D, bar: Bar, x: number, width: number, drawing: TimelineDrawing): void {
  const sound = drawing.findSound(bar.id)
  if (!sound) return
  const strip = { top: bar.top + 12, height: bar.height - 14 }
  drawWave(ctx, { ...sound, speed: 1, volume: sound.volume ?? 100 }, strip, x, width, drawing)
  drawFades(ctx, sound, bar, x, width, drawing)
}

/** Lines that show the fades of a sound. */
function drawFades(
  ctx: CanvasRenderingContext2D,
  { fadeIn = 0, fadeOut = 0 }: Pick<Sound, 'fadeIn' | 'fadeOut'>,
  { top, height }: { top: number; height: number },
  x: number,
  width: number,
  { scale, colors }: TimelineDrawing,
): void {
  if (fadeIn + fadeOut === 0) return
  ctx.strokeStyle = colors.ink
  ctx.globalAlpha = 0.7
  ctx.lineWidth = 1
  ctx.beginPath()
  ctx.moveTo(x, top + height)
  ctx.lineTo(x + fadeIn * scale.pixelsPerFrame, top)
  ctx.moveTo(x + width, top + height)
  ctx.lineTo(x + width - fadeOut * scale.pixelsPerFrame, top)
  ctx.stroke()
  ctx.globalAlpha = 1
}

interface Heard {
  asset: string
  startSeconds: number
  speed: number
  volume: number
}

/** Two pixels per stroke: as high as the peak of that time. */
function drawWave(
  ctx: CanvasRenderingContext2D,
  heard: Heard,
  strip: { top: number; height: number },
  x: number,
  width: number,
  { scale, framesPerSecond, media, colors }: TimelineDrawing,
): void {
  const wave = media.findWaveform(heard.asset)
  if (!wave) return
  const secondsPerPixel = heard.speed / scale.pixelsPerFrame / framesPerSecond
  const until = Math.min(width, scale.width - x)
  ctx.fillStyle = colors.ink
  ctx.globalAlpha = 0.75
  for (let at = Math.max(0, Math.floor(-x / 2) * 2); at < until; at += 2) {
    const start = (heard.startSeconds + at * secondsPerPixel) * wave.samplesPerSecond
    const peak = loudest(wave.peaks, start, start + 2 * secondsPerPixel * wave.samplesPerSecond)
    const tall = Math.min(1, (peak * heard.volume) / 100) * strip.height
    if (tall > 0.5) ctx.fillRect(x + at, strip.top + (strip.height - tall) / 2, 1.2, tall)
  }
  ctx.globalAlpha = 1
}

function loudest(peaks: ArrayLike<number>, start: number, end: number): number {
  const [first, last] = [
    Math.max(0, Math.floor(start)),
    Math.min(peaks.length, Math.max(Math.floor(start) + 1, Math.ceil(end))),
  ]
  // Long spans need few samples: sixteen distinguish loud from quiet.
  const step = Math.max(1, Math.floor((last - first) / 16))
  let max = 0
  for (let n = first; n < last; n += step) max = Math.max(max, peaks[n] ?? 0)
  return max
}

function drawLabel(ctx: CanvasRenderingContext2D, bar: Bar, x: number, width: number, drawing: TimelineDrawing): void {
  if (width < 24) return
  const { colors, fontFamily, scale, media } = drawing
  const asset = drawing.findClip(bar.id)?.asset ?? drawing.findSound(bar.id)?.asset
  const note = asset === undefined ? undefined : media.findNote(asset)
  const label = note ? `${drawing.findLabel(bar)} · ${note}` : drawing.findLabel(bar)
  // Next to a wide handle.
  const handleRoom = drawing.selected.has(bar.id) && drawing.sizes.handle > narrowHandle ? drawing.sizes.handle : 0
  const left = Math.max(x, 0) + 6 + (x > 0 ? handleRoom / 2 : handleRoom)
  const room = Math.min(x + width, scale.width) - left - 6
  if (label === '' || room < 16) return
  ctx.font = `500 11px ${fontFamily}`
  ctx.textBaseline = 'middle'
  const isSmall = bar.kind === 'marker' || bar.kind === 'overlay'
  const middle = isSmall ? bar.top + bar.height / 2 + 0.5 : bar.top + 9
  const text = fitLabel(ctx, label, room)
  if (bar.kind === 'clip') {
    ctx.fillStyle = colors.shade
    ctx.beginPath()
    ctx.roundRect(left - 3, bar.top + 1, ctx.measureText(text).width + 6, 16, 4)
    ctx.fill()
  }
  ctx.fillStyle = colors.ink
  ctx.fillText(text, left, middle)
}

/** As many characters as fit. Measuring is slow, so the first guess comes from the whole text. */
function fitLabel(ctx: CanvasRenderingContext2D, label: string, room: number): string {
  const whole = ctx.measureText(label).width
  if (whole <= room) return label
  const characters = [...label]
  return `${characters.slice(0, Math.max(1, Math.floor((characters.length * room) / whole) - 1)).join('')}…`
}

function drawSelection(ctx: CanvasRenderingContext2D, bar: Bar, drawing: TimelineDrawing): void {
  const { scale, colors, sizes, selected } = drawing
  const x = frameToX(scale, bar.start)
  const width = computeWidth(bar, scale)
  ctx.strokeStyle = colors.accent
  ctx.lineWidth = 2
  ctx.beginPath()
  ctx.roundRect(x + 1, bar.top + 1, Math.max(1, width - 2), bar.height - 2, 5)
  ctx.stroke()
  if (sizes.handle <= narrowHandle) {
    if (width < 20 || sizes.handle === 0) return
    ctx.fillStyle = colors.accent
    for (const at of [x + 1, x + width - 1 - sizes.handle])
      ctx.fillRect(at, bar.top + bar.height / 2 - 8, sizes.handle, 16)
    return
  }
  // With several selected, the handles would cover everything.
  if (selected.size > 1) return
  // Half inside, half outside, with a grip line.
  for (const edge of [x, x + width]) {
    const at = Math.max(0, edge - sizes.handle / 2)
    ctx.fillStyle = colors.accent
    ctx.beginPath()
    ctx.roundRect(at, bar.top, sizes.handle, bar.height, 5)
    ctx.fill()
    ctx.fillStyle = colors.ground
    ctx.fillRect(at + sizes.handle / 2 - 1, bar.top + bar.height / 2 - 8, 2, 16)
  }
}

/** A bow tie over the frames in which two clips overlap. */
function drawTransition(
  ctx: CanvasRenderingContext2D,
  from: number,
  to: number,
  { lanes, colors }: TimelineDrawing,
): void {
  const middle = lanes.clips.top + lanes.clips.height / 2
  const [left, right] = [Math.min(from, (from + to) / 2 - 7), Math.max(to, (from + to) / 2 + 7)]
  ctx.fillStyle = colors.shade
  ctx.beginPath()
  ctx.roundRect(left, middle - 11, right - left, 22, 5)
  ctx.fill()
  ctx.fillStyle = colors.accent
  ctx.beginPath()
  ctx.moveTo(left + 3, middle - 7)
  ctx.lineTo((left + right) / 2, middle)
  ctx.lineTo(left + 3, middle + 7)
  ctx.moveTo(right - 3, middle - 7)
  ctx.lineTo((left + right) / 2, middle)
  ctx.lineTo(right - 3, middle + 7)
  ctx.fill()
}

function drawBehindEnd(
  ctx: CanvasRenderingContext2D,
  height: number,
  { lanes, scale, colors, sizes }: TimelineDrawing,
): void {
  const end = frameToX(scale, lanes.frames)
  if (end >= scale.width) return
  ctx.globalAlpha = 0.5
  ctx.fillStyle = colors.ground
  ctx.fillRect(Math.max(0, end), sizes.ruler, scale.width - Math.max(0, end), height - sizes.ruler)
  ctx.globalAlpha = 1
}

function drawRuler(ctx: CanvasRenderingContext2D, drawing: TimelineDrawing): void {
  const { scale, sizes, colors, framesPerSecond, range, fontFamily } = drawing
  ctx.fillStyle = colors.ground
  ctx.fillRect(0, 0, scale.width, sizes.ruler)
  if (range) {
    const [from, to] = [frameToX(scale, range.start), frameToX(scale, range.end)]
    ctx.fillStyle = colors.accent
    ctx.globalAlpha = 0.28
    ctx.fillRect(from, 0, to - from, sizes.ruler)
    ctx.globalAlpha = 1
  }
  ctx.font = `400 11px ${fontFamily}`
  ctx.textBaseline = 'top'
  for (const { frame, label } of rulerMarks(scale, framesPerSecond)) {
    const x = Math.round(frameToX(scale, frame)) + 0.5
    ctx.fillStyle = label === undefined ? colors.line : colors.muted
    ctx.fillRect(x, sizes.ruler - (label === undefined ? 5 : 9), 1, label === undefined ? 5 : 9)
    if (label !== undefined) ctx.fillText(label, x + 4, 5)
  }
  ctx.fillStyle = colors.line
  ctx.fillRect(0, sizes.ruler - 1, scale.width, 1)
}

function drawLine(
  ctx: CanvasRenderingContext2D,
  frame: number,
  height: number,
  { scale, sizes }: TimelineDrawing,
  color: string,
  dash: number[],
): void {
  ctx.strokeStyle = color
  ctx.lineWidth = dash.length > 0 ? 1 : 3
  ctx.setLineDash(dash)
  ctx.beginPath()
  ctx.moveTo(frameToX(scale, frame), sizes.ruler)
  ctx.lineTo(frameToX(scale, frame), height)
  ctx.stroke()
  ctx.setLineDash([])
}
