// What the routes of the gateway stand on.
import type { SandboxKeys } from '@vitrine/providers/payment/settings'
import type { Alarm } from './alarm.ts'
import type { Book } from './book.ts'
import type { Courier } from './courier.ts'
import type { Till } from './till.ts'

export interface Parts {
  readonly book: Book
  readonly till: Till
  readonly courier: Courier
  readonly keys: SandboxKeys
  readonly alarm: Alarm
  /** Where the scripts and styles for browsers lie. */
  readonly browserFolder: string
}
