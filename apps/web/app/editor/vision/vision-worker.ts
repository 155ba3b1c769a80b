// The worker that finds faces, and people in front of a background. No picture leaves the browser.
import faceModel from '@mediapipe/face_detection/face_detection_short_range.tflite?url'
import peopleModel from '@mediapipe/selfie_segmentation/selfie_segmentation.tflite?url'
import { findFaces, type Pixels } from './find-faces.ts'
import { findPeople } from './find-people.ts'
import { createNetwork, type Network } from './run-model.ts'
import type { VisionAnswer, VisionRequest } from './vision.ts'

const models = { faces: faceModel, people: peopleModel }
const networks = new Map<VisionRequest['task'], Promise<Network>>()

self.onmessage = async ({ data: { id, task, picture } }: MessageEvent<VisionRequest>) => {
  const answer = (content: VisionAnswer['content']) => self.postMessage({ id, content } satisfies VisionAnswer)
  try {
    const loading = networks.get(task) ?? loadNetwork(models[task])
    networks.set(task, loading)
    const network = await loading
    const pixels = readPixels(picture)
    answer(task === 'faces' ? { faces: findFaces(network, pixels) } : { people: findPeople(network, pixels) })
  } catch (error) {
    // A model that failed to load is fetched again the next time.
    networks.delete(task)
    answer({ error: String(error) })
  } finally {
    picture.close()
  }
}

function readPixels(picture: ImageBitmap): Pixels {
  const { width, height } = picture
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser has no canvas in workers')
  context.drawImage(picture, 0, 0)
  return context.getImageData(0, 0, width, height)
}

async function loadNetwork(url: string): Promise<Network> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The model could not be loaded: ${response.status}`)
  return createNetwork(await response.arrayBuffer())
}
