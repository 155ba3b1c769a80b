// The part of a registration that survives a reload: small phones discard a page while its visitor reads the code in another
// app. Stored in this tab only, for as long as the server keeps the verification; never the password.
import { pageDraft } from '../store/page-draft.ts'
import { fieldsOf } from '../store/persisted.ts'

/** Everything the registration form holds, as typed. */
export type Account = {
  actualName: string
  username: string
  email: string
  country: string
  phone: string
  employment: string
  otherEmployment: string
  password: string
  confirmation: string
  rememberMe: boolean
}

type Kept = Omit<Account, 'password' | 'confirmation'>

/**
 * The state of verifying an address or a number, by its value. `unreachable`: the shop could not send a code there, through no
 * fault of the visitor.
 */
export type Proof = { sentTo?: string; verified?: string; unreachable?: string }

export type RegisterDraft = { typed: Kept; email: Proof; phone: Proof }

const kept = pageDraft('registration', {
  version: 1,
  keptIn: 'tab',
  lifeMs: 3_600_000,
  check(value): RegisterDraft | undefined {
    const { typed, email, phone } = fieldsOf<RegisterDraft>(value)
    return typed && email && phone ? { typed, email, phone } : undefined
  },
})

export function saveDraft(draft: RegisterDraft & { typed: Kept & Partial<Account> }): void {
  const { password: _password, confirmation: _confirmation, ...typed } = draft.typed
  kept.save({ ...draft, typed })
}

export const dropDraft = kept.drop

/** What this tab stored within the last hour; undefined when absent or unreadable. */
export const findDraft = (): RegisterDraft | undefined => kept.find()
