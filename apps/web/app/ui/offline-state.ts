// Whether the page may be old: there is no network, or what it shows came from the device (shell/device-copy.ts).
import { createObservable } from '../api/observable.ts'

export const offlineState = createObservable(false)
