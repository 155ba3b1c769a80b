// The form for a code of an authenticator app, or for a recovery code when the app is lost.
import { t } from '@lingui/core/macro'
import type { AdminEntry } from '@vitrine/contract/staff'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { FormCode, FormText } from '../../ui/form/form-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { entryApi } from './factor-api.ts'

type CodeFormProps = { entry: AdminEntry; onOpened: () => void }

export function CodeForm({ entry, onOpened }: CodeFormProps) {
  const [isRecovery, setIsRecovery] = useState(!entry.code)
  const form = useForm<{ code: string }>({
    values: { code: '' },
    async send({ code }) {
      await entryApi.withCode(code)
      return onOpened()
    },
    fieldByError: { 'admin-code-incorrect': 'code' },
    explain: (error) => errorText(error, t`The code could not be checked. Please try again.`),
  })
  const field = { form, name: 'code', required: true, autoFocus: !entry.passkey || !entry.code } as const
  return (
    <Form form={form} className="flex flex-col gap-5">
      {isRecovery ? (
        <FormText
          {...field}
          key="recovery"
          label={t`Recovery code`}
          hint={t`One of the codes that you saved. Each works once.`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      ) : (
        <FormCode {...field} key="app" label={t`Code from your authenticator app`} />
      )}
      <FormError>{form.failure}</FormError>
      <Button
        type="submit"
        variant={entry.passkey ? 'secondary' : 'primary'}
        isBusy={form.isBusy}
        disabled={form.values.code.trim() === ''}
      >
        {form.isBusy ? t`Verifying...` : t`Continue`}
      </Button>
      {entry.code && entry.recoveryCode && (
        <Button
          variant="quiet"
          className="self-center"
          onClick={() => {
            setIsRecovery(!isRecovery)
            form.discard()
          }}
        >
          {isRecovery ? t`Use the authenticator app` : t`Use a recovery code`}
        </Button>
      )}
    </Form>
  )
}
