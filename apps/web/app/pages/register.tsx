// The registration page: details, a verified address and phone number, a password.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { toEmailAddress } from '@vitrine/contract/input'
import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Link, useSearchParams } from 'react-router'
import { AccountPage, reloadForm } from '../account/account-page.tsx'
import { defaultCountry, startCountry, wholePhoneNumber } from '../account/country-codes.ts'
import { EmploymentFields, otherRule } from '../account/employment-fields.tsx'
import { otherEmployment } from '../account/employment-options.ts'
import { FormError } from '../account/form-error.tsx'
import { MIN_PASSWORD } from '../account/password-rule.ts'
import { type Account, dropDraft, findDraft, type RegisterDraft, saveDraft } from '../account/register-draft.ts'
import { EmailField, PhoneField } from '../account/register-fields.tsx'
import { accountCreation } from '../account/register-request.ts'
import { SubmitButton } from '../account/submit-button.tsx'
import { useUsernameAvailability } from '../account/username-availability.ts'
import { findUsernameProblem, toUsername } from '../account/username-rule.ts'
import { showWelcome } from '../account/welcome.ts'
import { ApiResponseError } from '../api/api.ts'
import { errorText, showErrors } from '../store/error-text.ts'
import { api } from '../store/member-api.ts'
import { beginSession, useIsSignedIn } from '../store/session.ts'
import { CheckboxField, PasswordField, TextField } from '../ui/field.tsx'
import { startsAtOnce } from '../ui/late-start.ts'
import { type MetaMatches, pageMeta } from '../ui/page-meta.ts'
import { useRegion, useServices, useShop } from '../ui/root-data.ts'
import { useToast } from '../ui/toast.tsx'
import { useFilledForm } from '../ui/use-filled-form.ts'

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
  country: defaultCountry,
  phone: '',
  employment: '',
  otherEmployment: '',
  password: '',
  confirmation: '',
  rememberMe: false,
}
/** Which field an API error belongs to, and the form's fields by what the wire calls them. */
const fieldOfCode: Record<string, keyof Account> = {
  'username-taken': 'username',
  'email-taken': 'email',
  'email-not-verified': 'email',
  'password-too-weak': 'password',
}
const fieldOfWire: Record<string, keyof Account> = {
  actualName: 'actualName',
  username: 'username',
  email: 'email',
  phoneNumber: 'phone',
  EmpFeild: 'employment',
  password: 'password',
}

export const action = reloadForm

export default function Register() {
  // The server does not know the draft: the page renders empty, then restores it.
  const [draft, setDraft] = useState<RegisterDraft>()
  useEffect(() => setDraft(findDraft()), [])
  return <RegisterPage key={draft ? 'gone on with' : 'new'} draft={draft} />
}

function RegisterPage({ draft }: { draft: RegisterDraft | undefined }) {
  const [address] = useSearchParams()
  const { name: shopName } = useShop()
  const { hasTextMessages } = useServices()
  const country = startCountry(useRegion().country_code2)
  const form = useFilledForm<Account>({ defaultValues: { ...empty, country, ...draft?.typed } })
  const [emailProof, setEmailProof] = useState(draft?.email ?? {})
  const [phoneProof, setPhoneProof] = useState(draft?.phone ?? {})
  const { register, handleSubmit, setError, watch, formState } = form
  const { errors, isSubmitting } = formState
  const typed = watch()
  const { employment, password, confirmation } = typed
  // Checked while the name is typed, not after two codes.
  const availability = useUsernameAvailability('', toUsername(typed.username))
  const showToast = useToast()
  const [createAccount] = useState(() => accountCreation(api))
  const isSignedIn = useIsSignedIn()
  useEffect(() => {
    if (isSignedIn) dropDraft()
    else if (formState.isDirty || draft) saveDraft({ typed, email: emailProof, phone: phoneProof })
  })

  const create = handleSubmit(async (typed) => {
    const focus = { shouldFocus: true }
    if (availability.isTaken) return form.setFocus('username')
    if (emailProof.verified !== toEmailAddress(typed.email)) {
      return setError('email', { message: t`Please verify your email address first` }, focus)
    }
    const number = wholePhoneNumber(typed.country, typed.phone)
    // Where no text message can be sent at the moment, the code by email is enough.
    if (hasTextMessages && phoneProof.verified !== number && phoneProof.unreachable !== number) {
      return setError('phone', { message: t`Please verify your phone number first` }, focus)
    }
    if (typed.password !== typed.confirmation) {
      return setError('confirmation', { message: t`Passwords do not match` }, focus)
    }
    try {
      const answer = await createAccount(typed)
      beginSession(answer, typed.rememberMe)
      showWelcome(showToast, shopName, answer.user)
    } catch (failure) {
      // What the server no longer counts as proven must not be shown as proven.
      if (failure instanceof ApiResponseError && failure.code === 'email-not-verified') setEmailProof({})
      showFailure(failure, form)
    }
  })

  return (
    <AccountPage
      title={t`Create Your Account`}
      lead={t`It takes two minutes; your first credits are on us.`}
      target="/"
      googleText="signup_with"
      isRemembered={() => form.getValues('rememberMe')}
    >
      <form method="post" onSubmit={create} noValidate className="flex flex-col gap-5">
        <TextField
          label={t`Full name`}
          autoComplete="name"
          error={errors.actualName?.message}
          {...register('actualName', { validate: (name) => name.trim() !== '' || t`Please enter your name` })}
        />
        <TextField
          label={t`Username`}
          autoComplete="nickname"
          autoCapitalize="none"
          hint={availability.hint ?? t`Letters, numbers, dots, hyphens and underscores.`}
          error={errors.username?.message ?? (availability.isTaken && availability.error)}
          success={availability.success}
          {...register('username', {
            validate: (username) => findUsernameProblem(username) ?? true,
            onBlur: ({ target }) => form.setValue('username', toUsername(target.value)),
          })}
        />
        <EmailField form={form} proof={emailProof} onProof={setEmailProof} />
        <PhoneField form={form} proof={phoneProof} onProof={setPhoneProof} />
        <EmploymentFields
          choice={register('employment', { required: t`Please choose your employment field` })}
          other={() => register('otherEmployment', otherRule)}
          isOther={employment === otherEmployment}
          choiceError={errors.employment?.message}
          otherError={errors.otherEmployment?.message}
        />
        <PasswordField
          label={t`Password`}
          autoComplete="new-password"
          hint={t`At least 6 characters.`}
          error={errors.password?.message}
          {...register('password', { required: MIN_PASSWORD.message, minLength: MIN_PASSWORD })}
        />
        <PasswordField
          label={t`Confirm password`}
          autoComplete="new-password"
          match={confirmation === '' ? undefined : password === confirmation}
          error={
            confirmation !== '' && password !== confirmation ? t`Passwords do not match` : errors.confirmation?.message
          }
          success={confirmation !== '' && password === confirmation ? t`Passwords match` : undefined}
          {...register('confirmation', { required: t`Please confirm your password` })}
        />
        <CheckboxField label={t`Remember me for 7 days`} {...register('rememberMe')} />
        <FormError>{errors.root?.message}</FormError>
        <SubmitButton isBusy={isSubmitting}>
          <Trans>Create account</Trans>
        </SubmitButton>
      </form>
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

/** Shows each of the server's field errors at its field, and the rest below the form. */
function showFailure(failure: unknown, { setError }: UseFormReturn<Account>): void {
  const field = failure instanceof ApiResponseError ? fieldOfCode[failure.code] : undefined
  if (field) {
    setError(field, { message: errorText(failure, t`Registration failed`) }, { shouldFocus: true })
    return
  }
  showErrors(failure, fieldOfWire, setError, errorText(failure, t`Registration failed`))
}
