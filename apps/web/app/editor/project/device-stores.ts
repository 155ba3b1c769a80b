// This browser's stores of projects, shared by the editors and by the move of a visitor's work.
import { createDraftStore } from './draft-store.ts'
import { createGuestProjects } from './guest-project.ts'

export const drafts = createDraftStore()
export const guestProjects = createGuestProjects()
