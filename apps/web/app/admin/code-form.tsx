// The form for a code of an authenticator app, or for a recovery code when the app is lost.
import { t } from '@lingui/core/macro'
import type { AdminEntry } from '@vitrine/contract/staff'
import { type FormEvent, useState } from 'react'
import { FormError } from '../account/form-error.tsx'
import { ApiResponseError } from '../api/api.ts'
import { errorText } from '../store/error-text.ts'
import { Button } from '../ui/button.tsx'
import { OtpField, TextField } from '../ui/field.tsx'
import { entryApi } from './factor-api.ts'

type CodeFormProps = { entry: AdminEntry; onOpened: () => void }

export function CodeForm({ entry, onOpened }: CodeFormProps) {
  const [isRecovery, setIsRecovery] = useState(!entry.code)
  const [code, setCode] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const isWrong = failure instanceof ApiResponseError && failure.code === 'admin-code-incorrect'
  const text =
    failure === undefined ? undefined : errorText(failure, t`The code could not be checked. Please try again.`)
  const change = (typed: string) => {
    setCode(typed)
    setFailure(undefined)
  }
  const enter = async (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '' || isBusy) return
    setIsBusy(true)
    try {
      await entryApi.withCode(code)
      onOpened()
    } catch (error) {
      setFailure(error)
    } finally {
      setIsBusy(false)
    }
  }
  const field = {
    name: 'code',
    required: true,
    autoFocus: !entry.passkey || !entry.code,
    error: isWrong ? text : undefined,
  }
  return (
    <form method="post" onSubmit={enter} noValidate className="flex flex-col gap-5">
      {isRecovery ? (
        <TextField
          {...field}
          key="recovery"
          label={t`Recovery code`}
          hint={t`One of the codes that you saved. Each works once.`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={code}
          onChange={({ target }) => change(target.value)}
        />
      ) : (
        <OtpField
          {...field}
          key="app"
          label={t`Code from your authenticator app`}
          value={code}
          onValueChange={change}
        />
      )}
      <FormError>{isWrong ? undefined : text}</FormError>
      <Button
        type="submit"
        variant={entry.passkey ? 'secondary' : 'primary'}
        isBusy={isBusy}
        disabled={code.trim() === ''}
      >
        {isBusy ? t`Verifying...` : t`Continue`}
      </Button>
      {entry.code && entry.recoveryCode && (
        <Button
          variant="quiet"
          className="self-center"
          onClick={() => {
            setIsRecovery(!isRecovery)
            change('')
          }}
        >
          {isRecovery ? t`Use the authenticator app` : t`Use a recovery code`}
        </Button>
      )}
    </form>
  )
}
