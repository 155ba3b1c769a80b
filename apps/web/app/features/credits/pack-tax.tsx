// The tax of a credit pack before it is paid: below the button, and who is billed.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { BillingDetails } from '@vitrine/contract/billing'
import type { PackTax } from '@vitrine/contract/payments'
import { listTaxes, splitGross, type TaxTerms } from '@vitrine/contract/tax'
import { countryText, rateText } from '../../language/format.ts'
import { stateName } from '../../language/place-names.ts'
import { classNames } from '../../ui/class-names.ts'
import { moneyText } from '../../ui/money.ts'
import { taxNameText } from './pack-text.tsx'

/** Never at the beginning of a line. */
const separator = '\u00a0· '

type BilledToProps = { details: BillingDetails; onChange: () => void; isDisabled: boolean }

/** 'Billed to Maharashtra · GSTIN 27… · Change' */
export function BilledTo({ details, onChange, isDisabled }: BilledToProps) {
  const { country, state, taxNumber } = details
  const place = state === null ? countryText(country) : stateName(state)
  const number = country === 'IN' ? `GSTIN ${taxNumber}` : taxNumber
  return (
    <p className="text-caption text-muted">
      <span>{t`Billed to ${place}`}</span>
      {taxNumber !== '' && (
        <>
          <span>{separator}</span>
          <bdi className="whitespace-nowrap">{number}</bdi>
        </>
      )}
      <span>{separator}</span>
      <button
        type="button"
        disabled={isDisabled}
        aria-label={t`Change the billing details`}
        onClick={onChange}
        className="-my-3 rounded-control py-3 text-plum underline underline-offset-4"
      >
        <Trans context="button">Change</Trans>
      </button>
    </p>
  )
}

type TaxOfPackProps = {
  tax: PackTax
  /** With its tax. */
  payablePaise: number
  /** GST code of the buyer's state. */
  state: string | null | undefined
}

/** What of the price is tax, or why nothing is. */
export function TaxOfPack({ tax, payablePaise, state }: TaxOfPackProps) {
  const { taxPoint, terms, pricesIncludeTax } = tax
  const taxName = taxNameText(tax)
  if (taxPoint === 'none') return null
  if (taxPoint === 'spent') return <Note>{t`No tax is charged now; it is charged when you spend the credits.`}</Note>
  if (terms === null) return pricesIncludeTax ? <Note>{t`Prices include ${taxName}.`}</Note> : null
  if (terms.rateBp === 0) return <Note>{untaxedText(terms)}</Note>
  const rate = rateText(terms.rateBp)
  const parts = splitGross(terms, payablePaise)
  const { taxable, rounding } = parts
  const taxes = listTaxes(terms, parts, state ?? '')
  const lines: readonly (readonly [label: string, paise: number])[] = [
    [t`Taxable value`, taxable],
    ...taxes.map(({ name = taxName, rateBp, paise }) => [`${name} ${rateText(rateBp)}`, paise] as const),
    ...(rounding === 0 ? [] : [[t`Rounding`, rounding] as const]),
    [t`Total`, payablePaise],
  ]
  return (
    <div className="w-full text-caption text-muted md:w-80">
      <p>{pricesIncludeTax ? t`Including ${rate} ${taxName}` : t`Plus ${rate} ${taxName}`}</p>
      <dl className="mt-1.5 tabular-nums">
        {lines.map(([label, paise], index) => (
          <div
            key={label}
            className={classNames(
              'flex justify-between gap-4 py-1',
              index === lines.length - 1 && 'border-t border-line font-medium text-ink',
            )}
          >
            <dt>{label}</dt>
            <dd>{signedText(paise)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Note({ children }: { children: string | undefined }) {
  return children === undefined ? null : <p className="text-caption text-muted">{children}</p>
}

function untaxedText({ supply }: TaxTerms): string | undefined {
  switch (supply) {
    case 'export':
      return t`No GST is charged on sales to other countries.`
    case 'eu-reverse':
      return t`Reverse charge: your business pays the VAT in its country.`
    case 'outside':
      return t`No VAT is charged where you are.`
    default:
      return undefined
  }
}

/** Rounding may be negative. */
function signedText(paise: number): string {
  return moneyText(Math.abs(paise), paise < 0 ? '−₹' : '₹')
}
