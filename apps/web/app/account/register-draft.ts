// The part of a registration that survives a reload: small phones discard a page while its visitor reads the code in another
// app. Stored in this tab only, for as long as the server keeps the verification; never the password.
const storageKey = 'vitrine-registration'
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

export function saveDraft(draft: RegisterDraft & { typed: Kept & Partial<Account> }): void {
  const { password: _password, confirmation: _confirmation, ...typed } = draft.typed
  write(JSON.stringify({ ...draft, typed, savedAt: Date.now() }))
}

export function dropDraft(): void {
  write(undefined)
}

/** What this tab stored within the last hour; undefined when absent or unreadable. */
export function findDraft(): RegisterDraft | undefined {
  try {
    const { savedAt, ...draft } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<RegisterDraft> & {
      savedAt?: number
    }
    const isWhole = draft.typed !== undefined && draft.email !== undefined && draft.phone !== undefined
    return isWhole && savedAt !== undefined && savedAt > Date.now() - lifeMs ? (draft as RegisterDraft) : undefined
  } catch {
    return undefined
  }
}

function write(text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, text)
  } catch {
    // Without storage the page lives as long as it lives.
  }
}
