// The sound of a timeline's preview: the mixer of the export, scheduled on the audio clock a little ahead, in sync with the
// frames.
import { createSoundMixer, type SoundMixer } from '@vitrine/painter/mixer'
import type { Voice } from '@vitrine/painter/voice'
import { SAMPLE_RATE } from '@vitrine/painter/voice'
import type { TimelineSoundtrack } from '../../../media/media-contract.ts'
import type { Player } from '../../../preview/player.ts'
import { createSoundPlayback, greatestDriftSeconds } from '../../../preview/soundtrack.ts'
import type { OpenMediaSourceCache } from './media-source-cache.ts'
import { findSound } from './sound-reader.ts'

const pieceSamples = SAMPLE_RATE / 4
/** Enough for a background tab, whose timers run once a second. */
const plannedSeconds = 2.5
const planEveryMs = 200
/** The time from requesting sound to its first sample, in which files are opened and decoded. */
const leadSeconds = 0.1
/** Cutting sound off is audible as a click; this fade is inaudible. */
const fadeSeconds = 0.008
/** At how many points the gains of two voices are compared. */
const comparedGains = 24

/** A span of playback without a seek. */
interface Stretch {
  mixer: SoundMixer
  gain: GainNode
  /** The position of the video, in frames, that is heard at a time of the audio clock. */
  position: number
  audioSeconds: number
  /** The output latency of the audio clock. */
  latencySeconds: number
  plannedUntil: number
  /** The time on the audio clock at which the video, or the played range, ends. */
  endSeconds: number
  isReading: boolean
}

export function createTimelineSoundtrack(
  player: Player,
  sourceCache: Pick<OpenMediaSourceCache, 'open'>,
): TimelineSoundtrack {
  let stretch: Stretch | undefined
  /** The next loop repetition, scheduled before this one ends, so that there is no gap. */
  let following: Stretch | undefined
  let fading: Stretch | undefined
  let timer: ReturnType<typeof setInterval> | undefined

  const end = (ended: Stretch | undefined, atSeconds: number) => {
    const { context } = state
    if (!ended || !context) return
    ended.mixer.close()
    ended.gain.gain.cancelScheduledValues(atSeconds)
    ended.gain.gain.setTargetAtTime(0, atSeconds, fadeSeconds / 4)
    const { gain } = ended
    setTimeout(() => gain.disconnect(), (atSeconds - context.currentTime + fadeSeconds) * 1000 + 50)
  }
  const silence = () => {
    if (state.context) for (const each of [stretch, following, fading]) end(each, state.context.currentTime)
    stretch = undefined
    following = undefined
    fading = undefined
    clearInterval(timer)
    timer = undefined
  }
  const isCurrent = (own: Stretch) => own === stretch || own === following
  const plan = async (own: Stretch, audio: AudioContext) => {
    if (own.isReading) return
    own.isReading = true
    while (isCurrent(own) && own.plannedUntil < Math.min(audio.currentTime + plannedSeconds, own.endSeconds)) {
      const left = Math.round((own.endSeconds - own.plannedUntil) * SAMPLE_RATE)
      const count = Math.max(1, Math.min(pieceSamples, left))
      const sound = await own.mixer.read(count)
      if (!isCurrent(own)) break
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
      voices: state.voices,
      framesPerSecond: state.framesPerSecond,
      firstFrame: from.position,
      open: async (assetId) => findSound(await sourceCache.open(assetId)),
      onFailed: 'leave-out',
    })
    const endSeconds = from.audioSeconds + Math.max(0, endFrame - from.position) / state.framesPerSecond
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
    const position = player.getPosition() + (leadSeconds + latencySeconds) * state.framesPerSecond
    stretch = open(audio, { position, audioSeconds: audio.currentTime + leadSeconds, latencySeconds })
    const first = stretch
    void plan(first, audio)
    clearInterval(timer)
    timer = setInterval(() => {
      for (const each of [stretch, following]) if (each) void plan(each, audio)
    }, planEveryMs)
  }
  const measureOffset = ({ position, audioSeconds, latencySeconds }: Stretch) => {
    if (state.context?.state !== 'running') return undefined
    const fps = state.framesPerSecond
    const heard = position + (state.context.currentTime - audioSeconds) * fps
    return (heard - player.getPosition()) / fps - latencySeconds
  }
  const findOffset = () => stretch && measureOffset(stretch)
  const { soundtrack, state } = createSoundPlayback(player, {
    contextOptions: { sampleRate: SAMPLE_RATE },
    toVoicesKey: voicesKey,
    start,
    silence,
    findOffset,
    continuesLoop() {
      const offset = following && measureOffset(following)
      if (offset === undefined || Math.abs(offset) > greatestDriftSeconds) return false
      stretch?.mixer.close()
      stretch = following
      following = undefined
      return true
    },
    replaceVoices(audio) {
      if (!stretch) return false
      for (const each of [following, fading]) end(each, audio.currentTime)
      following = undefined
      fading = stretch
      start(audio)
      return true
    },
  })
  return { ...soundtrack, findOffset }
}

/** Schedules a piece on the audio clock; its part in the past is left out. */
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

/** Equal for voices that sound the same. */
function voicesKey(voices: readonly Voice[]): string {
  return JSON.stringify(
    voices.map(({ assetId, startFrame, endFrame, originFrame, trim, loop, speed, gainAt }) => {
      const step = (endFrame - startFrame) / comparedGains
      const gains = Array.from({ length: comparedGains + 1 }, (_, n) => gainAt(startFrame + n * step).toFixed(3))
      // Fades are at the edges, which are therefore sampled densely.
      const edges = [1, 2, 4, 8].flatMap((n) => [gainAt(startFrame + n).toFixed(3), gainAt(endFrame - n).toFixed(3)])
      return [assetId, startFrame, endFrame, originFrame, trim, loop, speed, gains, edges]
    }),
  )
}
