// Moves a visitor's work with the stores and the API of this browser. Loaded only when there is something to move.
import { plural, t } from '@lingui/core/macro'
import { sendFileAs } from '../../api/send-file.ts'
import { findUserToken } from '../../api/session.ts'
import type { ShowToast } from '../../ui/toast.tsx'
import { drafts } from './draft-store.ts'
import { createUserApi, guestProjects } from './guest-project.ts'
import { localFiles } from './local-file-store.ts'
import { type MoveResult, moveGuestWork } from './move-guest-work.ts'

let running: Promise<MoveResult> | undefined

/** Coalesces concurrent moves of one user. */
function moveAsMember(userId: string): Promise<MoveResult> {
  const findToken = () => findUserToken(userId)
  const isSignedIn = () => findToken() !== undefined
  const services = {
    api: createUserApi(userId),
    drafts,
    guestProjects,
    localFiles,
    sendFile: sendFileAs(findToken),
    isSignedIn,
  }
  running ??= moveGuestWork(services, userId).finally(() => {
    running = undefined
  })
  return running
}

/** Moves the work, and reports what has arrived. */
export async function moveAndReport(userId: string, showToast: ShowToast, showProjects: () => unknown): Promise<void> {
  const { moved } = await moveAsMember(userId)
  if (moved === 0) return
  const text = plural(moved, {
    one: 'The project that you began on this device is in your account now.',
    other: 'The # projects that you began on this device are in your account now.',
  })
  const action = { label: t`Show projects`, run: () => void showProjects() }
  showToast('success', text, { durationMs: 8000, action })
}
