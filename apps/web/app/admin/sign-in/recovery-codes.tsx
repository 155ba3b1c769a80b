// Shows new recovery codes once: to copy, to download, and to confirm that they are stored.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useStoreBrand } from '../../api/root-data.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'

type RecoveryCodesProps = { codes: readonly string[]; onDone: () => void }

export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const [isConfirmed, setIsConfirmed] = useState(false)
  const { name } = useStoreBrand()
  const showToast = useToast()
  const text = `${codes.join('\n')}\n`
  const heading = t`${name}, recovery codes`
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast('success', t`The codes are in the clipboard.`),
      () => showToast('error', t`The codes could not be copied. Please write them down.`),
    )
  return (
    <div className="flex flex-col gap-5">
      <p>
        <Trans>
          Keep these recovery codes where you find them without your phone. Each opens the admin area once. They are not
          shown again.
        </Trans>
      </p>
      <ul aria-label={t`Recovery codes`} className="flex flex-col gap-2 rounded-card bg-well p-4 tabular-nums">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={copy}>
          <Trans>Copy</Trans>
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${heading}\n\n${text}`)}`}
          download="recovery-codes.txt"
          className={buttonClass({ variant: 'secondary' })}
        >
          <Trans>Download</Trans>
        </a>
      </div>
      <CheckboxField
        label={t`I have saved the codes`}
        checked={isConfirmed}
        onChange={({ target }) => setIsConfirmed(target.checked)}
      />
      <Button className="self-start" disabled={!isConfirmed} onClick={onDone}>
        <Trans>Continue</Trans>
      </Button>
    </div>
  )
}
