import { createObservable } from '../../api/observable.ts'

/** Whether somebody who signs out is asked about the files on this device; the dialog is in every page. */
export const signOutQuestion = createObservable(false)
