// The password form of an account whose address is already known.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/field.tsx'
import { Form, FormPassword } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { missingPasswordText } from './account-rules.ts'

type KnownPasswordFormProps = {
  email: string
  hint?: string
  sendLabel: string
  onPassword: (password: string) => Promise<void>
  explain: (failure: unknown) => string
  onForgotPassword: () => void
}

/** A form with only a password field. */
export function usePasswordForm({ onPassword, explain }: Pick<KnownPasswordFormProps, 'onPassword' | 'explain'>) {
  return useForm({
    values: { password: '' },
    send: ({ password }) => onPassword(password),
    check: ({ password }) => ({ password: missingPasswordText(password) }),
    explain,
  })
}

export function KnownPasswordForm(props: KnownPasswordFormProps) {
  const { email, hint, sendLabel, onForgotPassword } = props
  const form = usePasswordForm(props)
  return (
    <Form form={form} className="flex flex-col gap-5">
      <HiddenUsername email={email} />
      <FormPassword
        form={form}
        name="password"
        label={t`Password`}
        hint={hint}
        autoComplete="current-password"
        data-autofocus
      />
      <FormError>{form.failure}</FormError>
      <Button type="submit" isBusy={form.isBusy}>
        {sendLabel}
      </Button>
      <button
        type="button"
        onClick={onForgotPassword}
        className="-my-1.5 self-start rounded-control py-1.5 text-caption text-plum underline underline-offset-4 hover:no-underline"
      >
        <Trans>Forgot your password?</Trans>
      </button>
    </Form>
  )
}

/**
 * The address under which password managers store a new password, in forms that do not ask for it. It is a text input
 * because password managers ignore `type="hidden"`.
 */
export function HiddenUsername({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}
