// The button that downloads a receipt as PDF.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import FileText from 'lucide-react/icons/file-text'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { Button, type ButtonLook } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useToast } from '../../ui/toast.tsx'
import { moneyApi } from './money-api.ts'

export function ReceiptButton({ receiptNumber, size }: { receiptNumber: string } & Pick<ButtonLook, 'size'>) {
  const showToast = useToast()
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    setIsBusy(true)
    try {
      // Links expire within minutes, so each download requests a new one.
      saveFile((await moneyApi.createReceiptLink(receiptNumber)).url)
    } catch (error) {
      showToast('error', errorText(error, t`The receipt could not be created. Please try again.`))
    }
    setIsBusy(false)
  }
  return (
    <Button
      variant="secondary"
      {...(size && { size })}
      isBusy={isBusy}
      onClick={save}
      aria-label={t`Receipt ${receiptNumber} as PDF`}
    >
      {!isBusy && <FileText aria-hidden="true" size={16} />}
      <Trans>Receipt</Trans>
    </Button>
  )
}
