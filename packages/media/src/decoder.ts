// Opens decoders for recordings: only those of this list, whatever else libav was built with.
import { AVERROR_DECODER_NOT_FOUND, Codec, CodecContext, type Stream } from 'node-av'
import { check, LibavError } from './libav-error.ts'

/** 8192 × 4320, the largest size that cameras record. */
export const MAX_PIXELS = 8192 * 4320
/** Maximum per packet; all codecs of the list stay far below. */
const MAX_SAMPLES = 2 ** 20

const PCM = ['u8', 's8', 's16le', 's16be', 's24le', 's24be', 's32le', 's32be', 'f32le', 'f32be', 'f64le', 'f64be']

/** Decoders by libav name: the formats of phones, cameras, recorders, browsers and editing programs. */
export const DECODER_NAMES: readonly string[] = [
  ...['h264', 'hevc', 'vp8', 'vp9', 'libdav1d', 'av1'],
  ...['mpeg1video', 'mpeg2video', 'mpeg4', 'msmpeg4v2', 'msmpeg4', 'h263', 'mjpeg', 'dvvideo'],
  ...['prores', 'dnxhd', 'cfhd', 'qtrle', 'png', 'rawvideo', 'v210', 'ffv1', 'utvideo'],
  ...['aac', 'aac_latm', 'mp3', 'mp3float', 'mp2', 'mp2float', 'ac3', 'eac3', 'opus', 'vorbis', 'flac', 'alac'],
  ...['amrnb', 'amrwb', 'adpcm_ms', 'adpcm_ima_wav', 'adpcm_ima_qt', 'pcm_alaw', 'pcm_mulaw', 'pcm_bluray', 'pcm_dvd'],
  ...PCM.map((name) => `pcm_${name}`),
]

const ALLOWED: ReadonlySet<string | null> = new Set(DECODER_NAMES)

/**
 * Starts the decoder of a stream. Frame times are in the stream's time base. Throws `LibavError` for codecs that are not on the
 * list. The caller frees it.
 */
export async function openDecoder(stream: Stream, options: { threads?: number } = {}): Promise<CodecContext> {
  const { codec, decoder } = prepare(stream, options)
  return started(decoder, await decoder.open2(codec, null))
}

/** Synchronous `openDecoder`. */
export function openDecoderSync(stream: Stream, options: { threads?: number } = {}): CodecContext {
  const { codec, decoder } = prepare(stream, options)
  return started(decoder, decoder.open2Sync(codec, null))
}

function prepare(stream: Stream, { threads = 1 }: { threads?: number }) {
  const codec = Codec.findDecoder(stream.codecpar.codecId)
  if (!codec || !ALLOWED.has(codec.name)) throw new LibavError('choosing a decoder', AVERROR_DECODER_NOT_FOUND)
  const decoder = new CodecContext()
  decoder.allocContext3(codec)
  check(decoder.parametersToContext(stream.codecpar), 'describing a stream')
  // Without the time base a decoder cannot drop the priming samples that encoders put before the first real one.
  decoder.pktTimebase = stream.timeBase
  decoder.threadCount = threads
  check(decoder.setOption('max_pixels', BigInt(MAX_PIXELS)), 'limiting a decoder')
  check(decoder.setOption('max_samples', BigInt(MAX_SAMPLES)), 'limiting a decoder')
  return { codec, decoder }
}

function started(decoder: CodecContext, code: number): CodecContext {
  if (code >= 0) return decoder
  decoder.freeContext()
  throw new LibavError('starting a decoder', code)
}
