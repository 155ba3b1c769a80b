// Owns how the customer's files come to a timeline: they stay on this machine, are kept there for the next visit, and are
// sent only when the shop has to read them.
import type { AssetId } from '@vitrine/composition/document'
import { createLocalId, type KnownAsset } from '../asset-library.ts'
import type { EditorModel } from '../editor-model.ts'
import { listLocalFiles, listTimelineFiles } from '../local-file.ts'
import { acceptWords, findFileProblem, kindOf } from '../uploads.ts'
import { localAsset, localFiles } from './kept-files.ts'
import type { OpenMediaShelf } from './media/media-shelf.ts'
import { openSource } from './media/source.ts'
import { neededSeconds } from './timeline/cut.ts'

/** A chosen file, and how to find it again where the browser says so. */
export interface Chosen {
  file: File
  handle?: FileSystemFileHandle | undefined
}

export interface VideoFiles {
  /**
   * Takes files in. Gives their ids once their length is known, the words of what cannot be used or kept, and what else
   * should be known of those that can.
   */
  add(chosen: readonly Chosen[]): Promise<{ assetIds: AssetId[]; problems: string[]; notes: string[] }>
  /** Files of this project that only this machine has. */
  listUnsent(): readonly AssetId[]
  /** Files of clips and sounds that are not at hand: moved, cleared away, or not allowed to be read yet. */
  listMissing(): readonly KnownAsset[]
  /** Whether the browser has a missing file and waits for the customer's leave. */
  isLocked(assetId: AssetId): Promise<boolean>
  /** Asks the browser for a missing file that it may still have; false when the customer has to choose it. From a click. */
  ask(assetId: AssetId): Promise<boolean>
  /** Puts a chosen file in the place of a missing one; the words of what speaks against it. */
  giveBack(assetId: AssetId, file: File): Promise<string | undefined>
  /** Sends them to the customer's account, to be rendered by the shop or opened elsewhere. */
  send(): void
}

type ChosenKind = 'image' | 'video' | 'audio'

/** What is known of a file from its first bytes, and whether this browser shows it. */
interface Measured {
  known: KnownAsset
  isShownHere: boolean
}

/** What became of a chosen file. */
interface TakenIn {
  assetId?: AssetId
  problem?: string
  note?: string
}

/** Neither this browser nor the shop makes anything of it. */
const unreadable =
  'This file is damaged or in a format that cannot be read. MP4, MOV, WebM and MKV films work, and MP3, M4A and WAV songs.'

async function measurePhoto(file: File): Promise<{ width: number; height: number } | undefined> {
  try {
    const picture = await createImageBitmap(file)
    const { width, height } = picture
    picture.close()
    return { width, height }
  } catch {
    return undefined
  }
}

export function createVideoFiles(model: EditorModel, shelf: OpenMediaShelf): VideoFiles {
  const { library, uploads, projectId, store, pictures } = model
  const takeIn = async ({ file, handle }: Chosen): Promise<TakenIn> => {
    const problem = findFileProblem(file, ['image', 'video', 'audio'])
    const kind = kindOf(file)
    if (problem || !kind) return { problem: `${file.name}: ${problem}` }
    const localId = createLocalId()
    library.put(localAsset(localId, file, kind))
    const measured = await measure(localId, file, kind)
    if (!measured) return { problem: `${file.name}: ${unreadable}` }
    const { known, isShownHere } = measured
    if (!isShownHere) {
      // Only the shop can show it: it is sent, and its copy is shown as soon as there is one. How long it is shows already.
      const sentId = uploads.add(file, kind)
      library.put({ ...known, assetId: sentId })
      return {
        assetId: sentId,
        note: `${file.name} is in a format that this browser does not show. It is sent to be converted, and shown then.`,
      }
    }
    library.put(known)
    const keeping = await localFiles.keep({ localId, projectId, kind }, file, handle)
    if (keeping !== 'memory') return { assetId: localId }
    return {
      assetId: localId,
      problem: `${file.name} does not fit into this browser’s storage. Save it to your account before you leave.`,
    }
  }
  const measure = async (localId: AssetId, file: File, kind: ChosenKind): Promise<Measured | undefined> => {
    const plain = localAsset(localId, file, kind)
    if (kind === 'image') {
      const size = await measurePhoto(file)
      return { known: { ...plain, ...size }, isShownHere: size !== undefined }
    }
    const shown = await shelf.open(localId).catch(() => undefined)
    const source = shown ?? (await openSource(file, kind))
    const { width, height, seconds, problem } = source
    if (!shown) source.close()
    if (problem === 'unreadable') return undefined
    const size = kind === 'video' ? { width, height } : {}
    return { known: { ...plain, ...size, durationSeconds: seconds }, isShownHere: shown !== undefined }
  }
  const isUnderWay = (assetId: AssetId) => uploads.list().some((one) => one.assetId === assetId)
  const unsent = () =>
    listLocalFiles(store.getContent()).filter((assetId) => library.find(assetId)?.file && !isUnderWay(assetId))
  const listMissing = () => {
    const found = new Set(listTimelineFiles(store.getContent()).map(({ assetId }) => assetId))
    return [...found].flatMap((assetId) => library.find(assetId) ?? []).filter(({ file, url }) => !file && !url)
  }
  const giveBack = async (assetId: AssetId, file: File): Promise<string | undefined> => {
    const missing = library.find(assetId)
    if (!missing) return undefined
    const kind = kindOf(file)
    if (kind !== missing.kind)
      return `${file.name} is not ${acceptWords([missing.kind as 'image' | 'video' | 'audio'])}.`
    library.put(localAsset(assetId, file, kind))
    shelf.retry(assetId)
    const { known, isShownHere } = (await measure(assetId, file, kind)) ?? {}
    const timeline = store.getContent().timeline
    const needed = timeline ? neededSeconds(timeline, assetId, model.player.framesPerSecond) : 0
    if (!known || !isShownHere || (known.durationSeconds ?? needed) < needed - 0.1) {
      library.put(missing)
      shelf.retry(assetId)
      return isShownHere
        ? `${file.name} is shorter than what is shown of it here. Please choose the file that was here before.`
        : `${file.name} cannot be read here.`
    }
    library.put(known)
    pictures.retry(assetId)
    await localFiles.keep({ localId: assetId, projectId, kind }, file)
    return undefined
  }
  return {
    async add(chosen) {
      const taken = await Promise.all(chosen.map(takeIn))
      return {
        assetIds: taken.flatMap(({ assetId }) => assetId ?? []),
        problems: taken.flatMap(({ problem }) => problem ?? []),
        notes: taken.flatMap(({ note }) => note ?? []),
      }
    },
    listUnsent: unsent,
    listMissing,
    isLocked: async (assetId) => (await localFiles.restore(assetId)).status === 'locked',
    async ask(assetId) {
      const restored = await localFiles.restore(assetId)
      const file = restored.status === 'locked' ? await restored.ask() : undefined
      return file !== undefined && (await giveBack(assetId, file)) === undefined
    },
    giveBack,
    send() {
      for (const localId of unsent()) {
        const file = library.find(localId)?.file
        if (file) uploads.resume({ localId, projectId, file })
      }
    },
  }
}
