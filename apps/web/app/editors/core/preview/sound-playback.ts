// When sound is heard: while the video plays forwards at its own speed, unmuted, and in sync with the picture. How voices
// become sound is up to each soundtrack.
import { framesPerSecond, type ResolvedDocument } from '@vitrine/composition/document'
import { listVoices, type Voice } from '@vitrine/composition/voice'
import { createObservable, type Observable } from '../../../ui/observable.ts'
import type { Player } from './player.ts'

export interface Soundtrack {
  /** To be called when voices may have changed. */
  setDocument(document: ResolvedDocument): void
  readonly isMuted: Observable<boolean>
  /** Whether there is anything to hear. */
  readonly hasVoices: Observable<boolean>
  stop(): void
}

/** Sound that has drifted further than this from the picture restarts. Two clocks run apart, and machines sleep. */
export const greatestDriftSeconds = 0.035
/** The audio clock advances in small steps: only a difference over so many consecutive frames is drift. */
const driftFrames = 6

/** How a soundtrack sounds. */
interface Sounding {
  contextOptions?: AudioContextOptions
  /** Equal for voices that sound alike. */
  soundName(voices: readonly Voice[]): string
  /** Plays on from where the player is. */
  start(audio: AudioContext): void
  /** Ends everything that is heard or planned. */
  silence(): void
  /** How far the sound runs ahead of the picture, in seconds; undefined while nothing plays. */
  findOffset(audio: AudioContext): number | undefined
  /** True when the video has just begun its next round, whose sound goes on by itself. */
  goOn?(): boolean
  /** Changed voices are heard as soon as they are mixed, and the sound before until then. False when nothing plays. */
  renew?(audio: AudioContext): boolean
}

/** A soundtrack that follows the player, and `live`: what is to be heard, as it is at the moment of reading. */
export function createSoundPlayback(player: Player, sounding: Sounding) {
  const live = {
    /** Undefined until there is something to hear, and the visitor has touched the page. */
    context: undefined as AudioContext | undefined,
    voices: [] as readonly Voice[],
    framesPerSecond: player.framesPerSecond,
  }
  let framesApart = 0
  const isMuted = createObservable(false)
  const hasVoices = createObservable(false)

  const isHeard = () => {
    const { isPlaying, rate } = player.getTransport()
    // Faster and backwards are for finding a place: without sound.
    return isPlaying && rate === 1 && !isMuted.get() && live.voices.length > 0
  }
  const restart = () => {
    if (isHeard() && sounding.goOn?.()) return
    sounding.silence()
    framesApart = 0
    if (!isHeard()) return
    // Sound before the visitor has touched the page is refused by browsers, and complained about.
    if (!live.context && !navigator.userActivation.hasBeenActive) return
    live.context ??= new AudioContext({ latencyHint: 'interactive', ...sounding.contextOptions })
    void live.context.resume()
    sounding.start(live.context)
  }
  const keepInStep = () => {
    const offset = live.context?.state === 'running' ? sounding.findOffset(live.context) : undefined
    if (offset === undefined) return
    framesApart = Math.abs(offset) > greatestDriftSeconds ? framesApart + 1 : 0
    if (framesApart >= driftFrames) restart()
  }
  const firstTouch = () => {
    if (!live.context && player.getTransport().isPlaying) restart()
  }
  const ends = [player.onTransport(restart), player.onFrame(keepInStep), isMuted.subscribe(restart)]
  for (const kind of ['pointerup', 'keydown']) window.addEventListener(kind, firstTouch)
  const soundtrack: Soundtrack = {
    setDocument(document) {
      const next = listVoices(document)
      hasVoices.set(next.length > 0)
      const isSame = sounding.soundName(next) === sounding.soundName(live.voices)
      live.framesPerSecond = framesPerSecond(document.canvas.fps)
      if (isSame) return
      live.voices = next
      if (!(live.context && isHeard() && sounding.renew?.(live.context))) restart()
    },
    isMuted,
    hasVoices,
    stop() {
      for (const end of ends) end()
      for (const kind of ['pointerup', 'keydown']) window.removeEventListener(kind, firstTouch)
      sounding.silence()
      void live.context?.close()
    },
  }
  return { soundtrack, live: live as Readonly<typeof live> }
}
