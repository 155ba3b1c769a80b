// The library's AAC encoder, for browsers without one. A separate module, so that only those load it.
import { registerAacEncoder } from '@mediabunny/aac-encoder'
import { canEncodeAudio } from 'mediabunny'
import { soundOptions } from './encoder-choice.ts'

/** Registers the encoder. False when it does not run here. */
export async function addSoundEncoder(): Promise<boolean> {
  registerAacEncoder()
  return canEncodeAudio('aac', soundOptions)
}
