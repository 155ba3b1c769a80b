// The sound of the preview: decodes the audio of the composition's voices, and keeps it in sync with the frames.
import type { Voice } from '@vitrine/painter/voice'
import type { AssetLibrary } from '../project/asset-library.ts'
import type { Player } from './player.ts'
import { createSoundPlayback, type Soundtrack } from './sound-playback.ts'

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
