// What a pack costs with the tax settings as they are typed, computed as the server does.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type BillingPlace, type CreditsQuote, findTaxPoint, listTaxes, quoteCredits } from '@vitrine/contract/tax'
import { findGstinProblem, isEuCountry } from '@vitrine/contract/tax-place'
import { countryText, listFormat } from '../../language/format.ts'
import { stateName } from '../../language/place-names.ts'
import { creditsText, paiseText } from '../ui/rupees.ts'
import type { SectionValue } from './section-form.tsx'

type Tax = SectionValue<'tax'>
type Pack = SectionValue<'pricing'>['packs'][number]

/** For the first pack that is not sold once per account: those are cheap tries. */
export function TaxExample({ tax, packs }: { tax: Tax; packs: readonly Pack[] }) {
  const pack = packs.find(({ isOncePerAccount }) => !isOncePerAccount) ?? packs[0]
  if (!pack) return null
  const [credits, price] = [creditsText(pack.credits), paiseText(pack.amountPaise)]
  const buyers = listBuyers(tax)
  return (
    <div className="flex max-w-[70ch] flex-col gap-2 text-caption">
      <p className="font-medium">
        <Trans>
          Example: {credits} at the price of {price}
        </Trans>
      </p>
      {buyers.length === 0 && (
        <p className="text-muted">
          <Trans>Complete the fields above to see it.</Trans>
        </p>
      )}
      <dl className="flex flex-col gap-2">
        {buyers.map(([buyer, place]) => (
          <div key={buyer}>
            <dt className="text-muted">{buyer}</dt>
            <dd className="tabular-nums">{quoteText(quoteCredits(tax, place, pack.amountPaise), place)}</dd>
          </div>
        ))}
      </dl>
      {findTaxPoint(tax) === 'spent' && (
        <p className="text-muted">
          <Trans>Invoices then say how much of the price of each template is tax.</Trans>
        </p>
      )}
    </div>
  )
}

type Buyer = readonly [label: string, place: BillingPlace]

/** None while what decides is incomplete. */
function listBuyers(tax: Tax): readonly Buyer[] {
  if (findTaxPoint(tax) === 'spent') return [[t`Every buyer`, at('')]]
  if (tax.profile === 'flat') return Number.isFinite(tax.flatRateBp) ? [[t`Every buyer`, at('')]] : []
  return tax.profile === 'gst' ? listGstBuyers(tax) : listEuBuyers(tax)
}

const at = (country: string, state: string | null = null): BillingPlace => ({ country, state, taxNumber: '' })

function listGstBuyers({ gstin, rates }: Tax): readonly Buyer[] {
  if (findGstinProblem(gstin) !== undefined || !Number.isFinite(rates.credits.rateBp)) return []
  const own = gstin.slice(0, 2)
  const other = own === '29' ? '27' : '29'
  const state = stateName(own)
  return [
    [t`Buyer in ${state}`, at('IN', own)],
    [t`Buyer in another state`, at('IN', other)],
    [t`Buyer abroad`, at('US')],
  ]
}

function listEuBuyers({ euCountry, euRates }: Tax): readonly Buyer[] {
  const rate = euRates.find(({ country }) => country === euCountry)
  if (!isEuCountry(euCountry) || (rate && !Number.isFinite(rate.rateBp))) return []
  const state = countryText(euCountry)
  return [
    [t`Buyer in ${state}`, at(euCountry)],
    [t`Buyer outside the European Union`, at('US')],
  ]
}

/** Isolated in right-to-left languages, which would move the sign of a negative amount. */
const amountText = (name: string, amount: string) =>
  t({ message: `${name} ${amount}`, comment: 'Such as: IGST ₹71.82' })

/** '₹470.82: value ₹399.00, CGST ₹35.91, SGST ₹35.91' */
function quoteText({ grossPaise, parts, terms }: CreditsQuote, { state }: BillingPlace): string {
  const total = paiseText(grossPaise)
  if (terms.rateBp === 0) return t`${total} without tax`
  const named = [
    [t`value`, parts.taxable],
    ...listTaxes(terms, parts, state ?? '').map(({ name = t`tax`, paise }) => [name, paise] as const),
    [t`rounding`, parts.rounding],
  ] as const
  const shown = named.filter(([, paise]) => paise !== 0).map(([name, paise]) => amountText(name, paiseText(paise)))
  const split = listFormat({ style: 'narrow' }).format(shown)
  return t`${total}: ${split}`
}
