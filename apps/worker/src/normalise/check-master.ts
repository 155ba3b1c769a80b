// Checks a finished master by opening it as a render would.

import { MediaInput } from '@vitrine/media/media-input'
import { AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO, Packet } from 'node-av'

export interface ExpectedMaster {
  readonly pictures?: {
    readonly width: number
    readonly height: number
    readonly frames: number
    readonly durationSeconds: number
    readonly frameSeconds: number
  }
  readonly sound?: { readonly durationSeconds: number }
}

/** Sound may exceed its nominal length by this much: the last AAC packet is always whole. */
const SOUND_TOLERANCE_SECONDS = 0.05

/** Throws when the file at `path` does not match `expected`: a fault of ours, not of the recording. */
export async function checkMaster(path: string, expected: ExpectedMaster): Promise<void> {
  const input = await MediaInput.open(path)
  const packet = new Packet()
  packet.alloc()
  try {
    const { pictures, sound } = expected
    const video = input.bestStream(AVMEDIA_TYPE_VIDEO)
    const audio = input.bestStream(AVMEDIA_TYPE_AUDIO)
    if (input.streams.length !== (pictures ? 1 : 0) + (sound ? 1 : 0)) {
      throw new Error(`the master has ${input.streams.length} streams`)
    }
    if (pictures && (video?.codecpar.width !== pictures.width || video.codecpar.height !== pictures.height)) {
      throw new Error(`the master is ${video?.codecpar.width}x${video?.codecpar.height}`)
    }
    let frames = 0
    while ((await input.read(packet)) >= 0) {
      if (packet.streamIndex === video?.index) frames++
      packet.unref()
    }
    if (pictures && frames !== pictures.frames) {
      throw new Error(`the master has ${frames} pictures instead of ${pictures.frames}`)
    }
    const heard = audio ? Number(audio.duration) * audio.timeBase.toDouble() : 0
    if (sound && Math.abs(heard - sound.durationSeconds) > SOUND_TOLERANCE_SECONDS) {
      throw new Error(`the sound of the master lasts ${heard} s instead of ${sound.durationSeconds} s`)
    }
  } finally {
    packet.free()
    input.close()
  }
}
