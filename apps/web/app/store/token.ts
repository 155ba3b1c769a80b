// Owns the stored bearer token: `{ token, expiry, rememberMe }`, in localStorage for 7 days or in sessionStorage for
// this tab. Expired and corrupt records are removed when read.

const storageKey = 'vitrine-token'

/** How long a remembered session lasts. */
export const rememberMeMs = 604_800_000

export type TokenRecord = { token: string; expiry: number | null; rememberMe: boolean }

const listeners = new Set<() => void>()
let isWatchingOtherTabs = false

function isTokenRecord(value: unknown): value is TokenRecord {
  if (typeof value !== 'object' || value === null) return false
  const { token, expiry, rememberMe } = value as Record<string, unknown>
  return (
    typeof token === 'string' &&
    token !== '' &&
    (expiry === null || typeof expiry === 'number') &&
    typeof rememberMe === 'boolean'
  )
}

function parseRecord(text: string): TokenRecord | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isTokenRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function findIn(storage: Storage): TokenRecord | undefined {
  const text = storage.getItem(storageKey)
  if (text === null) return undefined
  const record = parseRecord(text)
  if (!record || (record.expiry !== null && record.expiry <= Date.now())) {
    storage.removeItem(storageKey)
    return undefined
  }
  return record
}

/** The token record of this tab, if it has one that is whole and has not expired. */
export function findTokenRecord(): TokenRecord | undefined {
  try {
    return findIn(sessionStorage) ?? findIn(localStorage)
  } catch {
    return undefined
  }
}

export function findToken(): string | undefined {
  return findTokenRecord()?.token
}

/** Stores a token and tells everybody who listens, in this tab and, when remembered, in the others. */
export function storeToken(token: string, rememberMe: boolean): void {
  const record: TokenRecord = { token, expiry: rememberMe ? Date.now() + rememberMeMs : null, rememberMe }
  sessionStorage.removeItem(storageKey)
  localStorage.removeItem(storageKey)
  const storage = rememberMe ? localStorage : sessionStorage
  storage.setItem(storageKey, JSON.stringify(record))
  tellListeners()
}

export function clearToken(): void {
  try {
    sessionStorage.removeItem(storageKey)
    localStorage.removeItem(storageKey)
  } catch {
    // Without storage there was no token either.
  }
  tellListeners()
}

function tellListeners(): void {
  for (const listener of listeners) listener()
}

/** Calls `listener` whenever the token may have changed, in this tab or in another one. Returns how to stop. */
export function watchToken(listener: () => void): () => void {
  if (!isWatchingOtherTabs) {
    isWatchingOtherTabs = true
    // A null key means that the whole storage was cleared.
    window.addEventListener('storage', ({ key }) => {
      if (key === storageKey || key === null) tellListeners()
    })
  }
  listeners.add(listener)
  return () => listeners.delete(listener)
}
