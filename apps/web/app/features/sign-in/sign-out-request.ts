import { createObservable } from '../../api/observable.ts'

/** Whether the sign-out dialog is open; every page has it. */
export const signOutQuestion = createObservable(false)
