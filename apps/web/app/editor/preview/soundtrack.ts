// The sound of the preview: decodes the audio of the composition's voices, and keeps it in sync with the frames.

import { framesPerSecond, type ResolvedDocument } from '@vitrine/document/document'
import { listVoices, type Voice } from '@vitrine/painter/voice'
import { createObservable, type Observable } from '../../api/observable.ts'
import type { AssetLibrary } from '../project/asset-library.ts'
import type { Player } from './player.ts'

/** Gains are interpolated linearly between points this far apart. */
const gainStepSeconds = 0.05
/**
 * The time from scheduling a sound to its first sample. The sound starts at the position that the picture has by then.
 */
const leadSeconds = 0.03

interface Playing {
  source: AudioBufferSourceNode
  gain: GainNode
}

/** The position of the video, in frames, that is heard at a time of the audio clock. */
interface Mark {
  position: number
  audioSeconds: number
  /** The output latency that the device reported when playback started; some devices report another value each time. */
  latencySeconds: number
}

export function createSoundtrack(player: Player, library: AssetLibrary): Soundtrack {
  let playing: Playing[] = []
  let mark: Mark | undefined
  /** Counts restarts: audio that was decoded for an earlier start is discarded. */
  let restarts = 0
  const buffers = new Map<string, Promise<AudioBuffer | undefined>>()

  const silence = () => {
    restarts += 1
    for (const { source, gain } of playing) {
      source.stop()
      gain.disconnect()
    }
    playing = []
    mark = undefined
  }
  const loadBuffer = (audio: AudioContext, assetId: string) => {
    let buffer = buffers.get(assetId)
    if (!buffer) {
      buffer = decode(audio, assetId, library)
      buffers.set(assetId, buffer)
      // A file that failed to load may be available next time.
      void buffer.then((found) => found ?? buffers.delete(assetId))
    }
    return buffer
  }
  const begin = async (voice: Voice, audio: AudioContext, restart: number) => {
    const buffer = await loadBuffer(audio, voice.assetId)
    const { isPlaying } = player.getTransport()
    // Decoding takes time, so the state is checked again.
    if (!buffer || !isPlaying || restart !== restarts) return
    mark ??= markNow(audio)
    const fps = state.framesPerSecond
    // Later voices are scheduled relative to the first.
    const lag = audio.currentTime + leadSeconds - mark.audioSeconds
    const position = mark.position + lag * fps
    if (voice.endFrame <= position + 1) return
    playing.push(
      startVoice(audio, buffer, voice, { ...mark, position, audioSeconds: audio.currentTime + leadSeconds }, fps),
    )
  }
  const markNow = (audio: AudioContext, latencySeconds = audio.outputLatency || audio.baseLatency || 0): Mark => ({
    audioSeconds: audio.currentTime + leadSeconds,
    position: player.getPosition() + (leadSeconds + latencySeconds) * state.framesPerSecond,
    latencySeconds,
  })
  const { soundtrack, state } = createSoundPlayback(player, {
    toVoicesKey: (voices) =>
      voices
        .map(({ assetId, startFrame, endFrame, trim }) => [assetId, startFrame, endFrame, JSON.stringify(trim)])
        .join(),
    start(audio) {
      for (const voice of state.voices) void begin(voice, audio, restarts)
    },
    silence,
    findOffset(audio) {
      if (!mark) return undefined
      const now = markNow(audio, mark.latencySeconds)
      return now.audioSeconds - mark.audioSeconds - (now.position - mark.position) / state.framesPerSecond
    },
  })
  return soundtrack
}

async function decode(audio: AudioContext, assetId: string, library: AssetLibrary): Promise<AudioBuffer | undefined> {
  const asset = library.find(assetId)
  try {
    if (asset?.file) return await audio.decodeAudioData(await asset.file.arrayBuffer())
    if (!asset?.url) return undefined
    const response = await fetch(asset.url)
    return response.ok ? await audio.decodeAudioData(await response.arrayBuffer()) : undefined
  } catch {
    // The video has no sound, or this browser cannot read it. The server's renderer can, so only the preview is silent.
    return undefined
  }
}

/** Schedules a voice so that it matches the position at the mark. */
function startVoice(audio: AudioContext, buffer: AudioBuffer, voice: Voice, mark: Mark, fps: number): Playing {
  const from = Math.max(mark.position, voice.startFrame)
  const seconds = (voice.endFrame - from) / fps
  const at = mark.audioSeconds + (from - mark.position) / fps
  const end = Math.min(voice.trim.endSeconds ?? buffer.duration, buffer.duration)
  const length = Math.max(0.01, end - voice.trim.startSeconds)
  const elapsed = (from - voice.originFrame) / fps
  const gain = new GainNode(audio, { gain: 0 })
  const source = new AudioBufferSourceNode(audio, {
    buffer,
    loop: voice.loop,
    loopStart: voice.trim.startSeconds,
    loopEnd: end,
  })
  const points = Math.max(2, Math.ceil(seconds / gainStepSeconds) + 1)
  const curve = Float32Array.from({ length: points }, (_, n) => voice.gainAt(from + (seconds * fps * n) / (points - 1)))
  gain.gain.setValueCurveAtTime(curve, at, seconds)
  source.connect(gain).connect(audio.destination)
  const offset = voice.trim.startSeconds + (voice.loop ? elapsed % length : elapsed)
  if (voice.loop) source.start(at, offset)
  else if (elapsed < length) source.start(at, offset, length - elapsed)
  else source.start(at, end, 0)
  source.stop(at + seconds)
  return { source, gain }
}

// Decides when a preview plays sound: while the video plays forwards at normal speed, unmuted, and in sync with the picture.
// Each soundtrack decides how its voices become sound.

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
