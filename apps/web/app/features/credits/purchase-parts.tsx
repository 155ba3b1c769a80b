// What several lists of purchases show: the number of licences, the picture, the receipt.
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Template } from '@vitrine/contract/catalogue'
import FileText from 'lucide-react/icons/file-text'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { Button, type ButtonLook } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Picture } from '../../ui/media.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useToast } from '../../ui/toast.tsx'
import { moneyApi } from './money-api.ts'

/** '1 licence', '3 licences'. */
export function licencesText(licences: number): string {
  return plural(licences, { one: '# licence', other: '# licences' })
}

/** A square box with the template in its own aspect ratio. `sizes`: the largest width of the box. */
export function BoxedPoster({ template, sizes, className }: { template: Template; sizes: string; className?: string }) {
  const { thumbnail, width, height, dominantColor } = template
  return (
    <div
      className={classNames(
        'flex aspect-square items-center justify-center self-start overflow-hidden rounded-card bg-well p-1.5',
        className,
      )}
    >
      <Picture
        src={thumbnail}
        alt=""
        width={width}
        height={height}
        color={dominantColor}
        sizes={sizes}
        className={width >= height ? 'w-full' : 'h-full'}
      />
    </div>
  )
}

/** Downloads a receipt as PDF. */
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
