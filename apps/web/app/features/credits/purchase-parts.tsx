// What several lists of purchases show: the number of licences, the picture, the receipt.
import { plural, t } from '@lingui/core/macro'
import type { BillingKind } from '@vitrine/contract/billing'
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

/** Downloads a receipt, an invoice or a note as PDF. */
export function DocumentButton({ kind, number, ...look }: DocumentButtonProps) {
  const showToast = useToast()
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    setIsBusy(true)
    try {
      // Links expire within minutes, so each download requests a new one.
      saveFile((await moneyApi.createReceiptLink(number)).url)
    } catch (error) {
      showToast('error', errorText(error, t`The PDF could not be created. Please try again.`))
    }
    setIsBusy(false)
  }
  const name = numberedText(kind, number)
  return (
    <Button variant="secondary" {...look} isBusy={isBusy} onClick={save} aria-label={t`${name} as PDF`}>
      {!isBusy && <FileText aria-hidden="true" size={16} />}
      <span>{kindText(kind)}</span>
    </Button>
  )
}

type DocumentButtonProps = ButtonLook & {
  kind: BillingKind
  number: string
}

function kindText(kind: BillingKind): string {
  switch (kind) {
    case 'receipt':
      return t`Receipt`
    case 'invoice':
      return t`Invoice`
    case 'credit-note':
      return t`Credit note`
    case 'debit-note':
      return t`Debit note`
  }
}

function numberedText(kind: BillingKind, number: string): string {
  switch (kind) {
    case 'receipt':
      return t`Receipt ${number}`
    case 'invoice':
      return t`Invoice ${number}`
    case 'credit-note':
      return t`Credit note ${number}`
    case 'debit-note':
      return t`Debit note ${number}`
  }
}
