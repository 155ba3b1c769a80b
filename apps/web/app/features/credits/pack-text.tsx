// Texts about credit packs, on Buy Credits and on the page of prices.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { PackTax } from '@vitrine/contract/payments'
import type { Region } from '@vitrine/contract/routes/store'
import { moneyText } from '../../ui/money.ts'

/** '20% savings', translated from the server's English. */
export function savingsText(savings: string): string {
  const percent = /^\d+(?=% savings$)/.exec(savings)?.[0]
  return percent === undefined ? savings : t`${percent}% savings`
}

/** '₹79.80 for 100 credits', the rate of a pack. */
export function perHundredText(amountPaise: number, credits: number): string {
  const price = moneyText(Math.round((amountPaise * 100) / credits))
  return t`${price} for 100 credits`
}

/** An approximate amount in the visitor's currency, such as 'about $4.75'; undefined for visitors who pay in rupees. */
export function foreignText(
  amountPaise: number,
  region: Pick<Region, 'isIndianUser' | 'currencySymbol' | 'minorUnitsPer1000Credits' | 'paisePer1000Credits'>,
): string | undefined {
  if (region.isIndianUser) return undefined
  const cents = Math.round((amountPaise * region.minorUnitsPer1000Credits) / region.paisePer1000Credits)
  const amount = moneyText(cents, region.currencySymbol)
  return t`about ${amount}`
}

/** What the tax of the packs is called: by the law, or by the store. */
export function taxNameText({ profile, taxName }: Pick<PackTax, 'profile' | 'taxName'>): string {
  return profile === 'eu' ? t`VAT` : taxName
}

/** '+ GST' beside a price to which tax is added; undefined where the price is what is paid. */
export function addedTaxText(tax: PackTax): string | undefined {
  const { taxPoint, pricesIncludeTax, terms } = tax
  const taxName = taxNameText(tax)
  const isAdded = taxPoint === 'sold' && !pricesIncludeTax && terms?.rateBp !== 0
  return isAdded ? t`+ ${taxName}` : undefined
}

/** The badge of the pack that most buyers choose, positioned on the upper edge of a card, which must be `relative`. */
export function PopularMark() {
  return (
    <span className="absolute -top-3 end-4 rounded-full bg-marigold px-2.5 py-0.5 text-caption font-medium text-on-marigold">
      <Trans>Popular</Trans>
    </span>
  )
}
