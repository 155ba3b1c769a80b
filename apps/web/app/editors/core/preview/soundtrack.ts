// The sound of the preview: decodes what the composition's voices play, and keeps it in sync with the frames.
import type { ResolvedDocument } from '@vitrine/composition/document'
import { framesPerSecond } from '@vitrine/composition/document'
import { listVoices, type Voice } from '@vitrine/composition/voice'
import type { AssetLibrary } from '../project/asset-library.ts'
import { createObservable, type Observable } from '../project/observable.ts'
import type { Player } from './player.ts'

export interface Soundtrack {
  /** To be called when voices may have changed. */
  setDocument(document: ResolvedDocument): void
  readonly isMuted: Observable<boolean>
  /** Whether there is any sound. */
  readonly hasVoices: Observable<boolean>
  stop(): void
}

/** Gains are followed along straight lines between points this far apart. */
const gainStepSeconds = 0.05
/** From planning a sound to its first sample. What the picture shows by then is what begins to be heard. */
const leadSeconds = 0.03
/** Sound that has drifted further than this from the picture restarts. Two clocks run apart, and machines sleep. */
const greatestDriftSeconds = 0.035
/** The audio clock advances in small steps: only a difference over so many consecutive frames is drift. */
const driftFrames = 6

interface Playing {
  source: AudioBufferSourceNode
  gain: GainNode
}

/** The moment of the video, in frames, that is heard at a time of the audio clock. */
interface Mark {
  position: number
  audioSeconds: number
  /** From the audio clock to the ear, as the device said when playing began; some say something else each time. */
  latencySeconds: number
}

export function createSoundtrack(player: Player, library: AssetLibrary): Soundtrack {
  let context: AudioContext | undefined
  let voices: readonly Voice[] = []
  let fps = player.framesPerSecond
  let playing: Playing[] = []
  let mark: Mark | undefined
  let framesApart = 0
  /** Counts what is begun again: a sound that was decoded for an earlier turn is not played. */
  let turn = 0
  const isMuted = createObservable(false)
  const hasVoices = createObservable(false)
  const buffers = new Map<string, Promise<AudioBuffer | undefined>>()

  const silence = () => {
    turn += 1
    for (const { source, gain } of playing) {
      source.stop()
      gain.disconnect()
    }
    playing = []
    framesApart = 0
    mark = undefined
  }
  const bufferOf = (audio: AudioContext, assetId: string) => {
    let buffer = buffers.get(assetId)
    if (!buffer) {
      buffer = decode(audio, assetId, library)
      buffers.set(assetId, buffer)
      // A file that cannot be had yet may be there next time.
      void buffer.then((found) => found ?? buffers.delete(assetId))
    }
    return buffer
  }
  const begin = async (voice: Voice, audio: AudioContext, asked: number) => {
    const buffer = await bufferOf(audio, voice.assetId)
    const { isPlaying } = player.getTransport()
    // Decoding takes a while: what is true now counts, not what was true when it began.
    if (!buffer || !isPlaying || asked !== turn) return
    mark ??= markNow(audio)
    // Later voices are planned on the same line of time as the first.
    const lag = audio.currentTime + leadSeconds - mark.audioSeconds
    const position = mark.position + lag * fps
    if (voice.endFrame <= position + 1) return
    playing.push(
      startVoice(audio, buffer, voice, { ...mark, position, audioSeconds: audio.currentTime + leadSeconds }, fps),
    )
  }
  const markNow = (audio: AudioContext, latencySeconds = audio.outputLatency || audio.baseLatency || 0): Mark => ({
    audioSeconds: audio.currentTime + leadSeconds,
    position: player.getPosition() + (leadSeconds + latencySeconds) * fps,
    latencySeconds,
  })
  const restart = () => {
    silence()
    const { isPlaying, rate } = player.getTransport()
    // Faster and backwards are for finding a place: without sound.
    if (!isPlaying || rate !== 1 || isMuted.get() || voices.length === 0) return
    // Sound before the visitor has touched the page is refused by browsers, and complained about.
    if (!context && !navigator.userActivation.hasBeenActive) return
    context ??= new AudioContext({ latencyHint: 'interactive' })
    void context.resume()
    for (const voice of voices) void begin(voice, context, turn)
  }
  const keepInStep = () => {
    if (!context || !mark || context.state !== 'running') return
    const now = markNow(context, mark.latencySeconds)
    const heard = mark.position + (now.audioSeconds - mark.audioSeconds) * fps
    const isApart = Math.abs(heard - now.position) > greatestDriftSeconds * fps
    framesApart = isApart ? framesApart + 1 : 0
    if (framesApart >= driftFrames) restart()
  }
  const firstTouch = () => {
    if (!context && player.getTransport().isPlaying) restart()
  }
  const ends = [player.onTransport(restart), player.onFrame(keepInStep), isMuted.subscribe(restart)]
  for (const kind of ['pointerup', 'keydown']) window.addEventListener(kind, firstTouch)
  return {
    setDocument(document) {
      const next = listVoices(document)
      hasVoices.set(next.length > 0)
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
    isMuted,
    hasVoices,
    stop() {
      for (const end of ends) end()
      for (const kind of ['pointerup', 'keydown']) window.removeEventListener(kind, firstTouch)
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
    // A video without sound, or one this browser cannot read: the server's renderer can, so it is only silent here.
    return undefined
  }
}

/** Plans a voice so that what is heard at the mark is what belongs to the mark's position. */
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
