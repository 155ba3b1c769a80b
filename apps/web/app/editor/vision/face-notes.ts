// Records the faces of photos that are placed while the editor is open, so that frames keep them inside. Faces are
// facts about a file, like its size, and add no undo step.
import type { Face, MediaValue } from '@vitrine/document/field'
import { importWithRetry } from '../../api/load-part.ts'
import { isUpload } from '../project/asset-library.ts'
import { listContents, type ProjectContent, type ProjectStore } from '../project/project-store.ts'

interface FaceNotesSettings {
  store: Pick<ProjectStore, 'getContent' | 'getHistory' | 'rewrite' | 'subscribe'>
  /** A decoded photo; undefined while it is loading, and for other files. */
  findPhoto: (assetId: string) => ImageBitmap | undefined
  detect: (photo: ImageBitmap, assetId: string) => Promise<readonly Face[]>
}

interface FaceNotes {
  /** Call it when photos have been decoded. */
  look(): void
  stop(): void
}

/** Existing values keep the placement with which they were saved. */
export function createFaceNotes({ store, findPhoto, detect }: FaceNotesSettings): FaceNotes {
  const earlier = new WeakSet<object>()
  for (const content of listContents(store.getHistory())) forEachPhoto(content, (value) => earlier.add(value))
  /** Keyed by the decoded photo, which stays the same when a finished upload changes its id. */
  const found = new WeakMap<ImageBitmap, readonly Face[]>()
  let isStopped = false

  const findFaces = (value: MediaValue): readonly Face[] | undefined => {
    if (value.crop || value.faces || earlier.has(value)) return undefined
    const photo = findPhoto(value.asset)
    const faces = photo && found.get(photo)
    if (photo && !faces) {
      found.set(photo, [])
      void detect(photo, value.asset).then((faces) => {
        found.set(photo, faces)
        if (!isStopped) look()
      })
    }
    return faces && faces.length > 0 ? faces : undefined
  }
  const look = () => {
    let isNew = false
    forEachPhoto(store.getContent(), (value) => {
      isNew = findFaces(value) !== undefined || isNew
    })
    if (isNew) store.rewrite((content) => withFaces(content, findFaces))
  }
  const end = store.subscribe(look)
  return {
    look,
    stop() {
      isStopped = true
      end()
    },
  }
}

function forEachPhoto({ values, difference }: ProjectContent, visit: (value: MediaValue) => void): void {
  mapPhotos([values, difference], (value) => {
    visit(value)
    return value
  })
}

function withFaces(
  content: ProjectContent,
  findFaces: (value: MediaValue) => readonly Face[] | undefined,
): ProjectContent {
  const add = (value: MediaValue) => {
    const faces = findFaces(value)
    return faces ? { ...value, faces } : value
  }
  const values = mapPhotos(content.values, add)
  const difference = mapPhotos(content.difference, add)
  const isSame = values === content.values && difference === content.difference
  return isSame ? content : { ...content, values, difference }
}

/** Replaces each of the customer's photos and videos in a value; unchanged objects stay shared. */
function mapPhotos<T>(value: T, change: (value: MediaValue) => MediaValue): T {
  if (typeof value !== 'object' || value === null) return value
  if (isPhoto(value)) return change(value) as T
  const entries = Object.entries(value).map(([key, one]) => [key, mapPhotos(one, change)] as const)
  if (entries.every(([key, one]) => one === (value as Record<string, unknown>)[key])) return value
  return (Array.isArray(value) ? entries.map(([, one]) => one) : Object.fromEntries(entries)) as T
}

/** A media value, as opposed to a layer that shows a file by itself. */
function isPhoto(value: object): value is MediaValue {
  return 'asset' in value && typeof value.asset === 'string' && isUpload(value.asset) && !('type' in value)
}

// Detects faces once per chosen file: when it is chosen among several, or when it appears on the stage.

const found = new WeakMap<Blob, Promise<readonly Face[]>>()

/**
 * Detects the faces of a decoded photo. Returns none if the detector, which is fetched for the first photo, cannot be
 * loaded. @param file the file that the photo was decoded from, if it is on this device
 */
export function detectOnce(photo: ImageBitmap, file: Blob | undefined): Promise<readonly Face[]> {
  const known = file && found.get(file)
  if (known) return known
  const faces = importWithRetry(() => import('../vision/vision.ts')).then(
    ({ detectFaces }) => detectFaces(photo),
    () => {
      // The next attempt may have a network.
      if (file) found.delete(file)
      return []
    },
  )
  if (file) found.set(file, faces)
  return faces
}
