// The sound of a timeline's preview: the mixer of the export, scheduled on the audio clock a little ahead, in sync with the
// frames.
import type { ResolvedDocument } from '@vitrine/composition/document'
import { framesPerSecond } from '@vitrine/composition/document'
import { SAMPLE_RATE } from '@vitrine/composition/sound'
import { listVoices, type Voice } from '@vitrine/composition/voice'
import type { Player } from '../../../core/preview/player.ts'
import { createObservable } from '../../../core/project/observable.ts'
import type { TimelineSoundtrack } from './media-contract.ts'
import type { OpenMediaSourceCache } from './media-source-cache.ts'
import { createSoundMixer, type SoundMixer } from './sound-mixer.ts'

const pieceSamples = SAMPLE_RATE / 4
/** Enough for a tab in the background, whose timers run once a second. */
const plannedSeconds = 2.5
const planEveryMs = 200
/** From asking for sound to its first sample: files are opened and decoded meanwhile. */
const leadSeconds = 0.1
/** Cutting a sound off is heard as a click; so short a fade is not heard. */
const fadeSeconds = 0.008
/** Sound that has drifted further than this from the picture restarts. Two clocks run apart, and machines sleep. */
const greatestDriftSeconds = 0.035
/** The audio clock advances in small steps: only a difference over so many consecutive frames is drift. */
const driftFrames = 6
/** Places at which two voices are compared for their loudness. */
const comparedGains = 24

/** One stretch of playing without a jump. */
interface Stretch {
  mixer: SoundMixer
  gain: GainNode
  /** The moment of the video, in frames, that is heard at a time of the audio clock. */
  position: number
  audioSeconds: number
  /** From the audio clock to the ear. */
  latencySeconds: number
  plannedUntil: number
  /** Of the audio clock: where the video, or the part that is played, is over. */
  endSeconds: number
  isReading: boolean
}

export function createTimelineSoundtrack(
  player: Player,
  sourceCache: Pick<OpenMediaSourceCache, 'open'>,
): TimelineSoundtrack {
  let context: AudioContext | undefined
  let voices: readonly Voice[] = []
  let fps = player.framesPerSecond
  let stretch: Stretch | undefined
  /** The next round of a loop, planned while this one ends, so that there is no gap between them. */
  let following: Stretch | undefined
  let fading: Stretch | undefined
  let framesApart = 0
  let timer: ReturnType<typeof setInterval> | undefined
  const isMuted = createObservable(false)
  const hasVoices = createObservable(false)

  const end = (ended: Stretch | undefined, atSeconds: number) => {
    if (!ended || !context) return
    ended.mixer.close()
    ended.gain.gain.cancelScheduledValues(atSeconds)
    ended.gain.gain.setTargetAtTime(0, atSeconds, fadeSeconds / 4)
    const { gain } = ended
    setTimeout(() => gain.disconnect(), (atSeconds - context.currentTime + fadeSeconds) * 1000 + 50)
  }
  const silence = () => {
    if (context) for (const each of [stretch, following, fading]) end(each, context.currentTime)
    stretch = undefined
    following = undefined
    fading = undefined
    framesApart = 0
    clearInterval(timer)
    timer = undefined
  }
  const isWanted = (own: Stretch) => own === stretch || own === following
  const plan = async (own: Stretch, audio: AudioContext) => {
    if (own.isReading) return
    own.isReading = true
    while (isWanted(own) && own.plannedUntil < Math.min(audio.currentTime + plannedSeconds, own.endSeconds)) {
      const left = Math.round((own.endSeconds - own.plannedUntil) * SAMPLE_RATE)
      const count = Math.max(1, Math.min(pieceSamples, left))
      const sound = await own.mixer.read(count)
      if (!isWanted(own)) break
      playPiece(audio, own, sound)
      own.plannedUntil += count / SAMPLE_RATE
      if (fading) end(fading, Math.max(audio.currentTime, own.audioSeconds))
      fading = undefined
    }
    own.isReading = false
    if (own === stretch && own.plannedUntil >= own.endSeconds) planNextRound(own, audio)
  }
  const open = (audio: AudioContext, from: Pick<Stretch, 'position' | 'audioSeconds' | 'latencySeconds'>): Stretch => {
    const endFrame = player.getTransport().range?.end ?? player.durationFrames
    const gain = new GainNode(audio)
    gain.connect(audio.destination)
    const mixer = createSoundMixer({
      voices,
      framesPerSecond: fps,
      firstFrame: from.position,
      open: sourceCache.open,
      onFailed: 'leave-out',
    })
    const endSeconds = from.audioSeconds + Math.max(0, endFrame - from.position) / fps
    return { ...from, mixer, gain, plannedUntil: from.audioSeconds, endSeconds, isReading: false }
  }
  const planNextRound = (own: Stretch, audio: AudioContext) => {
    const { isLooping, range } = player.getTransport()
    if (!isLooping || following) return
    const { latencySeconds } = own
    following = open(audio, { position: range?.start ?? 0, audioSeconds: own.endSeconds, latencySeconds })
    void plan(following, audio)
  }
  const start = (audio: AudioContext) => {
    const latencySeconds = audio.outputLatency || audio.baseLatency || 0
    const position = player.getPosition() + (leadSeconds + latencySeconds) * fps
    stretch = open(audio, { position, audioSeconds: audio.currentTime + leadSeconds, latencySeconds })
    const first = stretch
    void plan(first, audio)
    clearInterval(timer)
    timer = setInterval(() => {
      for (const each of [stretch, following]) if (each) void plan(each, audio)
    }, planEveryMs)
  }
  const isHeard = () => {
    const { isPlaying, rate } = player.getTransport()
    // Faster and backwards are for finding a place: without sound.
    return isPlaying && rate === 1 && !isMuted.get() && voices.length > 0
  }
  /** True when the video has just begun its next round, whose sound goes on by itself. */
  const goOn = () => {
    const offset = following && offsetOf(following)
    if (!isHeard() || offset === undefined || Math.abs(offset) > greatestDriftSeconds) return false
    stretch?.mixer.close()
    stretch = following
    following = undefined
    return true
  }
  const restart = () => {
    if (goOn()) return
    silence()
    if (!isHeard()) return
    // Sound before the visitor has touched the page is refused by browsers, and complained about.
    if (!context && !navigator.userActivation.hasBeenActive) return
    context ??= new AudioContext({ latencyHint: 'interactive', sampleRate: SAMPLE_RATE })
    void context.resume()
    start(context)
  }
  /** What was changed while it plays is heard as soon as it is mixed; until then the sound before goes on. */
  const renew = () => {
    if (!context || !stretch || !isHeard()) return restart()
    for (const each of [following, fading]) end(each, context.currentTime)
    following = undefined
    fading = stretch
    start(context)
  }
  const offsetOf = ({ position, audioSeconds, latencySeconds }: Stretch) => {
    if (context?.state !== 'running') return undefined
    const heard = position + (context.currentTime - audioSeconds) * fps
    return (heard - player.getPosition()) / fps - latencySeconds
  }
  const findOffset = () => stretch && offsetOf(stretch)
  const keepInStep = () => {
    const offset = findOffset()
    if (offset === undefined) return
    framesApart = Math.abs(offset) > greatestDriftSeconds ? framesApart + 1 : 0
    if (framesApart >= driftFrames) restart()
  }
  const firstTouch = () => {
    if (!context && player.getTransport().isPlaying) restart()
  }
  const ends = [player.onTransport(restart), player.onFrame(keepInStep), isMuted.subscribe(restart)]
  for (const kind of ['pointerup', 'keydown']) window.addEventListener(kind, firstTouch)
  return {
    setDocument(document: ResolvedDocument) {
      const next = listVoices(document)
      hasVoices.set(next.length > 0)
      const isSame = soundName(next) === soundName(voices)
      fps = framesPerSecond(document.canvas.fps)
      if (isSame) return
      voices = next
      renew()
    },
    isMuted,
    hasVoices,
    findOffset,
    stop() {
      for (const stopListening of ends) stopListening()
      for (const kind of ['pointerup', 'keydown']) window.removeEventListener(kind, firstTouch)
      silence()
      void context?.close()
    },
  }
}

/** Puts a piece at its place on the audio clock; what is too late already is left out of it. */
function playPiece(
  audio: AudioContext,
  { gain, plannedUntil }: Stretch,
  { left, right }: { left: Float32Array; right: Float32Array },
): void {
  const buffer = new AudioBuffer({ length: left.length, numberOfChannels: 2, sampleRate: SAMPLE_RATE })
  buffer.copyToChannel(left as Float32Array<ArrayBuffer>, 0)
  buffer.copyToChannel(right as Float32Array<ArrayBuffer>, 1)
  const source = new AudioBufferSourceNode(audio, { buffer })
  source.connect(gain)
  source.onended = () => source.disconnect()
  const late = Math.max(0, audio.currentTime - plannedUntil)
  if (late < buffer.duration) source.start(plannedUntil + late, late)
}

/** Equal for voices that sound alike. */
function soundName(voices: readonly Voice[]): string {
  return JSON.stringify(
    voices.map(({ assetId, startFrame, endFrame, originFrame, trim, loop, speed, gainAt }) => {
      const step = (endFrame - startFrame) / comparedGains
      const gains = Array.from({ length: comparedGains + 1 }, (_, n) => gainAt(startFrame + n * step).toFixed(3))
      // Fades begin and end at the edges; theirs are looked at closely.
      const edges = [1, 2, 4, 8].flatMap((n) => [gainAt(startFrame + n).toFixed(3), gainAt(endFrame - n).toFixed(3)])
      return [assetId, startFrame, endFrame, originFrame, trim, loop, speed, gains, edges]
    }),
  )
}
