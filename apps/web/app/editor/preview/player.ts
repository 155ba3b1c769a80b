// The clock of the preview: which frame is shown, and when it is painted. Wall-clock time decides the frame, so a slow
// device drops frames instead of falling behind. React never renders per frame.
import { createNotifier } from '../../api/observable.ts'

export interface Clock {
  /** Milliseconds. */
  now(): number
  requestFrame(callback: () => void): number
  cancelFrame(handle: number): void
}

interface PlayerSettings {
  durationFrames: number
  framesPerSecond: number
  /** Draws one whole frame, synchronously. */
  paint: (frame: number, isPlaying: boolean) => void
  clock?: Clock
}

/** A part of the video: its first frame and the frame after its last. */
export interface FrameRange {
  start: number
  end: number
}

export interface Transport {
  isPlaying: boolean
  isLooping: boolean
  /** The playback rate: 1 is normal, 2 twice as fast, negative backwards. */
  rate: number
  /** The part to play; undefined for the whole video. */
  range: FrameRange | undefined
}

export interface Player {
  /** The current number of frames. */
  readonly durationFrames: number
  readonly framesPerSecond: number
  getFrame(): number
  /** The current time in frames, including the fraction. */
  getPosition(): number
  getTransport(): Transport
  /** Plays from the current frame, or from the start of the range at its end. `rate` changes the playback rate. */
  play(rate?: number): void
  pause(): void
  toggle(): void
  /** Shows a frame; playback continues from there. Frames outside the video are clamped. */
  seek(frame: number): void
  setLooping(isLooping: boolean): void
  /** Restricts playback to a part, which repeats while looping; undefined plays the whole video. */
  setRange(range: FrameRange | undefined): void
  /** Changes the length of the video. A current frame beyond the end becomes the last one. */
  setDuration(durationFrames: number): void
  /** Paints again with the next screen refresh. */
  invalidate(): void
  /** An invisible stage is not painted; time continues, so that sound and picture still agree later. */
  setSeen(isSeen: boolean): void
  /** Called after every paint, with the frame. */
  onFrame(listener: (frame: number) => void): () => void
  /** Called after playing, pausing, looping or seeking: whenever the sound must follow. */
  onTransport(listener: () => void): () => void
  stop(): void
}

const browserClock: Clock = {
  now: () => performance.now(),
  requestFrame: (callback) => requestAnimationFrame(callback),
  cancelFrame: (handle) => cancelAnimationFrame(handle),
}

export function createPlayer(settings: PlayerSettings): Player {
  const { framesPerSecond, paint, clock = browserClock } = settings
  let { durationFrames } = settings
  let frame = 0
  let transport: Transport = { isPlaying: false, isLooping: true, rate: 1, range: undefined }
  /** The frame and time at which the current playback started. */
  let origin = { frame: 0, ms: 0 }
  let isDirty = false
  let isSeen = true
  let request: number | undefined
  const frameListeners = new Set<(frame: number) => void>()
  const { notify: emitTransport, subscribe: onTransport } = createNotifier()
  const restart = () => {
    origin = { frame, ms: clock.now() }
  }
  const draw = () => {
    isDirty = false
    paint(frame, transport.isPlaying)
    for (const listener of frameListeners) listener(frame)
  }
  const tick = () => {
    request = undefined
    if (transport.isPlaying) advance()
    if (isDirty && isSeen) draw()
    if (transport.isPlaying) schedule()
  }
  const schedule = () => {
    request ??= clock.requestFrame(tick)
  }
  const stretch = (): FrameRange => transport.range ?? { start: 0, end: Math.max(1, durationFrames) }
  const exactPosition = () => origin.frame + ((clock.now() - origin.ms) * framesPerSecond * transport.rate) / 1000
  const advance = () => {
    const { rate, isLooping } = transport
    const due = rate > 0 ? Math.floor(exactPosition()) : Math.ceil(exactPosition())
    const { start, end } = stretch()
    if (due >= start && due < end) {
      if (due !== frame) isDirty = true
      frame = due
      return
    }
    isDirty = true
    if (isLooping) {
      frame = start + modulo(due - start, end - start)
      // The elapsed part of a frame belongs to the next repetition.
      origin = { frame, ms: origin.ms + ((due - origin.frame) * 1000) / (framesPerSecond * rate) }
    } else {
      frame = rate > 0 ? end - 1 : start
      transport = { ...transport, isPlaying: false, rate: 1 }
    }
    emitTransport()
  }

  const player: Player = {
    get durationFrames() {
      return durationFrames
    },
    framesPerSecond,
    getFrame: () => frame,
    getPosition() {
      if (!transport.isPlaying) return frame
      const { start, end } = stretch()
      const position = exactPosition()
      return transport.isLooping
        ? start + modulo(position - start, end - start)
        : Math.min(Math.max(position, start), end)
    },
    getTransport: () => transport,
    play(rate = 1) {
      if (transport.isPlaying && transport.rate === rate) return
      if (transport.isPlaying) advance()
      const { start, end } = stretch()
      const isOver = rate > 0 ? frame >= end - 1 : frame <= start
      if (frame < start || frame >= end || isOver) frame = rate > 0 ? start : end - 1
      transport = { ...transport, isPlaying: true, rate }
      restart()
      isDirty = true
      schedule()
      emitTransport()
    },
    pause() {
      if (!transport.isPlaying) return
      advance()
      transport = { ...transport, isPlaying: false, rate: 1 }
      isDirty = true
      schedule()
      emitTransport()
    },
    toggle() {
      if (transport.isPlaying) player.pause()
      else player.play()
    },
    seek(target) {
      frame = Math.min(Math.max(0, durationFrames - 1), Math.max(0, Math.round(target)))
      restart()
      isDirty = true
      schedule()
      emitTransport()
    },
    setLooping(isLooping) {
      transport = { ...transport, isLooping }
      emitTransport()
    },
    setRange(range) {
      transport = { ...transport, range }
      restart()
      emitTransport()
    },
    setDuration(next) {
      if (next === durationFrames) return
      durationFrames = next
      const { range } = transport
      transport = { ...transport, range: range && range.end > next ? undefined : range }
      player.seek(frame)
    },
    invalidate() {
      isDirty = true
      schedule()
    },
    setSeen(next) {
      isSeen = next
      if (isSeen) schedule()
    },
    onFrame(listener) {
      frameListeners.add(listener)
      return () => frameListeners.delete(listener)
    },
    onTransport,
    stop() {
      transport = { ...transport, isPlaying: false }
      if (request !== undefined) clock.cancelFrame(request)
      request = undefined
      emitTransport()
    },
  }
  return player
}

/** The remainder of a division, never negative. */
function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor
}

/** The time of a frame as '0:07'. */
export function timeText(frame: number, framesPerSecond: number): string {
  const seconds = Math.floor(frame / framesPerSecond)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
