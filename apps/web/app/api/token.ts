// The stored bearer token: `{ token, expiry, rememberMe }`, in localStorage for 7 days or in sessionStorage for this
// tab. Expired and corrupt records are removed when read. All tabs share one account: the last sign-in wins everywhere,
// a token that ends or is replaced in one tab does so in every tab that has it, and a new tab receives the token of
// open ones. Tabs communicate by a channel of this origin; a token that is not to be remembered is never stored
// anywhere that outlives them.

import { useSyncExternalStore } from 'react'
import { createNotifier, createObservable } from './observable.ts'

const storageKey = 'vitrine-token'
const channelName = 'vitrine-token'
/** Since when some tab may have a token of its own; without it a new tab need not ask. It contains no secret. */
const heldKey = 'vitrine-tab-session'
/** The lifetime of such a session on the server. */
const heldMs = 86_400_000
/** How long a new tab waits for the others before it shows a visitor. A later response still signs in. */
const handoverMs = 200

/** The lifetime of a remembered session. */
export const rememberMeMs = 604_800_000

type TokenRecord = { token: string; expiry: number | null; rememberMe: boolean }

/** Messages between tabs. Storage events reach other tabs for localStorage only, and duplicated tabs copy sessionStorage. */
type Notice = { ended: string } | { replaced: string; by: TokenRecord } | { asks: true } | { handed: TokenRecord }

const { notify, subscribe } = createNotifier()
let channel: BroadcastChannel | undefined
let isWatchingOtherTabs = false
/** Replaces the stored record of this tab when storage is blocked or full. */
let unstored: TokenRecord | undefined
/** Whether the session ends with this page, because it could not be stored. */
export const isSessionUnstored = createObservable(false)
/** Ends a new tab's wait for the response of the others. */
let endWait: (() => void) | undefined

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
    // Listeners that show a profile must learn that the session has ended, but not while they read the token.
    queueMicrotask(notify)
    return undefined
  }
  return record
}

/** The token record of this tab, if it is valid and has not expired. */
export function findTokenRecord(): TokenRecord | undefined {
  try {
    return unstored ?? findIn(sessionStorage) ?? findIn(localStorage)
  } catch {
    return undefined
  }
}

export function findToken(): string | undefined {
  return findTokenRecord()?.token
}

/** Stores a token and notifies all listeners, in this tab and in others. */
export function storeToken(token: string, rememberMe: boolean): void {
  const record = { token, expiry: rememberMe ? Date.now() + rememberMeMs : null, rememberMe }
  write(record)
  if (!rememberMe) notifyOtherTabs({ handed: record })
  notify()
}

/** Replaces the current token, keeping its remember-me choice and expiry, in every tab that has it. */
export function replaceToken(token: string): void {
  const present = findTokenRecord()
  const record = { token, expiry: present?.expiry ?? null, rememberMe: present?.rememberMe ?? false }
  write(record)
  if (present) notifyOtherTabs({ replaced: present.token, by: record })
  notify()
}

function write(record: TokenRecord): void {
  unstored = undefined
  try {
    sessionStorage.removeItem(storageKey)
    localStorage.removeItem(storageKey)
    const storage = record.rememberMe ? localStorage : sessionStorage
    storage.setItem(storageKey, JSON.stringify(record))
    if (record.rememberMe) localStorage.removeItem(heldKey)
    else localStorage.setItem(heldKey, String(Date.now()))
  } catch {
    unstored = record
  }
  isSessionUnstored.set(unstored !== undefined)
}

/** The record of this tab only. */
function findOwn(): TokenRecord | undefined {
  try {
    return unstored ?? findIn(sessionStorage)
  } catch {
    return undefined
  }
}

function removeUserUploads(): void {
  unstored = undefined
  isSessionUnstored.set(false)
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Without storage there is nothing to remove.
  }
}

/**
 * Requests a session that only other tabs have. Resolves when one has responded, or none has within a moment; undefined
 * when there is nothing to request.
 */
export function takeOverSession(): Promise<void> | undefined {
  if (findTokenRecord() || !isHeldElsewhere()) return undefined
  return new Promise((resolve) => {
    const timer = setTimeout(() => endWait?.(), handoverMs)
    endWait = () => {
      clearTimeout(timer)
      endWait = undefined
      resolve()
    }
    notifyOtherTabs({ asks: true })
  })
}

function isHeldElsewhere(): boolean {
  try {
    return Number(localStorage.getItem(heldKey)) > Date.now() - heldMs
  } catch {
    return false
  }
}

export function clearToken(): void {
  const ended = findToken()
  removeUserUploads()
  try {
    localStorage.removeItem(storageKey)
    localStorage.removeItem(heldKey)
  } catch {
    // Without storage there is nothing to remove.
  }
  if (ended !== undefined) notifyOtherTabs({ ended })
  notify()
}

function notifyOtherTabs(notice: Notice): void {
  channel?.postMessage(notice)
}

function hearOtherTab(notice: Notice): void {
  const own = findOwn()
  if ('asks' in notice) {
    if (own) notifyOtherTabs({ handed: own })
    return
  }
  if ('handed' in notice) {
    if (!isTokenRecord(notice.handed) || findTokenRecord()) return
    write(notice.handed)
    if (endWait) endWait()
    else notify()
    return
  }
  const held = own?.token
  if ('ended' in notice && notice.ended === held) removeUserUploads()
  else if ('replaced' in notice && notice.replaced === held) write(notice.by)
  else return
  notify()
}

/** A channel to the other tabs of this site; undefined in browsers without one, whose tabs do not synchronise. */
export function openChannel(name: string): BroadcastChannel | undefined {
  return 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : undefined
}

function watchOtherTabs(): void {
  isWatchingOtherTabs = true
  window.addEventListener('storage', ({ key, newValue }) => {
    // A null key means that the whole storage was cleared.
    if (key !== storageKey && key !== null) return
    // Another account signed in elsewhere, which ends a session of this tab only.
    if (key === storageKey && typeof newValue === 'string') removeUserUploads()
    notify()
  })
  channel = openChannel(channelName)
  if (channel) channel.onmessage = ({ data }: MessageEvent<Notice>) => hearOtherTab(data)
}

/**
 * Calls `listener` whenever the token may have changed, in this tab or in another one. Returns a function that
 * unsubscribes.
 */
export function watchToken(listener: () => void): () => void {
  if (!isWatchingOtherTabs) watchOtherTabs()
  return subscribe(listener)
}

// The signed-out notice: why a session has ended without the user's doing, such as a blocked account.

/** `canReturn`: signing in again helps. */
export type SignedOutNotice = { readonly text: string; readonly canReturn: boolean }

/** The current notice, until it is dismissed. */
export const signedOutNotice = createObservable<SignedOutNotice | undefined>(undefined)

/** The notice as a hook; none while rendering on the server. */
export function useSignedOutNotice(): SignedOutNotice | undefined {
  return useSyncExternalStore(signedOutNotice.subscribe, signedOutNotice.get, () => undefined)
}
