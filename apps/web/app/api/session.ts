// The session: the profile of the stored token, and the credit balance that every page shows. A separate store instead
// of a query, because every page needs it and most need nothing else.

import { t } from '@lingui/core/macro'
import type { Profile, SessionResponse, UpdateProfileRequest, UpdateProfileResponse } from '@vitrine/contract/accounts'
import type { UserTemplate } from '@vitrine/contract/catalogue'
import { useSyncExternalStore } from 'react'
import { ApiResponseError, visitorApi } from './api.ts'
import { bindGuests, deleteHistories } from './device-work.ts'
import { createNotifier } from './observable.ts'
import {
  clearToken,
  findToken,
  findTokenRecord,
  openChannel,
  replaceToken,
  signedOutNotice,
  storeToken,
  takeOverSession,
  watchToken,
} from './token.ts'

export type Session =
  /** The token has not been checked yet; always on the server. */
  | { status: 'loading' }
  | { status: 'signed-out' }
  /** There is a token, but the profile could not be requested: no network, or the server is down. */
  | { status: 'unreachable' }
  /** `hasLapsed`: the token has expired, and the page keeps its input until the customer signs in again. */
  | { status: 'signed-in'; profile: Profile; hasLapsed?: true }

const loading: Session = { status: 'loading' }
/** An older profile is requested again when the visitor returns to the tab. */
const freshMs = 30_000
const refetchDelayMs = 100
/** The reward for a completed profile, until the server has returned the new balance. */
const profileAward = 500

let session: Session = loading
/** The token with which the current profile was requested. */
let profileToken: string | undefined
/** The token of the visible profile; the profile of another token may be loading. */
let shownToken: string | undefined
/** When the token of the visible profile expires; null when unknown. */
let tokenEndsAt: number | null = null
/** Pages that keep their input when a session lapses. */
let keepers = 0
let askedAt = 0
let hasStarted = false
/** Notifies other tabs that the profile has changed: credits, likes, cart. */
let changes: BroadcastChannel | undefined
const { notify, subscribe } = createNotifier()
const signedOut = createNotifier()
const SIGNED_OUT = 'signed-out'

function setSession(next: Session): void {
  // Before the listeners run: guest work on this device belongs to the first account that signs in.
  if (next.status === 'signed-in') bindGuests(next.profile.userId)
  session = next
  notify()
}

/** Follows the stored token: requests the profile of a new one, and signs out without one. */
function followToken(): void {
  const token = findToken()
  if (token === profileToken && session.status !== 'loading') return
  profileToken = token
  if (token === undefined) {
    if (tokenEndsAt !== null && tokenEndsAt <= Date.now())
      signedOutNotice.set({ text: sessionEnded(), canReturn: true })
    tokenEndsAt = null
    shownToken = undefined
    const before = session
    const keepsPage = keepers > 0 && signedOutNotice.get()?.canReturn === true
    setSession(before.status === 'signed-in' && keepsPage ? { ...before, hasLapsed: true } : { status: 'signed-out' })
    return
  }
  tokenEndsAt = findTokenRecord()?.expiry ?? null
  // Another tab may have replaced the token of the same user: the current profile stays until the new one has loaded.
  if (session.status !== 'signed-in') setSession(loading)
  void askForProfile(token)
}

/** The same words as the server's. */
const sessionEnded = (): string => t`Your session has ended. Please log in again.`

/**
 * Keeps the current customer's page when the session lapses, until they have signed in again or `endLapse` is called.
 * Not when they sign out. Returns a function that ends this.
 */
export function keepOnLapse(): () => void {
  keepers += 1
  return () => {
    keepers -= 1
    if (keepers === 0) endLapse()
  }
}

/** The customer declines to sign in again: the page of a lapsed session closes. */
export function endLapse(): void {
  if (session.status === 'signed-in' && session.hasLapsed) setSession({ status: 'signed-out' })
}

async function askForProfile(token: string): Promise<void> {
  askedAt = Date.now()
  try {
    const profile = readProfile(await visitorApi.getProfile())
    if (token !== profileToken) return
    shownToken = token
    setSession({ status: 'signed-in', profile })
  } catch (error) {
    if (token !== profileToken) return
    // A lost network does not sign out: profile and token stay. If the response said that the session has ended, the
    // transport has already shown the reason.
    if (error instanceof ApiResponseError && error.status > 0 && error.status < 500) clearToken()
    else if (session.status !== 'signed-in' || shownToken !== token) setSession({ status: 'unreachable' })
  }
}

/**
 * Calls `listener` at every change of the session, and starts following the token. Returns a function that
 * unsubscribes.
 */
export function watchSession(listener: () => void): () => void {
  const stop = subscribe(listener)
  if (!hasStarted) {
    hasStarted = true
    watchToken(followToken)
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible') return
      // A sleeping tab may wake up after its token has expired.
      followToken()
      if (Date.now() - askedAt > freshMs) void askAgain()
    })
    changes = openChannel('vitrine-profile')
    if (changes)
      changes.onmessage = ({ data }: MessageEvent<unknown>) => {
        if (data === SIGNED_OUT) {
          signedOut.notify()
          return
        }
        // A hidden tab requests it when it becomes visible.
        if (document.visibilityState === 'visible') void askAgain()
        else askedAt = 0
      }
    const answer = takeOverSession()
    if (answer) void answer.then(followToken)
    else followToken()
  }
  return stop
}

/** The current session, once it is watched. */
export function readSession(): Session {
  return session
}

/** Resolves with the session once the token has been checked: for actions that may come earlier. */
export async function awaitSession(): Promise<Session> {
  let stop: (() => void) | undefined
  await new Promise<void>((done) => {
    const look = () => {
      if (session.status !== 'loading') done()
    }
    stop = watchSession(look)
    look()
  })
  stop?.()
  return session
}

/** The current session. Follows sign-in and sign-out in every tab. */
export function useSession(): Session {
  return useSyncExternalStore(watchSession, readSession, () => loading)
}

/** One fact about the session. A component that uses only this is not rendered again for other changes. */
export function useSessionFact<T extends string | boolean>(read: (session: Session) => T): T {
  return useSyncExternalStore(
    watchSession,
    () => read(session),
    () => read(loading),
  )
}

/** The token of this user's session, if it is the current one: for requests that must not run as another user. */
export function findUserToken(userId: string): string | undefined {
  return session.status === 'signed-in' && session.profile.userId === userId ? shownToken : undefined
}

/** The id of the signed-in user, if known. */
export function readUserId(): string | undefined {
  return session.status === 'signed-in' ? session.profile.userId : undefined
}

export function useIsSignedIn(): boolean {
  return useSessionFact(({ status }) => status === 'signed-in')
}

/** Whether the current user has bought a template. */
export function useIsOwned(templateId: string): boolean {
  return useSessionFact(
    (session) => session.status === 'signed-in' && session.profile.purchasedTemplates.includes(templateId),
  )
}

/** Requests the profile again, here and in other tabs, after anything that may have changed it. Never rejects. */
export async function refreshProfile(): Promise<void> {
  changes?.postMessage('changed')
  await askAgain()
}

async function askAgain(): Promise<void> {
  const token = findToken()
  if (token !== undefined && token === profileToken) await askForProfile(token)
}

/**
 * Starts a session from the response of `login` or `register`; if it has no user, the profile is requested. Rejects a
 * response without a token.
 */
export function beginSession(
  answer: Pick<SessionResponse, 'token'> & Partial<SessionResponse>,
  rememberMe: boolean,
): void {
  if (!answer?.token) throw new ApiResponseError(200, 'unknown', 'Invalid response from server')
  if (answer.user) putProfile(answer.token, answer.user)
  storeToken(answer.token, rememberMe)
}

/**
 * Updates the profile and shows the new one. A change of username returns a new token, which replaces the old one; the
 * profile is requested again 100 ms later. Rejects with `ApiResponseError`.
 */
export async function changeProfile(changes: UpdateProfileRequest): Promise<Omit<UpdateProfileResponse, 'user'>> {
  if (findToken() === undefined) {
    const text = t`No authentication token found`
    signedOutNotice.set({ text, canReturn: true })
    followToken()
    throw new ApiResponseError(401, 'sign-in-required', text)
  }
  const { user, ...answer }: Partial<UpdateProfileResponse> & Omit<UpdateProfileResponse, 'user'> =
    await visitorApi.updateProfile(changes)
  if (answer.usernameChanged && answer.newToken) {
    if (user) putProfile(answer.newToken, user)
    replaceToken(answer.newToken)
    setTimeout(() => void refreshProfile(), refetchDelayMs)
  } else if (user) {
    showProfile(user)
  } else {
    void refreshProfile()
  }
  if (!user && answer.creditsAwarded) addCredits(profileAward)
  return answer
}

/** Shows a profile that a call has just returned. */
export function showProfile(answer: Profile): void {
  const profile = readProfile(answer)
  if (session.status !== 'signed-in' || session.profile.userId !== profile.userId) return
  askedAt = Date.now()
  setSession({ status: 'signed-in', profile })
}

function addCredits(credits: number): void {
  if (session.status !== 'signed-in') return
  const { profile } = session
  setSession({ status: 'signed-in', profile: { ...profile, credits: profile.credits + credits } })
}

function putProfile(token: string, answer: Profile): void {
  profileToken = token
  shownToken = token
  askedAt = Date.now()
  setSession({ status: 'signed-in', profile: readProfile(answer) })
}

/** Ends the session here and on the server. Without a network the server's session ends when it expires. */
export async function signOut(): Promise<void> {
  // The request reads the token before it is cleared.
  const onServer = visitorApi.logout().catch(() => undefined)
  endSession()
  await Promise.all([onServer, deleteHistories()])
}

/**
 * Notifies when the user signs out in any tab, but not when a session expires. Returns a function that unsubscribes.
 */
export const onSignOut = signedOut.subscribe

/** Ends the session here when the server has already ended it. */
export function endSession(): void {
  clearToken()
  changes?.postMessage(SIGNED_OUT)
  signedOut.notify()
  // Otherwise Google's library would offer the same account again at once.
  globalThis.google?.accounts.id.disableAutoSelect()
}

/** Shows a new balance from the server on every page. */
export function showCredits(credits: number): void {
  if (session.status !== 'signed-in' || session.profile.credits === credits) return
  setSession({ status: 'signed-in', profile: { ...session.profile, credits } })
}

/** Shows a new balance from the server on every page, then requests the whole profile. */
export function setCredits(credits: number): void {
  if (session.status !== 'signed-in') return
  showCredits(credits)
  void refreshProfile()
}

// Reads a profile response. A server of the specification may omit fields, send lists of plain ids instead of records,
// and wrap list items in an object with a single field. Pages see one shape.

type Fields = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Unwraps an object with a single field, such as `{ S: 'Wedding' }`; other values stay as they are. */
function unwrap(item: unknown): unknown {
  const inside = isRecord(item) ? Object.values(item) : []
  return inside.length === 1 ? inside[0] : item
}

const items = (list: unknown): unknown[] => (Array.isArray(list) ? list.map(unwrap) : [])
const ids = (list: unknown): string[] => items(list).filter((item) => typeof item === 'string')
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const records = (list: unknown): unknown[] => (Array.isArray(list) ? list : [])

function readTemplate(item: unknown): UserTemplate | undefined {
  const inside = unwrap(item)
  const record = (isRecord(inside) ? inside : { templateId: inside }) as Partial<UserTemplate>
  if (!record.templateId) return undefined
  return {
    templateLink: '',
    templateName: '',
    templateDescription: '',
    templatePrice: 0,
    templatePriceIND: 0,
    vidStart: '0',
    thumbnailFrame: '0',
    templateThumbnail: '',
    kind: 'video',
    width: 16,
    height: 9,
    dominantColor: '',
    addedAt: '',
    ...record,
    templateId: record.templateId,
    templateCategory: ids(record.templateCategory),
  }
}

const templates = (list: unknown): UserTemplate[] =>
  records(list).flatMap((item) => {
    const template = readTemplate(item)
    return template ? [template] : []
  })

/** A profile with every field: missing texts are empty, a missing balance is 0, missing lists have no items. */
export function readProfile(answer: Partial<Profile>): Profile {
  // Likes may be plain ids, whose records are here.
  const links = new Map(templates(answer.templateLinks).map((template) => [template.templateId, template]))
  return {
    ...(answer as Profile),
    username: text(answer.username),
    email: text(answer.email),
    actualName: text(answer.actualName),
    phoneNumber: text(answer.phoneNumber),
    countryCode: text(answer.countryCode),
    EmpFeild: text(answer.EmpFeild),
    profilePicture: text(answer.profilePicture),
    credits: answer.credits ?? 0,
    likedTemplates: templates(answer.likedTemplates).map((liked) => links.get(liked.templateId) ?? liked),
    purchasedTemplates: ids(answer.purchasedTemplates),
    cart: ids(answer.cart),
    paymentHistory: records(answer.paymentHistory) as Profile['paymentHistory'],
    templateLinks: templates(answer.templateLinks),
    cartVideoLinks: templates(answer.cartVideoLinks),
    purchasedVideoLinks: templates(answer.purchasedVideoLinks),
    creditPurchaseHistory: records(answer.creditPurchaseHistory) as Profile['creditPurchaseHistory'],
  }
}
