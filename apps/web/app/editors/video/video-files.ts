// Owns how the customer's files come to a timeline: they stay on this machine, are kept there for the next visit, and are
// sent only when the shop has to read them.
import type { AssetId } from '@vitrine/composition/document'
import { createLocalId, isLocal, type KnownAsset } from '../asset-library.ts'
import type { EditorModel } from '../editor-model.ts'
import { listLocalFiles } from '../local-file.ts'
import { findFileProblem, kindOf } from '../uploads.ts'
import { localAsset, localFiles } from './kept-files.ts'
import type { OpenMediaShelf } from './media/media-shelf.ts'

/** A chosen file, and how to find it again where the browser says so. */
export interface Chosen {
  file: File
  handle?: FileSystemFileHandle | undefined
}

export interface VideoFiles {
  /** Takes files in. Gives their ids once their length is known, and the words of what cannot be used. */
  add(chosen: readonly Chosen[]): Promise<{ assetIds: AssetId[]; problems: string[] }>
  /** Files of this project that only this machine has. */
  listUnsent(): readonly AssetId[]
  /** Sends them to the customer's account, to be rendered by the shop or opened elsewhere. */
  send(): void
}

export function createVideoFiles(model: EditorModel, shelf: OpenMediaShelf): VideoFiles {
  const { library, uploads, projectId, store } = model
  const takeIn = async ({ file, handle }: Chosen): Promise<AssetId | string> => {
    const problem = findFileProblem(file, ['image', 'video', 'audio'])
    const kind = kindOf(file)
    if (problem || !kind) return `${file.name}: ${problem}`
    const localId = createLocalId()
    library.put(localAsset(localId, file, kind))
    const known = await measure(localId, file, kind)
    if (!known) {
      // Only the shop can read it: it is sent, and its copy is shown as soon as there is one.
      return uploads.add(file, kind)
    }
    library.put(known)
    const keeping = await localFiles.keep({ localId, projectId, kind }, file, handle)
    if (keeping === 'memory')
      model.announcement.set(`${file.name} is too large to be kept here. Save it to your account before you leave.`)
    return localId
  }
  const measure = async (localId: AssetId, file: File, kind: KnownAsset['kind']): Promise<KnownAsset | undefined> => {
    try {
      if (kind === 'image') {
        const picture = await createImageBitmap(file)
        const { width, height } = picture
        picture.close()
        return { ...localAsset(localId, file, kind), width, height }
      }
      const source = await shelf.open(localId)
      const { width, height, seconds } = source
      const size = kind === 'video' ? { width, height } : {}
      return { ...localAsset(localId, file, kind), ...size, durationSeconds: seconds }
    } catch {
      return undefined
    }
  }
  const unsent = () =>
    listLocalFiles(store.getContent()).filter((assetId) => !uploads.list().some((one) => one.assetId === assetId))
  return {
    async add(chosen) {
      const results = await Promise.all(chosen.map(async (one) => ({ name: one.file.name, result: await takeIn(one) })))
      const isId = (result: string) => isLocal(result)
      return {
        assetIds: results.flatMap(({ result }) => (isId(result) ? [result as AssetId] : [])),
        problems: results.flatMap(({ result }) => (isId(result) ? [] : [result])),
      }
    },
    listUnsent: unsent,
    send() {
      for (const localId of unsent()) {
        const file = library.find(localId)?.file
        if (file) uploads.resume({ localId, projectId, file })
      }
    },
  }
}
