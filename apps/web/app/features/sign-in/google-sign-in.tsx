// Signing in and registering with Google, and the consent of an existing account with the same address.

import { t } from '@lingui/core/macro'
import type { GoogleAuthResponse } from '@vitrine/contract/accounts'
import { type ReactElement, useState } from 'react'
import { ApiResponseError } from '../../api/api.ts'
import { api } from '../../api/member-api.ts'
import { useStoreBrand } from '../../api/root-data.ts'
import { beginSession } from '../../api/session.ts'
import { clearToken } from '../../api/token.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { CodeSignIn } from './code-sign-in.tsx'
import { type GoogleAnswer, GoogleButton, googleErrorText, googleMessages } from './google-button.tsx'
import type { GoogleButtonText } from './google-library.ts'
import { KnownPasswordForm } from './password-form.tsx'
import { showWelcome } from './welcome.ts'

/** A sign-in that waits for the password of the account to link. */
type Consent = { email: string; hasPassword: boolean; token: string; nonce: string }

type GoogleSignInProps = {
  text: GoogleButtonText
  isRemembered: () => boolean
  /** Called just before the session begins. */
  onSignedIn: () => void
  onForgotPassword: (email: string) => void
  /** An alternative, shown where Google refuses to sign in. */
  instead?: ReactElement
}

export function GoogleSignIn({ text, isRemembered, onSignedIn, onForgotPassword, instead }: GoogleSignInProps) {
  const [error, setError] = useState<string>()
  const [round, setRound] = useState(0)
  const [consent, setConsent] = useState<Consent>()

  const showToast = useToast()
  const { name } = useStoreBrand()
  const messages = googleMessages(text)
  const begin = (answer: GoogleAuthResponse) => {
    if (answer?.token && !answer.user) throw new ApiResponseError(200, 'unknown', messages.noUser)
    onSignedIn()
    beginSession(answer, isRemembered())
    if (answer.isNewUser) showWelcome(showToast, name, answer.user)
  }
  const signIn = async ({ credential: token, nonce }: GoogleAnswer) => {
    setError(undefined)
    if (!token) return setError(t`Invalid Google credential response`)
    try {
      begin(await api.googleSignIn({ token, nonce, rememberMe: isRemembered() }))
    } catch (failure) {
      clearToken()
      if (failure instanceof ApiResponseError && failure.code === 'link-consent-required') {
        const { email = '', hasPassword = true } = failure.details
        return setConsent({ email: String(email), hasPassword: hasPassword === true, token, nonce })
      }
      setError(googleErrorText(failure, messages))
      setRound((count) => count + 1)
    }
  }
  const cancelConsent = () => {
    setConsent(undefined)
    setRound((count) => count + 1)
  }
  return (
    <div className="flex flex-col gap-3">
      <GoogleButton text={text} round={round} onAnswer={signIn} instead={instead} />
      <FormError>{error}</FormError>
      <Dialog
        isOpen={consent !== undefined}
        onClose={cancelConsent}
        title={t`You already have an account`}
        description={consentText(consent)}
      >
        {consent && !consent.hasPassword && <CodeSignIn email={consent.email} />}
        {consent?.hasPassword && (
          <KnownPasswordForm
            email={consent.email}
            sendLabel={t`Connect and sign in`}
            onPassword={(password) =>
              api
                .googleLink({ token: consent.token, nonce: consent.nonce, password, rememberMe: isRemembered() })
                .then(begin)
            }
            explain={(failure) => googleErrorText(failure, messages)}
            onForgotPassword={() => {
              cancelConsent()
              onForgotPassword(consent.email)
            }}
          />
        )}
      </Dialog>
    </div>
  )
}

function consentText(consent: Consent | undefined): string {
  const { email = '', hasPassword = true } = consent ?? {}
  if (!hasPassword) return t`${email} signs in with a code: we send you one.`
  return email === ''
    ? t`This address already has an account. Enter its password once to connect Google; after that you can sign in either way.`
    : t`${email} already has an account. Enter its password once to connect Google; after that you can sign in either way.`
}
