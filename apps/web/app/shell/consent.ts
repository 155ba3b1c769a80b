// Cookie consent: a cookie stored for 365 days, Google’s consent signals, and analytics services, which load only when
// configured and allowed.
import type { TagIds } from '@vitrine/contract/settings'
import { useSyncExternalStore } from 'react'
import { createNotifier } from '../api/observable.ts'

const cookieName = 'vitrine-consent'
/** Increase it when a new purpose is added: all visitors are then asked again. */
const version = 1
const lifetimeSeconds = 365 * 24 * 60 * 60

/** Essential is always on: sign-in needs it. */
export type Consent = { essential: true; analytics: boolean; marketing: boolean; personalization: boolean }

export const allConsent: Consent = { essential: true, analytics: true, marketing: true, personalization: true }
export const noConsent: Consent = { essential: true, analytics: false, marketing: false, personalization: false }

type Signal = 'granted' | 'denied'
const signal = (isGranted: boolean): Signal => (isGranted ? 'granted' : 'denied')

/** The seven signals of Google's Consent Mode v2. Signals that the store needs are granted from the start. */
export function consentSignals({ analytics, marketing, personalization }: Consent): Record<string, Signal> {
  return {
    analytics_storage: signal(analytics),
    ad_storage: signal(marketing),
    ad_user_data: signal(marketing),
    ad_personalization: signal(marketing && personalization),
    personalization_storage: signal(personalization),
    functionality_storage: 'granted',
    security_storage: 'granted',
  }
}

/** Reads the consent in a cookie header; undefined when there is none, or it is of an earlier version. */
export function parseConsent(cookies: string): Consent | undefined {
  const text = cookies.split('; ').find((cookie) => cookie.startsWith(`${cookieName}=`))
  try {
    const stored = JSON.parse(decodeURIComponent(text?.slice(cookieName.length + 1) ?? 'null'))
    if (stored?.version !== version) return undefined
    const { analytics, marketing, personalization } = stored
    return {
      essential: true,
      analytics: analytics === true,
      marketing: marketing === true,
      personalization: personalization === true,
    }
  } catch {
    return undefined
  }
}

/** The cookie that keeps a choice for 365 days. */
export function consentCookie(consent: Consent, now: Date): string {
  const value = encodeURIComponent(JSON.stringify({ version, savedAt: now.toISOString(), ...consent }))
  return `${cookieName}=${value}; Max-Age=${lifetimeSeconds}; Path=/; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`
}

let present: Consent | undefined | 'unread' = 'unread'
let isSettingsOpen = false
let hasDefaults = false
const { notify, subscribe } = createNotifier()

function readConsent(): Consent | undefined {
  if (present === 'unread') present = parseConsent(document.cookie)
  return present
}

/** Undefined before a choice; 'unread' on the server. */
export function useConsent(): Consent | undefined | 'unread' {
  return useSyncExternalStore<Consent | undefined | 'unread'>(subscribe, readConsent, () => 'unread')
}

export function useConsentSettings(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isSettingsOpen,
    () => false,
  )
}

/** Opens or closes the settings, from the banner or from the footer. */
export function showConsentSettings(isOpen: boolean): void {
  isSettingsOpen = isOpen
  notify()
}

/** Google's queue of signals. It takes the `arguments` object itself, not an array. */
function sendSignal(command: 'default' | 'update', signals: Record<string, unknown>): void {
  const queue = window as unknown as { dataLayer?: unknown[] }
  queue.dataLayer ??= []
  const push = function (..._args: unknown[]) {
    // biome-ignore lint/complexity/noArguments: the tag library distinguishes commands from data by this type.
    queue.dataLayer?.push(arguments)
  }
  push('consent', command, signals)
}

/** Call it once per page load, before anything that measures: everything is denied until the visitor decides. */
export function beginConsent(tags: TagIds): void {
  if (hasDefaults) return
  hasDefaults = true
  sendSignal('default', { ...consentSignals(noConsent), wait_for_update: 500 })
  const consent = readConsent()
  if (consent) applyConsent(consent, tags)
}

function applyConsent(consent: Consent, tags: TagIds): void {
  sendSignal('update', consentSignals(consent))
  const isAnythingAgreed = consent.analytics || consent.marketing
  if (!isAnythingAgreed || Object.keys(tags).length === 0) return
  // Not awaited: if the scripts fail to load, nothing is measured.
  void import('./measuring-tags.ts').then(({ loadTags }) => loadTags(consent, tags)).catch(() => undefined)
}

/**
 * Stores a choice and applies it. Revoking removes the cookies of the services and reloads, because scripts cannot be
 * unloaded.
 */
export async function chooseConsent(consent: Consent, tags: TagIds): Promise<void> {
  const before = readConsent()
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve.
  document.cookie = consentCookie(consent, new Date())
  present = consent
  isSettingsOpen = false
  applyConsent(consent, tags)
  notify()
  const isTakenBack = (['analytics', 'marketing', 'personalization'] as const).some(
    (name) => before?.[name] && !consent[name],
  )
  if (!isTakenBack) return
  const { removeTagCookies } = await import('./measuring-tags.ts')
  removeTagCookies()
  if (Object.keys(tags).length > 0) location.reload()
}
