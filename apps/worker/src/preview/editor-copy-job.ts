// The job for a template's video: moves the original to where only a signed link leads, and makes the small copy that editors
// show.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { type Db, transaction } from '@vitrine/database/connection'
import type { JobContext } from '@vitrine/database/jobs'
import { drawPaidKey, publicKey, type Storage } from '@vitrine/providers/storage'
import {
  failEditorCopy,
  findTemplateVideo,
  isShown,
  moveTemplateVideo,
  recordEditorCopy,
  type TemplateVideo,
} from '@vitrine/shop/catalogue/template-video'
import { runBoundedChild, type WorkLimits } from '@vitrine/untrusted-media/bounded-child'
import { z } from 'zod'
import type { EditorCopy, EditorCopyProgress, EditorCopyRequest } from './editor-copy.ts'

export interface EditorCopyDeps {
  readonly db: Db
  readonly storage: Storage
  readonly scratchFolder: string
  readonly limits: WorkLimits
  readonly encoderThreads: number
}

const payloadOfCopy = z.object({ assetId: z.string().startsWith('sha256:') })

const COPY_MIME = 'video/mp4'
const GAVE_UP = 'No copy for editors could be made of this video, although it was tried several times.'

const CHILD = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './editor-copy-process.ts' : './editor-copy-process.js', import.meta.url),
)

/** Runs the job `template-film` with payload `{ assetId }`. Running it again changes nothing. Throws for another attempt. */
export async function runEditorCopy(
  deps: EditorCopyDeps,
  payload: unknown,
  context: Pick<JobContext, 'signal' | 'isLastAttempt'>,
): Promise<void> {
  const found = await findTemplateVideo(deps.db, payloadOfCopy.parse(payload).assetId)
  if (!found) return
  try {
    const video = await putOutOfReach(deps, found)
    if (video.use !== 'goods' && video.copyKey === null) await makeCopy(deps, video, context.signal)
  } catch (error) {
    if (context.isLastAttempt && !context.signal.aborted) await abandonEditorCopy(deps, payload)
    throw error
  }
}

/** Records that a video has no copy after the last attempt for it. */
export async function abandonEditorCopy({ db }: Pick<EditorCopyDeps, 'db'>, payload: unknown): Promise<void> {
  await failEditorCopy(db, payloadOfCopy.parse(payload).assetId, GAVE_UP)
}

/**
 * Nobody finds the video without a signature afterwards, or can tell its key by its id, which documents hold. The old file
 * goes last: until then there is always one recorded.
 */
async function putOutOfReach({ db, storage }: EditorCopyDeps, video: TemplateVideo): Promise<TemplateVideo> {
  const sha256 = video.id.slice('sha256:'.length)
  const open = publicKey(sha256, video.mime)
  const guessable = [open, open.replace('public/', 'private/catalogue/')]
  let { storageKey } = video
  if (guessable.includes(storageKey)) {
    storageKey = drawPaidKey(video.mime)
    await copyFile(storage, { from: video.storageKey, to: storageKey, contentType: video.mime })
    await moveTemplateVideo(db, video.id, storageKey)
  }
  for (const key of guessable) {
    // The same bytes may be the editor copy of another video.
    if (!(await isShown(db, key))) await storage.delete(key)
  }
  return { ...video, storageKey }
}

async function copyFile(
  storage: Storage,
  { from, to, contentType }: { from: string; to: string; contentType: string },
): Promise<void> {
  const file = await storage.localFile(from)
  try {
    await storage.put(to, { file: file.path }, { contentType })
  } finally {
    await file.release()
  }
}

async function makeCopy(deps: EditorCopyDeps, video: TemplateVideo, signal: AbortSignal): Promise<void> {
  const { db, storage, limits, encoderThreads: threads } = deps
  await using cleanUp = new AsyncDisposableStack()
  const source = await storage.localFile(video.storageKey)
  cleanUp.defer(() => source.release())
  const folder = await mkdtemp(join(deps.scratchFolder, 'film-'))
  cleanUp.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  const outPath = join(folder, 'copy.mp4')
  const request = { sourcePath: source.path, outPath, isAlphaVideo: video.use === 'plate', threads }
  const options = { path: CHILD, name: 'film copy', limits, signal }
  await runBoundedChild<EditorCopyRequest, EditorCopyProgress, EditorCopy>(request, options)
  const hash = createHash('sha256')
  await pipeline(createReadStream(outPath), hash)
  const copyKey = publicKey(hash.digest('hex'), COPY_MIME)
  await storage.put(copyKey, { file: outPath }, { contentType: COPY_MIME })
  await transaction(db, (tx) => recordEditorCopy(tx, video.id, copyKey))
}
