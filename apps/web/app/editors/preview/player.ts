// Owns the time of the preview: which whole frame is shown, and when it is painted. Wall-clock decides the frame, so a
// slow device drops frames and stays in time. No framework: the pages' own rendering never runs per frame.

export interface Clock {
  /** Milliseconds. */
  now(): number
  requestFrame(callback: () => void): number
  cancelFrame(handle: number): void
}

export interface PlayerSettings {
  durationFrames: number
  framesPerSecond: number
  /** Draws one whole frame, synchronously. */
  paint: (frame: number, isPlaying: boolean) => void
  clock?: Clock
}

export interface Transport {
  isPlaying: boolean
  isLooping: boolean
}

export interface Player {
  readonly durationFrames: number
  readonly framesPerSecond: number
  getFrame(): number
  /** The present moment in frames, with its fraction: where a playing film is between two frames. */
  getPosition(): number
  getTransport(): Transport
  /** Plays on; from the start when the film is at its end. */
  play(): void
  pause(): void
  toggle(): void
  /** Shows a frame; playing goes on from there. Frames outside the film are moved to its ends. */
  seek(frame: number): void
  setLooping(isLooping: boolean): void
  /** Something that is drawn has changed: paint again with the next screen refresh. */
  invalidate(): void
  /** A picture nobody sees is not painted; time goes on, so that sound and picture agree when it is seen again. */
  setSeen(isSeen: boolean): void
  /** After every paint, with the frame. */
  onFrame(listener: (frame: number) => void): () => void
  /** After playing, pausing, looping or jumping: whenever sound has to follow. */
  onTransport(listener: () => void): () => void
  stop(): void
}

const browserClock: Clock = {
  now: () => performance.now(),
  requestFrame: (callback) => requestAnimationFrame(callback),
  cancelFrame: (handle) => cancelAnimationFrame(handle),
}

export function createPlayer({ durationFrames, framesPerSecond, paint, clock = browserClock }: PlayerSettings): Player {
  const lastFrame = Math.max(0, durationFrames - 1)
  let frame = 0
  let transport: Transport = { isPlaying: false, isLooping: true }
  /** Where and when the present stretch of playing began. */
  let origin = { frame: 0, ms: 0 }
  let isDirty = false
  let isSeen = true
  let request: number | undefined
  const frameListeners = new Set<(frame: number) => void>()
  const transportListeners = new Set<() => void>()

  const tellTransport = () => {
    for (const listener of transportListeners) listener()
  }
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
  const advance = () => {
    const elapsed = Math.floor(((clock.now() - origin.ms) * framesPerSecond) / 1000)
    const due = origin.frame + elapsed
    if (due <= lastFrame) {
      if (due !== frame) isDirty = true
      frame = due
      return
    }
    isDirty = true
    if (transport.isLooping) {
      frame = due % durationFrames
      // The part of a frame that is over already belongs to the new round.
      const over = (due - origin.frame) * (1000 / framesPerSecond)
      origin = { frame, ms: origin.ms + over }
    } else {
      frame = lastFrame
      transport = { ...transport, isPlaying: false }
    }
    tellTransport()
  }

  const player: Player = {
    durationFrames,
    framesPerSecond,
    getFrame: () => frame,
    getPosition() {
      if (!transport.isPlaying) return frame
      const position = origin.frame + ((clock.now() - origin.ms) * framesPerSecond) / 1000
      return transport.isLooping ? position % durationFrames : Math.min(position, durationFrames)
    },
    getTransport: () => transport,
    play() {
      if (transport.isPlaying) return
      if (frame >= lastFrame) frame = 0
      transport = { ...transport, isPlaying: true }
      restart()
      isDirty = true
      schedule()
      tellTransport()
    },
    pause() {
      if (!transport.isPlaying) return
      advance()
      transport = { ...transport, isPlaying: false }
      isDirty = true
      schedule()
      tellTransport()
    },
    toggle() {
      if (transport.isPlaying) player.pause()
      else player.play()
    },
    seek(wanted) {
      frame = Math.min(lastFrame, Math.max(0, Math.round(wanted)))
      restart()
      isDirty = true
      schedule()
      tellTransport()
    },
    setLooping(isLooping) {
      transport = { ...transport, isLooping }
      tellTransport()
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
    onTransport(listener) {
      transportListeners.add(listener)
      return () => transportListeners.delete(listener)
    },
    stop() {
      transport = { ...transport, isPlaying: false }
      if (request !== undefined) clock.cancelFrame(request)
      request = undefined
      tellTransport()
    },
  }
  return player
}

/** '0:07' of a frame. */
export function timeText(frame: number, framesPerSecond: number): string {
  const seconds = Math.floor(frame / framesPerSecond)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
