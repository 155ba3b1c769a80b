// The move of a visitor's work with the stores and the API of this browser. Loaded where there is something to move.
import { sendFileAs } from '../../../store/send-file.ts'
import { findTokenOf } from '../../../store/session.ts'
import { apiOf } from './claim-guest-project.ts'
import { drafts, guestProjects } from './device-stores.ts'
import { type MoveResult, moveGuestWork } from './move-guest-work.ts'
import { localFiles } from './stored-files.ts'

let running: Promise<MoveResult> | undefined

/** One at a time: who asks meanwhile gets the same answer. */
export function moveAsMember(userId: string): Promise<MoveResult> {
  const findToken = () => findTokenOf(userId)
  const isSignedIn = () => findToken() !== undefined
  const services = {
    api: apiOf(userId),
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
