import { createObservable } from '../ui/observable.ts'

/** Whether somebody who signs out is asked about the files on this device; the dialog is in every page. */
export const signOutQuestion = createObservable(false)
