// Owns the library's AAC encoder, for browsers that have none. A module of its own, so that only they load it.
import { registerAacEncoder } from '@mediabunny/aac-encoder'
import { canEncodeAudio } from 'mediabunny'
import { soundOptions } from './encoder-choice.ts'

/** Makes it available. False when it does not run here. */
export async function addSoundEncoder(): Promise<boolean> {
  registerAacEncoder()
  return canEncodeAudio('aac', soundOptions)
}
