// Decides when a preview plays sound: while the video plays forwards at normal speed, unmuted, and in sync with the picture.
// Each soundtrack decides how its voices become sound.
import { framesPerSecond, type ResolvedDocument } from '@vitrine/document/document'
import { listVoices, type Voice } from '@vitrine/painter/voice'
import { createObservable, type Observable } from '../../api/observable.ts'
import type { Player } from './player.ts'

export interface Soundtrack {
  /** Call it when voices may have changed. */
  setDocument(document: ResolvedDocument): void
  readonly isMuted: Observable<boolean>
  /** Whether there is any sound. */
  readonly hasVoices: Observable<boolean>
  stop(): void
}

/** Sound that is further than this from the picture restarts. The two clocks drift, and machines sleep. */
export const greatestDriftSeconds = 0.035
/** The audio clock advances in small steps: only a difference over this many consecutive frames is drift. */
const driftFrames = 6

/** How a soundtrack plays its voices. */
interface VoicePlayback {
  contextOptions?: AudioContextOptions
  /** A key that is equal for voices that sound the same. */
  toVoicesKey(voices: readonly Voice[]): string
  /** Starts at the player's position. */
  start(audio: AudioContext): void
  /** Stops all sound, playing or scheduled. */
  silence(): void
  /** Seconds that the sound is ahead of the picture; undefined while nothing plays. */
  findOffset(audio: AudioContext): number | undefined
  /** True when the video has just started its next loop and the sound of the loop is already scheduled. */
  continuesLoop?(): boolean
  /** Replaces the voices without a gap, once the new ones are mixed. False when nothing plays. */
  replaceVoices?(audio: AudioContext): boolean
}

/** A soundtrack that follows the player, and its current state. */
export function createSoundPlayback(player: Player, playback: VoicePlayback) {
  const state = {
    /** Undefined until there is sound to play, and the visitor has interacted with the page. */
    context: undefined as AudioContext | undefined,
    voices: [] as readonly Voice[],
    framesPerSecond: player.framesPerSecond,
  }
  let framesApart = 0
  const isMuted = createObservable(false)
  const hasVoices = createObservable(false)

  const isAudible = () => {
    const { isPlaying, rate } = player.getTransport()
    // Other rates and directions serve for seeking, without sound.
    return isPlaying && rate === 1 && !isMuted.get() && state.voices.length > 0
  }
  const restart = () => {
    if (isAudible() && playback.continuesLoop?.()) return
    playback.silence()
    framesApart = 0
    if (!isAudible()) return
    // Browsers block sound until the visitor interacts with the page, and log a warning.
    if (!state.context && !navigator.userActivation.hasBeenActive) return
    state.context ??= new AudioContext({ latencyHint: 'interactive', ...playback.contextOptions })
    void state.context.resume()
    playback.start(state.context)
  }
  const correctDrift = () => {
    const offset = state.context?.state === 'running' ? playback.findOffset(state.context) : undefined
    if (offset === undefined) return
    framesApart = Math.abs(offset) > greatestDriftSeconds ? framesApart + 1 : 0
    if (framesApart >= driftFrames) restart()
  }
  const onInteraction = () => {
    if (!state.context && player.getTransport().isPlaying) restart()
  }
  const ends = [player.onTransport(restart), player.onFrame(correctDrift), isMuted.subscribe(restart)]
  // Any interaction with the page unblocks sound. The event is only observed, not consumed.
  for (const kind of ['pointerup', 'keydown']) window.addEventListener(kind, onInteraction)
  const soundtrack: Soundtrack = {
    setDocument(document) {
      const next = listVoices(document)
      hasVoices.set(next.length > 0)
      const isSame = playback.toVoicesKey(next) === playback.toVoicesKey(state.voices)
      state.framesPerSecond = framesPerSecond(document.canvas.fps)
      if (isSame) return
      state.voices = next
      if (!(state.context && isAudible() && playback.replaceVoices?.(state.context))) restart()
    },
    isMuted,
    hasVoices,
    stop() {
      for (const end of ends) end()
      for (const kind of ['pointerup', 'keydown']) window.removeEventListener(kind, onInteraction)
      playback.silence()
      void state.context?.close()
      // A page that is left after its project moved to another tab stops twice.
      state.context = undefined
    },
  }
  return { soundtrack, state: state as Readonly<typeof state> }
}
