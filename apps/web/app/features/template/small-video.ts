// A smaller version of a finished video, encoded in this browser: H.264 and AAC in an MP4, as messengers accept it.
import {
  BlobSource,
  BufferTarget,
  Conversion,
  canEncodeAudio,
  canEncodeVideo,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  Quality,
} from 'mediabunny'

/** Bits per second and pixel below which a smaller picture looks better than a coarser one. */
const BITS_PER_PIXEL = 2.2
/** Candidates for the shorter edge, largest first. */
const EDGES = [1080, 720, 540, 480, 360]
/** With fewer bits per second a video is unwatchable. */
const LEAST_VIDEO_BITS = 60_000
/** Sound is copied while it takes at most this share of the file. */
const SOUND_SHARE = 0.25
const SMALL_SOUND_BITS = 64_000
/** Reserve for the container, and for encoders that exceed their target. */
const MARGIN = 0.94
const MAX_ATTEMPTS = 4

export class VideoTooLong extends Error {}

interface SmallVideoPlan {
  /** Bits per second. */
  videoBits: number
  /** Undefined: the sound is copied. */
  soundBits: number | undefined
  shorterEdge: number
}

/**
 * Plans a video for a number of bytes. @param video its length in seconds, pixels of its shorter edge, and bits per
 * second of its sound @throws VideoTooLong when it would be unwatchable
 */
export function planSmallVideo(
  {
    seconds,
    shorterEdge,
    longerEdge,
    soundBits,
  }: { seconds: number; shorterEdge: number; longerEdge: number; soundBits: number },
  maxBytes: number,
): SmallVideoPlan {
  const whole = (maxBytes * 8 * MARGIN) / Math.max(seconds, 0.1)
  const isCopied = soundBits <= whole * SOUND_SHARE
  const sound = isCopied ? soundBits : Math.min(soundBits, SMALL_SOUND_BITS)
  const videoBits = Math.floor(whole - sound)
  if (videoBits < LEAST_VIDEO_BITS) throw new VideoTooLong('The video is too long to become so small')
  const fits = (edge: number) => edge * edge * (longerEdge / shorterEdge) * BITS_PER_PIXEL <= videoBits
  const edge =
    EDGES.find((one) => one <= shorterEdge && fits(one)) ?? Math.min(shorterEdge, EDGES.at(-1) ?? shorterEdge)
  return { videoBits, soundBits: isCopied ? undefined : sound, shorterEdge: edge }
}

/** Whether this browser can encode such videos. */
export async function canMakeSmallVideo(): Promise<boolean> {
  if (typeof VideoEncoder !== 'function' || typeof VideoDecoder !== 'function') return false
  return canEncodeVideo('avc', { width: 720, height: 1280, quality: new Quality({ bitrate: 1_000_000 }) })
}

/**
 * Encodes a video again with at most `maxBytes`. @throws VideoTooLong when that is impossible, and the signal's reason
 * when it is aborted
 */
export async function makeSmallVideo(
  file: Blob,
  maxBytes: number,
  onPercent: (percent: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const input = new Input({ source: new BlobSource(file), formats: [MP4] })
  const video = await input.getPrimaryVideoTrack()
  if (!video) throw new Error('The file has no video')
  const sound = await input.getPrimaryAudioTrack()
  const seconds = await input.computeDuration()
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()]
  const soundBits = sound ? (await sound.computePacketStats()).averageBitrate : 0
  const [shorterEdge, longerEdge] = [Math.min(width, height), Math.max(width, height)]
  // Encoders do not keep exactly to their target: a result that is too large lowers target and size.
  let [goal, edge] = [maxBytes, shorterEdge]
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const of = { seconds, shorterEdge: edge, longerEdge: (longerEdge / shorterEdge) * edge, soundBits }
    const plan = planSmallVideo(of, goal)
    const scale = plan.shorterEdge / shorterEdge
    const even = (length: number) => Math.max(2, 2 * Math.round((length * scale) / 2))
    const encoded = await convert(input, { ...plan, width: even(width), height: even(height) }, onPercent, signal)
    if (encoded.size <= maxBytes) return encoded
    goal *= Math.max(0.6, (maxBytes / encoded.size) * 0.97)
    edge = plan.shorterEdge * 0.75
  }
  throw new VideoTooLong('The video does not get small enough')
}

async function convert(
  input: Input,
  { width, height, videoBits, soundBits }: SmallVideoPlan & { width: number; height: number },
  onPercent: (percent: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  if (soundBits !== undefined && !(await canEncodeAudio('aac'))) {
    const { registerAacEncoder } = await import('@mediabunny/aac-encoder')
    registerAacEncoder()
  }
  const target = new BufferTarget()
  const conversion = await Conversion.init({
    input,
    output: new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target }),
    video: {
      codec: 'avc',
      width,
      height,
      fit: 'fill',
      quality: new Quality({ bitrate: videoBits }),
      forceTranscode: true,
    },
    ...(soundBits !== undefined && { audio: { codec: 'aac', quality: new Quality({ bitrate: soundBits }) } }),
  })
  conversion.onProgress = (done) => onPercent(Math.floor(done * 100))
  const stop = () => void conversion.cancel()
  signal.throwIfAborted()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await conversion.execute()
  } finally {
    signal.removeEventListener('abort', stop)
  }
  if (!target.buffer) throw new Error('The smaller video is empty')
  return new Blob([target.buffer], { type: 'video/mp4' })
}
