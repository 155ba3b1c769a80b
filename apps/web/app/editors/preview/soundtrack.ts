// Owns the sound of the preview: decodes what the composition's voices play, and keeps it in time with the picture.
import type { ResolvedDocument } from '@vitrine/composition/document'
import { framesPerSecond } from '@vitrine/composition/document'
import { listVoices, type Voice } from '@vitrine/composition/voice'
import type { AssetLibrary } from '../asset-library.ts'
import type { Player } from './player.ts'

export interface Soundtrack {
  /** To be called when voices may have changed. */
  setDocument(document: ResolvedDocument): void
  setMuted(isMuted: boolean): void
  stop(): void
}

/** Gains are followed along straight lines between points this far apart. */
const gainStepSeconds = 0.05
/** Time for the audio hardware to be told; picture and sound start that much later together. */
const leadSeconds = 0.02

interface Playing {
  source: AudioBufferSourceNode
  gain: GainNode
}

export function createSoundtrack(player: Player, library: AssetLibrary): Soundtrack {
  let context: AudioContext | undefined
  let voices: readonly Voice[] = []
  let fps = player.framesPerSecond
  let isMuted = false
  let playing: Playing[] = []
  const buffers = new Map<string, Promise<AudioBuffer | undefined>>()

  const silence = () => {
    for (const { source, gain } of playing) {
      source.stop()
      gain.disconnect()
    }
    playing = []
  }
  const bufferOf = (audio: AudioContext, assetId: string) => {
    let buffer = buffers.get(assetId)
    if (!buffer) {
      buffer = decode(audio, assetId, library)
      buffers.set(assetId, buffer)
    }
    return buffer
  }
  const begin = async (voice: Voice, audio: AudioContext) => {
    const buffer = await bufferOf(audio, voice.assetId)
    const { isPlaying } = player.getTransport()
    // Decoding takes a while: what is true now counts, not what was true when it began.
    if (!buffer || !isPlaying || isMuted || !voices.includes(voice)) return
    const frame = player.getFrame()
    if (voice.endFrame <= frame) return
    playing.push(startVoice(audio, buffer, voice, frame, fps))
  }
  const restart = () => {
    silence()
    if (!player.getTransport().isPlaying || isMuted || voices.length === 0) return
    // Sound before the visitor has touched the page is refused by browsers, and complained about.
    if (!context && !navigator.userActivation.hasBeenActive) return
    context ??= new AudioContext({ latencyHint: 'playback' })
    void context.resume()
    for (const voice of voices) void begin(voice, context)
  }
  const stopListening = player.onTransport(restart)
  return {
    setDocument(document) {
      const next = listVoices(document)
      const name = (list: readonly Voice[]) =>
        list
          .map(({ assetId, startFrame, endFrame, trim }) => [assetId, startFrame, endFrame, JSON.stringify(trim)])
          .join()
      const isSame = name(next) === name(voices)
      fps = framesPerSecond(document.canvas.fps)
      if (isSame) return
      voices = next
      restart()
    },
    setMuted(next) {
      isMuted = next
      restart()
    },
    stop() {
      stopListening()
      silence()
      void context?.close()
    },
  }
}

async function decode(audio: AudioContext, assetId: string, library: AssetLibrary): Promise<AudioBuffer | undefined> {
  const asset = library.find(assetId)
  try {
    if (asset?.file) return await audio.decodeAudioData(await asset.file.arrayBuffer())
    if (!asset?.url) return undefined
    const response = await fetch(asset.url)
    return response.ok ? await audio.decodeAudioData(await response.arrayBuffer()) : undefined
  } catch {
    // A film without sound, or one this browser cannot read: the server's renderer can, so it is only silent here.
    return undefined
  }
}

function startVoice(audio: AudioContext, buffer: AudioBuffer, voice: Voice, frame: number, fps: number): Playing {
  const from = Math.max(frame, voice.startFrame)
  const seconds = (voice.endFrame - from) / fps
  const at = audio.currentTime + leadSeconds + (from - frame) / fps
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
