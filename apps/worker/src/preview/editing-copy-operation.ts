// The operation for a template's video: moves the original to a place that only signed links reach, and creates the small copy
// that editors show.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { transaction } from '@vitrine/database/connection'
import { createPaidKey, publicKey, type Storage } from '@vitrine/providers/storage'
import {
  failEditingCopy,
  findTemplateVideo,
  isShown,
  moveTemplateVideo,
  recordEditingCopy,
  TEMPLATE_VIDEO_TASK,
  type TemplateVideo,
} from '@vitrine/store/catalogue/template-video'
import { z } from 'zod'
import { RECORDING_LIMITS } from '../normalise/normalise-message.ts'
import { childProgram } from '../operation/child-program.ts'
import { defineOperation, type OperationServices } from '../operation/operation.ts'
import type { EditingCopy, EditingCopyProgress, EditingCopyRequest } from './editing-copy.ts'

const COPY_MIME = 'video/mp4'
const GAVE_UP = 'No copy for editors could be made of this video, although it was tried several times.'

const COPY_PROGRAM = childProgram<EditingCopyRequest, EditingCopyProgress, EditingCopy>('editing copy', {
  file: 'editing-copy-process',
  moduleUrl: import.meta.url,
})

/** The job `template-video` with payload `{ assetId }`. Idempotent. */
export const editingCopyOperation = defineOperation({
  kind: TEMPLATE_VIDEO_TASK,
  input: z.object({ assetId: z.string().startsWith('sha256:') }),
  limits: RECORDING_LIMITS,
  async load({ db }, { assetId }) {
    const found = await findTemplateVideo(db, assetId)
    return found && { operation: undefined, found }
  },
  async run(attempt, { found }): Promise<string | undefined> {
    const video = await moveToPrivateKey(attempt, found)
    if (video.use === 'goods' || video.copyKey !== null) return undefined
    const outPath = join(attempt.folder, 'copy.mp4')
    await attempt.runChild(COPY_PROGRAM, {
      sourcePath: await attempt.fetchFile(video.storageKey),
      outPath,
      isAlphaVideo: video.use === 'plate',
      threads: attempt.encoderThreads,
    })
    return outPath
  },
  async publish({ db, storage }, { found }, path) {
    if (path === undefined) return
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    const copyKey = publicKey(hash.digest('hex'), COPY_MIME)
    await storage.put(copyKey, { file: path }, { contentType: COPY_MIME })
    await transaction(db, (tx) => recordEditingCopy(tx, found.id, copyKey))
  },
  gaveUp: { code: 'gave-up', message: GAVE_UP },
  async onFail(tx, { assetId }, { message }) {
    await failEditingCopy(tx, assetId, message)
    return undefined
  },
})

/**
 * Moves the video under a key that only signed links reach and that cannot be derived from its id, which documents contain. The
 * old file is deleted last: a recorded file exists at any moment.
 */
async function moveToPrivateKey(
  { db, storage }: Pick<OperationServices, 'db' | 'storage'>,
  video: TemplateVideo,
): Promise<TemplateVideo> {
  const sha256 = video.id.slice('sha256:'.length)
  const open = publicKey(sha256, video.mime)
  const guessable = [open, open.replace('public/', 'private/catalogue/')]
  let { storageKey } = video
  if (guessable.includes(storageKey)) {
    storageKey = createPaidKey(video.mime)
    await copyFile(storage, { from: video.storageKey, to: storageKey, contentType: video.mime })
    await moveTemplateVideo(db, video.id, storageKey)
  }
  for (const key of guessable) {
    // The editing copy of another video may have the same bytes.
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
