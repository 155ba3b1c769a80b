// The page's side of the vision worker. The worker is started, and its model fetched, when the first photo needs it.
import type { Face } from '@vitrine/document/field'
import type { Mask } from './find-people.ts'

/** Longest edge of the analysed picture: faces of a group are large enough, and a phone needs only a moment. */
const MAX_EDGE = 800

let worker: Worker | undefined
let lastId = 0
const waiting = new Map<number, (content: VisionAnswer['content']) => void>()

/**
 * The faces in a picture. None if the browser cannot search or the model cannot be loaded: the picture is then placed
 * as if it had none.
 */
export async function detectFaces(source: ImageBitmap): Promise<readonly Face[]> {
  try {
    const content = await ask('faces', source)
    return 'faces' in content ? content.faces : []
  } catch {
    return []
  }
}

/**
 * The mask of the people in a picture; undefined without any. @throws Error if the browser cannot search or the model
 * cannot be loaded
 */
export async function detectPeople(source: ImageBitmap): Promise<Mask | undefined> {
  const content = await ask('people', source)
  if ('people' in content) return content.people
  throw new Error('error' in content ? content.error : 'Another answer was expected')
}

async function ask(task: VisionRequest['task'], source: ImageBitmap): Promise<VisionAnswer['content']> {
  const scale = Math.min(1, MAX_EDGE / Math.max(source.width, source.height))
  const picture = await createImageBitmap(source, {
    resizeWidth: Math.max(1, Math.round(source.width * scale)),
    resizeHeight: Math.max(1, Math.round(source.height * scale)),
    resizeQuality: 'medium',
  })
  worker ??= startWorker()
  lastId += 1
  const request: VisionRequest = { id: lastId, task, picture }
  const target = worker
  return new Promise((resolve) => {
    waiting.set(request.id, resolve)
    target.postMessage(request, [picture])
  })
}

function startWorker(): Worker {
  const started = new Worker(new URL('./vision-worker.ts', import.meta.url), { type: 'module' })
  started.onmessage = ({ data }: MessageEvent<VisionAnswer>) => {
    waiting.get(data.id)?.(data.content)
    waiting.delete(data.id)
  }
  started.onerror = () => {
    // A worker that cannot start never responds.
    for (const resolve of waiting.values()) resolve({ error: 'stopped' })
    waiting.clear()
    worker = undefined
  }
  return started
}

// Messages between the page and the vision worker.

export interface VisionRequest {
  id: number
  task: 'faces' | 'people'
  /** Transferred; the worker closes it. */
  picture: ImageBitmap
}

export interface VisionAnswer {
  id: number
  content: { faces: readonly Face[] } | { people: Mask | undefined } | { error: string }
}
