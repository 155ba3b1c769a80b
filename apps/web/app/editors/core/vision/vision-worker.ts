// The worker that looks at photos: finds faces. Nothing that it sees leaves the browser.
import faceModel from '@mediapipe/face_detection/face_detection_short_range.tflite?url'
import { findFaces } from './find-faces.ts'
import { createNetwork, type Network } from './run-model.ts'
import type { VisionAnswer, VisionRequest } from './vision-message.ts'

let faces: Promise<Network> | undefined

self.onmessage = async ({ data: { id, picture } }: MessageEvent<VisionRequest>) => {
  const answer = (content: VisionAnswer['content']) => self.postMessage({ id, content } satisfies VisionAnswer)
  try {
    faces ??= loadNetwork(faceModel)
    const network = await faces
    const { width, height } = picture
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('This browser has no canvas in workers')
    context.drawImage(picture, 0, 0)
    answer({ faces: findFaces(network, context.getImageData(0, 0, width, height)) })
  } catch (error) {
    // A model that did not arrive is fetched again the next time.
    faces = undefined
    answer({ error: String(error) })
  } finally {
    picture.close()
  }
}

async function loadNetwork(url: string): Promise<Network> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The model could not be loaded: ${response.status}`)
  return createNetwork(await response.arrayBuffer())
}
