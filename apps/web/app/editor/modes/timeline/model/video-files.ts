// The customer's files of a timeline: they stay on this device, are stored for the next visit, and are uploaded only
// when the server has to read them.

import { select, t } from '@lingui/core/macro'
import type { AssetId } from '@vitrine/document/field'
import { canPlayVideos, type OpenSource, openSource } from '../../../media/source.ts'
import type { EditorModel } from '../../../model/editor-model.ts'
import { decodePhoto, isAnimated } from '../../../preview/photo-file.ts'
import { damagedText, isShownByBrowsers } from '../../../preview/read-file.ts'
import { createLocalId, type KnownAsset } from '../../../project/asset-library.ts'
import { findFileKind } from '../../../project/assign-files.ts'
import { listLocalFiles, listTimelineFiles, withFileReplaced } from '../../../project/local-file.ts'
import { localAsset, localFiles } from '../../../project/local-file-store.ts'
import { neededSeconds } from '../../../project/timeline-edit.ts'
import { fileMark, smallPicture, withPicture, withUnsent } from '../../../project/unsent-file.ts'
import { findFileProblem } from '../../../project/uploads.ts'
import type { OpenMediaSourceCache } from '../media/media-source-cache.ts'
import { thumbnails } from '../media/thumbnails.ts'

/** A chosen file, with a handle for later visits if the browser provides one. */
export interface Chosen {
  file: File
  handle?: FileSystemFileHandle | undefined
}

export interface VideoFiles {
  /**
   * Adds files. Resolves once their lengths are known, with their ids, messages about those that cannot be used or
   * stored, and notes about the others. A file that missing clips wait for is assigned to them and has no id here.
   */
  add(chosen: readonly Chosen[]): Promise<{ assetIds: AssetId[]; problems: string[]; notes: string[] }>
  /** Files of this project that only this device has. */
  listUnsent(): readonly AssetId[]
  /** Missing files of clips and sounds: moved, deleted, or not permitted to be read yet. */
  listMissing(): readonly KnownAsset[]
  /** Whether the browser has a missing file and needs the customer's permission. */
  isLocked(assetId: AssetId): Promise<boolean>
  /**
   * Asks the browser for permission to read a missing file; false when the customer has to choose it. Call it from a
   * click.
   */
  ask(assetId: AssetId): Promise<boolean>
  /**
   * Replaces a missing file by a chosen one, which may be another file if it is long enough. Returns a message when it
   * cannot be used.
   */
  relink(assetId: AssetId, file: File): Promise<string | undefined>
  /**
   * Assigns each file to the clips that wait for it, recognised by content; returns the files that no clip waits for.
   */
  relinkAll(files: readonly File[]): Promise<{ found: number; problems: string[] }>
  /** Uploads them to the customer's account, for a render on the server or for other devices. */
  send(): void
}

type ChosenKind = 'image' | 'video' | 'audio'

/** Facts from a file's first bytes, and whether this browser can show it. */
interface Measured {
  known: KnownAsset
  isShownHere: boolean
}

/** The result of adding a file. */
interface TakenIn {
  assetId?: AssetId
  problem?: string
  note?: string
}

/** Neither this browser nor the server can read it. */
const unreadable = () =>
  t`This file is damaged or in a format that cannot be read. Use MP4, MOV, WebM or MKV videos, or MP3, M4A or WAV audio.`

/**
 * A message about a file that only the server can show. A visitor's file stays on the device until there is an account.
 */
function conversionNote(name: string, isGuest: boolean): string {
  if (isGuest)
    return t`${name} is in a format that this browser cannot play. It stays on this device for now; when you sign in, it is uploaded and converted.`
  return canPlayVideos()
    ? t`${name} is in a format that this browser cannot play. It is being uploaded for conversion and will appear when it is ready.`
    : t`${name} is being uploaded to your account, and the video will be rendered in the cloud.`
}

/** Enough for the thumbnail of a photo. */
const thumbnailEdge = 512

async function measurePhoto(file: File) {
  try {
    const { bitmap, full } = await decodePhoto(file, thumbnailEdge)
    const picture = await smallPicture(bitmap)
    bitmap.close()
    return { ...full, ...(picture !== undefined && { picture }) }
  } catch {
    return undefined
  }
}

/** The height and time of a timeline thumbnail, so that the cached one can be reused. */
const pictured = { height: 120, seconds: 1 }

async function readPicture(source: OpenSource): Promise<string | undefined> {
  const seconds = source.seconds > pictured.seconds + 0.1 ? pictured.seconds : 0
  for await (const { picture } of thumbnails(source, [seconds], pictured.height)) return smallPicture(picture)
  return undefined
}

/** The entry with the same content; undefined also when its content is unknown. */
function findByMark<One extends { mark?: string }>(list: readonly One[], mark: string | undefined): One | undefined {
  return list.find((entry) => mark !== undefined && entry.mark === mark)
}

export function createVideoFiles(model: EditorModel, sourceCache: OpenMediaSourceCache): VideoFiles {
  const { library, uploads, projectId, store, pictures } = model
  const takeIn = async ({ file, handle }: Chosen): Promise<TakenIn> => {
    const { name } = file
    const problem = findFileProblem(file, ['image', 'video', 'audio'])
    const kind = findFileKind(file)
    if (problem || !kind) return { problem: `${file.name}: ${problem}` }
    const mark = await fileMark(file)
    const waiting = findByMark(listMissing(), mark)
    if (waiting) {
      const fault = await relink(waiting.assetId, file)
      return fault === undefined ? { note: t`${name} relinked.` } : { problem: fault }
    }
    const known = findByMark(store.getContent().timeline?.unsent ?? [], mark)
    // The project already has the file: it is stored and uploaded once.
    if (known) return { assetId: known.asset }
    const localId = createLocalId()
    library.put(localAsset(localId, file, kind))
    const measured = await measure(localId, file, kind)
    if (!measured) return { problem: `${file.name}: ${kind === 'image' ? damagedText() : unreadable()}` }
    const { known: taken, isShownHere } = measured
    if (!isShownHere) {
      // Only the server can show it: it is uploaded, and its copy is shown as soon as there is one. Its length is
      // already known.
      const sentId = uploads.add(file, kind)
      library.put({ ...taken, assetId: sentId })
      return { assetId: sentId, note: conversionNote(name, model.isGuest.get()) }
    }
    library.put(taken)
    addPicture(localId)
    const keeping = await localFiles.keep({ localId, projectId, kind }, file, handle)
    if (keeping !== 'memory') {
      const isMoving = kind === 'image' && (await isAnimated(file))
      return { assetId: localId, ...(isMoving && { note: t`${name} is animated. Only its first frame is used.` }) }
    }
    return {
      assetId: localId,
      problem: model.isGuest.get()
        ? t`${name} does not fit into this browser’s storage. Sign in to save it to your account before you leave this page.`
        : t`${name} does not fit into this browser’s storage. Save it to your account before you leave this page.`,
    }
  }
  const measure = async (localId: AssetId, file: File, kind: ChosenKind): Promise<Measured | undefined> => {
    const mark = await fileMark(file)
    const plain = { ...localAsset(localId, file, kind), ...(mark !== undefined && { mark }) }
    if (kind === 'image') {
      const size = await measurePhoto(file)
      if (!size && isShownByBrowsers(file)) return undefined
      return { known: { ...plain, ...size }, isShownHere: size !== undefined }
    }
    const shown = await sourceCache.open(localId).catch(() => undefined)
    const source = shown ?? (await openSource(file, kind))
    const { width, height, seconds, problem } = source
    if (!shown) source.close()
    if (problem === 'unreadable') return undefined
    const size = kind === 'video' ? { width, height } : {}
    return { known: { ...plain, ...size, durationSeconds: seconds }, isShownHere: shown !== undefined }
  }
  /** Thumbnails of videos follow when available, without waiting for them. */
  const addPicture = (localId: AssetId) => {
    const known = library.find(localId)
    const source = sourceCache.find(localId)
    if (known?.kind !== 'video' || !source) return
    readPicture(source).then(
      (picture) => {
        if (picture === undefined) return
        library.put({ ...(library.find(localId) ?? known), picture })
        store.rewrite((content) => withPicture(content, localId, picture))
      },
      // Its clips are then listed by name.
      () => undefined,
    )
  }
  const isUnderWay = (assetId: AssetId) => uploads.list().some((entry) => entry.assetId === assetId)
  const unsent = () =>
    listLocalFiles(store.getContent()).filter((assetId) => library.find(assetId)?.file && !isUnderWay(assetId))
  const listMissing = () => {
    const found = new Set(listTimelineFiles(store.getContent()).map(({ assetId }) => assetId))
    return [...found].flatMap((assetId) => library.find(assetId) ?? []).filter(({ file, url }) => !file && !url)
  }
  const relink = async (assetId: AssetId, file: File): Promise<string | undefined> => {
    const missing = library.find(assetId)
    if (!missing) return undefined
    const kind = findFileKind(file)
    const { name } = file
    const wanted = missing.kind
    if (kind !== wanted)
      return t`${name} is not ${select(wanted, { image: 'a photo', video: 'a video', other: 'a song' })}.`
    const isSame = missing.mark === undefined || missing.mark === (await fileMark(file))
    // Another file needs a new id, because the original may still exist on another device.
    const localId = isSame ? assetId : createLocalId()
    library.put(localAsset(localId, file, kind))
    sourceCache.retry(localId)
    const { known, isShownHere } = (await measure(localId, file, kind)) ?? {}
    const timeline = store.getContent().timeline
    const needed = timeline ? neededSeconds(timeline, assetId, model.player.framesPerSecond) : 0
    if (!known || !isShownHere || (known.durationSeconds ?? needed) < needed - 0.1) {
      if (isSame) library.put(missing)
      sourceCache.retry(localId)
      return isShownHere
        ? t`${name} is shorter than the part used here. Please choose the original file.`
        : t`${name} cannot be read here.`
    }
    library.put(known)
    if (isSame) pictures.retry(assetId)
    else replaceFile(assetId, localId)
    // The file may have been removed before its thumbnail was ready.
    addPicture(localId)
    await localFiles.keep({ localId, projectId, kind }, file)
    return undefined
  }
  const replaceFile = (from: AssetId, to: AssetId) => {
    const { timeline, ...content } = withFileReplaced(model.document, store.getContent(), from, to)
    if (!timeline) return
    // The metadata of the previous file does not apply to this one.
    const unsent = (timeline.unsent ?? []).filter(({ asset }) => asset !== to)
    store.edit({ ...content, timeline: withUnsent({ ...timeline, unsent }, library) }, { label: t`Replace file` })
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
      return file !== undefined && (await relink(assetId, file)) === undefined
    },
    relink,
    async relinkAll(chosen) {
      const results = await Promise.all(
        chosen.map(async (file) => {
          const waiting = findByMark(listMissing(), await fileMark(file))
          const { name } = file
          return waiting ? relink(waiting.assetId, file) : t`${name} is not one of the missing files.`
        }),
      )
      const problems = results.filter((fault) => fault !== undefined)
      return { found: results.length - problems.length, problems }
    },
    send() {
      for (const localId of unsent()) {
        const file = library.find(localId)?.file
        if (file) uploads.resume({ localId, projectId, file })
      }
    },
  }
}
