// Moves a visitor's work on this device into the account that signed in: the project, its files and its content. Every
// step is idempotent, and data on the device is deleted only after the server has confirmed it.

import type { TemplateDocument } from '@vitrine/document/document'
import type { AssetId } from '@vitrine/document/field'
import { ApiResponseError } from '../../api/api.ts'
import { forgetGuest, listGuestIds } from '../../api/device-work.ts'
import type { Api } from '../../api/member-api.ts'
import { createRandomId } from '../../api/random-id.ts'
import type { SendFile } from '../../api/send-file.ts'
import { type Draft, readContent, toSavedContent } from './autosave.ts'
import type { DraftStore, StoredFile } from './draft-store.ts'
import { claimGuestProject, type GuestProject, type GuestProjects, listUserGuestProjects } from './guest-project.ts'
import { listLocalFiles, withFileReplaced, withoutLocalFiles } from './local-file.ts'
import type { LocalFiles } from './local-file-store.ts'
import { runUnlessEdited } from './project-lock.ts'
import { type ProjectContent, rewrite } from './project-store.ts'

export interface MoveServices {
  api: Pick<Api, 'createProject' | 'createAsset' | 'saveProject' | 'getProject'>
  drafts: DraftStore
  guestProjects: GuestProjects
  localFiles: Pick<LocalFiles, 'listProjects'>
  sendFile: SendFile
  /** Whether this account is still signed in. */
  isSignedIn: (userId: string) => boolean
}

export interface MoveResult {
  /** How many projects were moved completely. */
  moved: number
  /** Whether something is left for later: there is no network, or an editor has the project open. */
  isUnfinished: boolean
}

/** Moves all guest projects of this account. Never rejects: failed moves are retried the next time. */
export async function moveGuestWork(services: MoveServices, userId: string): Promise<MoveResult> {
  const { guestProjects } = services
  const guests = listGuestIds(userId)
  let moved = 0
  for (const project of await listUserGuestProjects(guestProjects, userId)) {
    if (await moveProject(services, userId, project).catch(() => false)) moved += 1
  }
  const left = await listUserGuestProjects(guestProjects, userId)
  const waiting = new Set(left.map(({ guestId }) => guestId))
  for (const guestId of guests) if (!waiting.has(guestId)) forgetGuest(guestId)
  return { moved, isUnfinished: left.length > 0 }
}

/** Whether there was something to move, and all of it arrived. */
async function moveProject(services: MoveServices, userId: string, project: GuestProject): Promise<boolean> {
  let hasMoved = false
  await runUnlessEdited(project.projectId, async (signal) => {
    hasMoved = await moveAlone({ ...services, userId, signal }, project)
  })
  return hasMoved
}

interface Move extends MoveServices {
  userId: string
  /** Aborts when an editor opens the project, which then does the rest itself. */
  signal: AbortSignal
}

async function moveAlone(move: Move, project: GuestProject): Promise<boolean> {
  const { api, drafts, guestProjects, localFiles } = move
  const { projectId } = project
  const [draft, files, withClips] = await Promise.all([
    drafts.findDraft(projectId),
    drafts.listFiles(projectId),
    localFiles.listProjects(),
  ])
  // The visitor opened the project without changing it.
  const isUntouched = !draft && files.length === 0 && !withClips.has(projectId)
  if (isUntouched) {
    await guestProjects.forget(projectId)
    return false
  }
  goOn(move)
  const isThere = await claimGuestProject(api, project).then(() => true, isDeleted)
  if (isThere && draft) await moveContent(move, project, draft, files)
  goOn(move)
  // Clips stay on the device, as for every account, under the id of the project.
  await guestProjects.forget(projectId)
  return isThere
}

/** True for a project that its account has deleted meanwhile; other errors are retried later. */
function isDeleted(error: unknown): false {
  if (error instanceof ApiResponseError && error.code === 'project-not-found') return false
  throw error
}

async function moveContent(move: Move, project: GuestProject, storedDraft: Draft, files: readonly StoredFile[]) {
  const { api, drafts } = move
  const { projectId } = project
  const document = project.document.document as unknown as TemplateDocument
  let draft = storedDraft
  const keep = async (next: Draft) => {
    goOn(move)
    draft = next
    if (!(await drafts.keepDraft(projectId, draft))) throw new Error('the device does not store the draft')
  }
  for (const file of files) {
    const assetId = await uploadStoredFile(move, file)
    if (assetId === undefined) continue
    const rename = (content: ProjectContent) => withFileReplaced(document, content, file.localId, assetId)
    await keep({ ...draft, content: rename(draft.content) })
    const history = await drafts.findHistory(projectId)
    if (history) await drafts.keepHistory(projectId, rewrite(history, rename))
    await drafts.forgetFile(file.localId)
  }
  const stored = await api.getProject(projectId)
  const content = withoutLocalFiles(document, draft.content, readContent(stored))
  const attemptId = createRandomId()
  const earlier = draft.unanswered ?? []
  // The draft names the attempt before it is sent, as in an editor, because its response may be lost.
  await keep({ ...draft, unanswered: [...earlier, attemptId] })
  const terms = { revision: draft.revision, attemptId, unanswered: [...earlier] }
  const saved = await api.saveProject(projectId, { ...toSavedContent(content), ...terms }).catch((error: unknown) => {
    // The account has edited the project elsewhere: the draft stays, and the editor shows the conflict.
    if (error instanceof ApiResponseError && error.code === 'project-changed') return undefined
    throw error
  })
  goOn(move)
  if (!saved) return
  // A file that the server rejected stays here, together with the content that names it: the editor explains the
  // problem.
  const isWhole = listLocalFiles(draft.content).every((assetId) => isListed(draft, assetId))
  if (isWhole) await drafts.keepDraft(projectId, undefined)
  else await keep({ content: draft.content, revision: saved.revision })
}

/** Whether the timeline lists the file as not uploaded, so that the server has its clips, too. */
function isListed({ content }: Draft, assetId: AssetId): boolean {
  return content.timeline?.unsent?.some(({ asset }) => asset === assetId) ?? false
}

/** The server's asset of a file; undefined when it rejects the file itself. */
async function uploadStoredFile(move: Move, storedFile: StoredFile): Promise<AssetId | undefined> {
  const { api, drafts, sendFile, signal } = move
  const { file } = storedFile
  const send = async () => {
    goOn(move)
    const uploadId = await sendFile(file, () => undefined, signal)
    goOn(move)
    await drafts.keepFile({ ...storedFile, uploadId })
    return api.createAsset(uploadId)
  }
  try {
    const asset =
      storedFile.uploadId === undefined
        ? await send()
        : await api.createAsset(storedFile.uploadId).catch((error: unknown) => {
            if (error instanceof ApiResponseError && error.code === 'upload-not-found') return send()
            throw error
          })
    return asset.assetId as AssetId
  } catch (error) {
    const isOfFile = error instanceof ApiResponseError && [413, 415, 422].includes(error.status)
    if (!isOfFile) throw error
    return undefined
  }
}

/** Throws once an editor has opened the project, or another account has signed in. */
function goOn({ signal, isSignedIn, userId }: Move): void {
  signal.throwIfAborted()
  if (!isSignedIn(userId)) throw new Error('another account is signed in')
}
