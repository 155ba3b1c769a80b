// The session: the profile of the stored token, and the credit balance that every page shows. A store of its own instead of a
// query, because every page needs it and most need nothing else.
import { t } from '@lingui/core/macro'
import type { Profile, SessionResponse, UpdateProfileRequest, UpdateProfileResponse } from '@vitrine/contract/accounts'
import { useSyncExternalStore } from 'react'
import { ApiResponseError } from './api.ts'
import { visitorApi } from './browser-api.ts'
import { deleteHistories } from './device-work.ts'
import { bindGuests } from './guest.ts'
import { createNotifier } from './observable.ts'
import { readProfile } from './profile-answer.ts'
import { signedOutNotice } from './signed-out-notice.ts'
import {
  clearToken,
  findToken,
  findTokenRecord,
  openChannel,
  replaceToken,
  storeToken,
  takeOverSession,
  watchToken,
} from './token.ts'

export type Session =
  /** The token has not been checked yet; on the server always. */
  | { status: 'loading' }
  | { status: 'signed-out' }
  /** There is a token, but the profile could not be requested: no network, or the server is down. */
  | { status: 'unreachable' }
  /** `hasLapsed`: the token has ended, and the page with what was typed on it waits for the customer to sign in again. */
  | { status: 'signed-in'; profile: Profile; hasLapsed?: true }

const loading: Session = { status: 'loading' }
/** An older profile is requested again when the visitor returns to the tab. */
const freshMs = 30_000
const refetchDelayMs = 100
/** What a completed profile is rewarded with, until the server has named the new balance. */
const profileAward = 500

let session: Session = loading
/** The token with which the current profile was requested. */
let profileToken: string | undefined
/** The token of the profile on the screen; the profile of another token may be loading. */
let shownToken: string | undefined
/** When the token of the profile on the screen ends; null when nobody knows. */
let tokenEndsAt: number | null = null
/** Pages that keep what was typed on them when a session lapses. */
let keepers = 0
let askedAt = 0
let hasStarted = false
/** Notifies other tabs that the profile has changed: credits, likes, cart. */
let changes: BroadcastChannel | undefined
const { notify, subscribe } = createNotifier()
const signedOut = createNotifier()
const SIGNED_OUT = 'signed-out'

function setSession(next: Session): void {
  // Before anybody is told: what visitors left here belongs to whoever signs in first.
  if (next.status === 'signed-in') bindGuests(next.profile.userId)
  session = next
  notify()
}

/** Follows the stored token: a new one is looked up, a missing one signs out. */
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
    const isKept = keepers > 0 && signedOutNotice.get()?.canReturn === true
    setSession(before.status === 'signed-in' && isKept ? { ...before, hasLapsed: true } : { status: 'signed-out' })
    return
  }
  tokenEndsAt = findTokenRecord()?.expiry ?? null
  // Another tab may have replaced the token of the same user: the current profile stays until the new one has loaded.
  if (session.status !== 'signed-in') setSession(loading)
  void askForProfile(token)
}

/** As the server says it. */
const sessionEnded = (): string => t`Your session has ended. Please log in again.`

/**
 * Keeps the page of the present customer when their session lapses, until they have signed in again or `endLapse` is called. Not
 * when they sign out. Returns how to stop.
 */
export function keepOnLapse(): () => void {
  keepers += 1
  return () => {
    keepers -= 1
    if (keepers === 0) endLapse()
  }
}

/** The customer does not sign in again: the page of a lapsed session closes. */
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
    // A lost network does not sign out: profile and token stay. The transport has shown the reason when the response said that
    // the session has ended.
    if (error instanceof ApiResponseError && error.status > 0 && error.status < 500) clearToken()
    else if (session.status !== 'signed-in' || shownToken !== token) setSession({ status: 'unreachable' })
  }
}

/** Calls `listener` at every change of the session, and begins to look after the token. Returns how to stop. */
export function watchSession(listener: () => void): () => void {
  const stop = subscribe(listener)
  if (!hasStarted) {
    hasStarted = true
    watchToken(followToken)
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible') return
      // A tab that slept may wake up after its token's end.
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

/** The present session, once it is watched. */
export function readSession(): Session {
  return session
}

/** The session as soon as the token has been checked: for a press that comes before. */
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

/** The present session. Follows sign-in and sign-out in every tab. */
export function useSession(): Session {
  return useSyncExternalStore(watchSession, readSession, () => loading)
}

/**
 * One fact about the session. What shows only that is not drawn again for other changes, such as the first look after the
 * token of a visitor, who has none.
 */
export function useSessionFact<T extends string | boolean>(read: (session: Session) => T): T {
  return useSyncExternalStore(
    watchSession,
    () => read(session),
    () => read(loading),
  )
}

/** The token of this user's session, if it is the present one: for what must not be done as somebody who signs in meanwhile. */
export function findUserToken(userId: string): string | undefined {
  return session.status === 'signed-in' && session.profile.userId === userId ? shownToken : undefined
}

/** The user who is signed in, while it is known. */
export function readUserId(): string | undefined {
  return session.status === 'signed-in' ? session.profile.userId : undefined
}

export function useIsSignedIn(): boolean {
  return useSessionFact(({ status }) => status === 'signed-in')
}

/** Whether the present user has bought a template. */
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
 * Starts a session from the response of `login` or `register`; without a user in it the profile is requested. Rejects a
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

/** Shows a profile that a call on it has just answered with. */
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
  // The request takes its token along before that is cleared.
  const onServer = visitorApi.logout().catch(() => undefined)
  endSession()
  await Promise.all([onServer, deleteHistories()])
}

/** Notifies when somebody ends the session on purpose, in whatever tab: not of one that expires. Returns how to stop. */
export const onSignOut = signedOut.subscribe

/** Ends the session here, when the server has already ended its side. */
export function endSession(): void {
  clearToken()
  changes?.postMessage(SIGNED_OUT)
  signedOut.notify()
  // Google's library would otherwise offer the same account again at once.
  globalThis.google?.accounts.id.disableAutoSelect()
}

/** Shows a balance that the server has just named on every page. */
export function showCredits(credits: number): void {
  if (session.status !== 'signed-in' || session.profile.credits === credits) return
  setSession({ status: 'signed-in', profile: { ...session.profile, credits } })
}

/** Shows a balance that the server has returned on every page, then requests the whole profile. */
export function setCredits(credits: number): void {
  if (session.status !== 'signed-in') return
  showCredits(credits)
  void refreshProfile()
}
