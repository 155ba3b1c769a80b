// Google’s sign-in button, with a fresh nonce for each sign-in.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ApiErrorCode } from '@vitrine/contract/api-error'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { ApiResponseError } from '../../api/api.ts'
import { errorText } from '../../api/error-text.ts'
import { i18n } from '../../language/i18n.ts'
import { type GoogleButtonText, loadGoogle } from './google-library.ts'

/** A nonce is valid for ten minutes; a page that stays open renews it in time. */
const nonceLifeMs = 9 * 60_000
/** The widest button the library draws, in CSS pixels. */
const widestPx = 400

/** Google's response; `credential` is missing when it was incomplete. */
export type GoogleAnswer = { credential: string | undefined; nonce: string }

type GoogleButtonProps = {
  text: GoogleButtonText
  /** Change it after each sign-in, because a nonce can be used once. */
  round: number
  onAnswer: (answer: GoogleAnswer) => void
  /** An alternative, shown where Google refuses to sign in. */
  instead?: ReactElement | undefined
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset
  return theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
}

export function GoogleButton({ text, round, onAnswer, instead }: GoogleButtonProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isBroken, setIsBroken] = useState(false)
  const [isRefused, setIsRefused] = useState(false)
  const [renewal, setRenewal] = useState(0)
  const answered = useRef(onAnswer)
  answered.current = onAnswer

  // A new round and a renewal each request a new nonce.
  useEffect(() => {
    if (isInAppBrowser(navigator.userAgent)) return setIsRefused(true)
    const stop = new AbortController()
    const prepare = async () => {
      const { config, library } = await loadGoogle(stop.signal)
      const element = place.current
      if (stop.signal.aborted || !element) return
      library.initialize({
        client_id: config.clientId,
        nonce: config.nonce,
        ux_mode: 'popup',
        callback: ({ credential }) => answered.current({ credential, nonce: config.nonce }),
      })
      element.replaceChildren()
      const theme = isDark() ? 'filled_black' : 'outline'
      const width = Math.min(element.clientWidth, widestPx)
      library.renderButton(element, { theme, size: 'large', text, shape: 'rectangular', width, locale: i18n.locale })
      setIsBroken(false)
    }
    prepare().catch(() => !stop.signal.aborted && setIsBroken(true))
    const timer = setTimeout(() => setRenewal((count) => count + 1), nonceLifeMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text, round, renewal])

  if (isRefused) {
    return (
      <div className="flex flex-col gap-3">
        <p className="text-caption text-muted">
          <Trans>
            Google does not sign you in inside other apps. Open this page in your browser, from the menu at the top or
            bottom.
          </Trans>
        </p>
        {instead}
      </div>
    )
  }
  return (
    <>
      {/* Reserves the height of the button, so that the form below does not jump. */}
      <div ref={place} hidden={isBroken} className="flex min-h-11 items-center justify-center" />
      {isBroken && (
        <p role="status" className="text-caption text-muted">
          <span>{googleMessages(text).unavailable}</span>{' '}
          <button
            type="button"
            onClick={() => setRenewal((count) => count + 1)}
            className="rounded-control text-plum underline underline-offset-4"
          >
            <Trans>Try again</Trans>
          </button>
        </p>
      )}
    </>
  )
}

/** Whether a page runs inside an app such as Instagram or Facebook, or in any web view of Android. */
export function isInAppBrowser(userAgent: string): boolean {
  return /Instagram|\bFB(?:AN|AV|_IAB)\b|\bLine\/|MicroMessenger|Snapchat|Pinterest|LinkedInApp|musical_ly|BytedanceWebview|Android.*; wv\)/.test(
    userAgent,
  )
}

type GoogleMessages = { failed: string; noUser: string; unavailable: string }

export function googleMessages(text: GoogleButtonText): GoogleMessages {
  if (text === 'signup_with') {
    return {
      failed: t`Google registration failed. Please try again.`,
      noUser: t`Google registration returned no user data`,
      unavailable: t`Google registration failed. Please try registering manually or try again later.`,
    }
  }
  return {
    failed: t`Google login failed. Please try again.`,
    noUser: t`Google login returned no user data`,
    unavailable: t`Google login failed. Please try signing in manually or try again later.`,
  }
}

/** The server does not know which page has the button: its two general sentences are replaced by the page's own. */
const generalCodes: Partial<Record<ApiResponseError['code'], keyof GoogleMessages>> = {
  'google-token-invalid': 'failed',
  'google-unavailable': 'unavailable',
} satisfies Partial<Record<ApiErrorCode, keyof GoogleMessages>>

export function googleErrorText(failure: unknown, messages: GoogleMessages): string {
  const general = failure instanceof ApiResponseError ? generalCodes[failure.code] : undefined
  return general ? messages[general] : errorText(failure, messages.failed)
}
