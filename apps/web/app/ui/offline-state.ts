// Whether the page may be outdated: there is no network, or its content came from the device (shell/device-copy.ts).
import { createObservable } from '../api/observable.ts'

export const offlineState = createObservable(false)
