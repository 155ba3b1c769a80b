// Measures the delay of the AAC encoder with a click. Encoders put about a thousand samples before the first real one;
// some include it in their packet times, some do not.
import {
  AudioSample,
  AudioSampleSink,
  AudioSampleSource,
  BlobSource,
  BufferTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { soundChannels, soundQuality, soundRate } from './encoder-choice.ts'

/** The usual delay: one block of AAC. */
const usualSamples = 1024
const clickSample = 9600
const trialSamples = 19_200
/** A peak further away is not the click. */
const maxSamples = 4096

let measuring: Promise<number> | undefined

/** How many samples earlier sound must start to be in sync. Call it when AAC can be encoded. */
export function measureSoundDelay(): Promise<number> {
  measuring ??= measure().catch(() => usualSamples)
  return measuring
}

async function measure(): Promise<number> {
  const video = await encodeClick()
  using input = new Input({ source: new BlobSource(video), formats: [MP4] })
  const track = await input.getPrimaryAudioTrack()
  if (!track || !(await track.canDecode())) return usualSamples
  let loudest = { level: 0, at: clickSample + usualSamples }
  for await (using sample of new AudioSampleSink(track).samples()) {
    const samples = new Float32Array(sample.numberOfFrames)
    sample.copyTo(samples, { planeIndex: 0, format: 'f32-planar' })
    const first = Math.round(sample.timestamp * soundRate)
    for (const [n, value] of samples.entries()) {
      if (Math.abs(value) > loudest.level) loudest = { level: Math.abs(value), at: first + n }
    }
  }
  const delay = loudest.at - clickSample
  return Math.abs(delay) <= maxSamples ? delay : usualSamples
}

async function encodeClick(): Promise<Blob> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat(), target })
  const source = new AudioSampleSource({ codec: 'aac', quality: soundQuality })
  output.addAudioTrack(source)
  await output.start()
  const data = new Float32Array(trialSamples * soundChannels)
  for (let channel = 0; channel < soundChannels; channel++) data[channel * trialSamples + clickSample] = 0.9
  using sample = new AudioSample({
    data,
    format: 'f32-planar',
    numberOfChannels: soundChannels,
    sampleRate: soundRate,
    timestamp: 0,
  })
  await source.add(sample)
  await output.finalize()
  return new Blob([target.buffer ?? new ArrayBuffer(0)])
}
