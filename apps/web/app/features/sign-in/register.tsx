// The registration page: details, a verified address and phone number, a password.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { RegisterRequest, SessionResponse } from '@vitrine/contract/accounts'
import { toEmailAddress, toPlainLine } from '@vitrine/contract/input'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ApiResponseError } from '../../api/api.ts'
import { errorText } from '../../api/error-text.ts'
import { api } from '../../api/member-api.ts'
import { pageDraft, readFields } from '../../api/persisted.ts'
import { useRegion, useServices, useStoreBrand } from '../../api/root-data.ts'
import { beginSession, useIsSignedIn } from '../../api/session.ts'
import { FormError } from '../../ui/field.tsx'
import { Form, FormCheckbox, FormPassword, FormText } from '../../ui/form/form.tsx'
import { useDraft, useForm } from '../../ui/form/use-form.ts'
import { startsAtOnce } from '../../ui/late-start.ts'
import { type MetaMatches, pageMeta } from '../../ui/page-meta.ts'
import { useToast } from '../../ui/toast.tsx'
import { AccountPage, reloadForm } from './account-page.tsx'
import {
  findUsernameProblem,
  isRepeated,
  MIN_PASSWORD,
  mismatchText,
  toUsername,
  useUsernameAvailability,
} from './account-rules.ts'
import { defaultCountry, findPhoneProblem, startCountry, wholePhoneNumber } from './country-codes.ts'
import { EmploymentFields, type EmploymentValues, findOtherProblem, otherEmployment } from './employment-fields.tsx'
import { SubmitButton } from './submit-button.tsx'
import { ProvenEmail, type ProvenEmailValues, ProvenPhone, type ProvenPhoneValues } from './verified-field.tsx'
import { showWelcome } from './welcome.ts'

export const handle = startsAtOnce

export function meta({ matches }: MetaMatches) {
  return pageMeta({
    matches,
    title: t`Register`,
    description: t`Create your account and make your first video.`,
    path: '/register',
  })
}

const empty: Account = {
  actualName: '',
  username: '',
  email: '',
  emailProof: {},
  country: defaultCountry,
  phone: '',
  phoneProof: {},
  employment: '',
  otherEmployment: '',
  password: '',
  confirmation: '',
  rememberMe: false,
}
/** Form fields by error code, or by their name in the API. */
const fieldByError = {
  'username-taken': 'username',
  'email-taken': 'email',
  'email-not-verified': 'email',
  'password-too-weak': 'password',
  phoneNumber: 'phone',
  EmpFeild: 'employment',
} as const

/** As long as the server stores what was proven. */
const draft = pageDraft('registration', { version: 2, keptIn: 'tab', lifeMs: 3_600_000, check: readFields })

export const action = reloadForm

export default function Register() {
  const [address] = useSearchParams()
  const { name: storeName } = useStoreBrand()
  const { hasTextMessages } = useServices()
  const country = startCountry(useRegion().country_code2)
  const showToast = useToast()
  const [createAccount] = useState(() => accountCreation(api))
  const form = useForm<Account>({
    values: { ...empty, country },
    send: async (typed) => {
      try {
        const answer = await createAccount(typed)
        beginSession(answer, typed.rememberMe)
        showWelcome(showToast, storeName, answer.user)
      } catch (failure) {
        // If the server no longer accepts a proof, the form must not show it as proven.
        if (failure instanceof ApiResponseError && failure.code === 'email-not-verified')
          form.change({ emailProof: {} })
        throw failure
      }
    },
    check: (typed) => {
      const isTaken = toUsername(typed.username) === availability.taken
      const username = findUsernameProblem(typed.username) ?? (isTaken ? availability.error : undefined)
      const problems = { ...findProblems(typed), username }
      return Object.values(problems).some(Boolean) ? problems : findUnproven(typed, hasTextMessages)
    },
    fieldByError,
    explain: (failure) => errorText(failure, t`Registration failed`),
  })
  // Checked while the name is typed, not after two codes.
  const availability = useUsernameAvailability('', toUsername(form.values.username))
  const isSignedIn = useIsSignedIn()
  useDraft(form, draft, { secrets: ['password', 'confirmation'], isFinished: isSignedIn })

  return (
    <AccountPage
      title={t`Create Your Account`}
      lead={t`It takes two minutes; your first credits are on us.`}
      target="/"
      googleText="signup_with"
      isRemembered={() => form.getValues('rememberMe')}
    >
      <Form form={form} className="flex flex-col gap-5">
        <FormText form={form} name="actualName" label={t`Full name`} autoComplete="name" />
        <FormText
          form={form}
          name="username"
          label={t`Username`}
          autoComplete="nickname"
          autoCapitalize="none"
          hint={availability.hint ?? t`Letters, numbers, dots, hyphens and underscores.`}
          error={availability.taken === undefined ? undefined : availability.error}
          success={availability.success}
          rules={{ onBlur: ({ target }) => form.setValue('username', toUsername(target.value)) }}
        />
        <ProvenEmail form={form} />
        <ProvenPhone form={form} />
        <UnreachablePhone typed={form.values} />
        <EmploymentFields form={form} />
        <FormPassword
          form={form}
          name="password"
          label={t`Password`}
          autoComplete="new-password"
          hint={t`At least 6 characters.`}
          rules={{ deps: 'confirmation' }}
        />
        <FormPassword
          form={form}
          name="confirmation"
          label={t`Confirm password`}
          autoComplete="new-password"
          match={isRepeated(form.values)}
          error={mismatchText(form.values)}
          success={isRepeated(form.values) ? t`Passwords match` : undefined}
        />
        <FormCheckbox form={form} name="rememberMe" label={t`Remember me for 7 days`} />
        <FormError>{form.failure}</FormError>
        <SubmitButton isBusy={form.isBusy}>
          <Trans>Create account</Trans>
        </SubmitButton>
      </Form>
      <p className="text-muted">
        <Trans>
          Already have an account?{' '}
          <Link
            to={{ pathname: '/login', search: address.size > 0 ? `?${address}` : '' }}
            className="text-plum underline underline-offset-4"
          >
            Sign in
          </Link>
        </Trans>
      </p>
    </AccountPage>
  )
}

/** Shown when no text message could be sent, through no fault of the visitor. */
function UnreachablePhone({ typed: { country, phone, phoneProof } }: { typed: Account }) {
  const number = wholePhoneNumber(country, phone)
  if (phoneProof.unreachable !== number || phoneProof.verified === number) return null
  return (
    <p role="status" className="text-caption text-muted">
      <Trans>
        You can create your account without it: the code in your email is enough. Verify your number later in your
        profile.
      </Trans>
    </p>
  )
}

function findProblems(typed: Account) {
  return {
    actualName: typed.actualName.trim() === '' ? t`Please enter your name` : undefined,
    email: typed.email === '' ? t`Please enter an email address` : undefined,
    phone: findPhoneProblem(wholePhoneNumber(typed.country, typed.phone)),
    employment: typed.employment === '' ? t`Please choose your employment field` : undefined,
    otherEmployment: findOtherProblem(typed),
    password: typed.password.length < MIN_PASSWORD.value ? MIN_PASSWORD.message : undefined,
    confirmation: typed.confirmation === '' ? t`Please confirm your password` : mismatchText(typed),
  }
}

/** Fields that are valid but not proven. */
function findUnproven({ email, emailProof, country, phone, phoneProof }: Account, hasTextMessages: boolean) {
  const number = wholePhoneNumber(country, phone)
  // While no text message can be sent, the code by email is enough.
  const isProven = !hasTextMessages || phoneProof.verified === number || phoneProof.unreachable === number
  return {
    email: emailProof.verified === toEmailAddress(email) ? undefined : t`Please verify your email address first`,
    phone: isProven ? undefined : t`Please verify your phone number first`,
  }
}

/** The values of the registration form, as typed. */
export type Account = ProvenEmailValues &
  ProvenPhoneValues &
  EmploymentValues & {
    actualName: string
    username: string
    password: string
    confirmation: string
    rememberMe: boolean
  }

type Calls = {
  register(account: RegisterRequest): Promise<SessionResponse>
  login(email: string, password: string, rememberMe: boolean): Promise<SessionResponse>
}

/**
 * Creates the account of one form, for any number of attempts. Rejects with the `ApiResponseError` of the registration.
 * If the response of an earlier attempt was lost, the account may exist and the proof of its address be used up: a
 * retry would be rejected for ever, so the typed password signs in instead.
 */
export function accountCreation(calls: Calls): (typed: Account) => Promise<SessionResponse> {
  let wasAnswerLost = false
  return async (typed) => {
    const account = toRequest(typed)
    try {
      return await calls.register(account)
    } catch (failure) {
      if (!(failure instanceof ApiResponseError)) throw failure
      if (wasAnswerLost && failure.code === 'email-not-verified') {
        const { email, password, rememberMe } = typed
        return await calls.login(toEmailAddress(email), password, rememberMe).catch(() => Promise.reject(failure))
      }
      wasAnswerLost ||= failure.status === 0 || failure.status >= 500
      throw failure
    }
  }
}

function toRequest(typed: Account): RegisterRequest {
  return {
    username: toUsername(typed.username),
    email: toEmailAddress(typed.email),
    password: typed.password,
    actualName: toPlainLine(typed.actualName),
    phoneNumber: wholePhoneNumber(typed.country, typed.phone),
    EmpFeild: typed.employment === otherEmployment ? toPlainLine(typed.otherEmployment) : typed.employment,
    rememberMe: typed.rememberMe,
  }
}
