// The part of a registration that survives a reload: small phones discard a page while its visitor reads the code in another
// app. Stored in this tab only, for as long as the server keeps the verification; never the password.
import { fieldsOf, persisted } from '../store/persisted.ts'

const lifeMs = 3_600_000

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

type StoredDraft = RegisterDraft & { savedAt: number }

const stored = persisted('vitrine-registration', checkDraft, 'sessionStorage')

export function saveDraft(draft: RegisterDraft & { typed: Kept & Partial<Account> }): void {
  const { password: _password, confirmation: _confirmation, ...typed } = draft.typed
  stored.write({ ...draft, typed, savedAt: Date.now() })
}

export function dropDraft(): void {
  stored.write(undefined)
}

/** What this tab stored within the last hour; undefined when absent or unreadable. */
export function findDraft(): RegisterDraft | undefined {
  const { savedAt = 0, ...draft } = stored.read() ?? {}
  return savedAt > Date.now() - lifeMs ? (draft as RegisterDraft) : undefined
}

function checkDraft(value: unknown): StoredDraft | undefined {
  const { typed, email, phone, savedAt } = fieldsOf<StoredDraft>(value)
  return typed && email && phone && savedAt !== undefined ? { typed, email, phone, savedAt } : undefined
}
