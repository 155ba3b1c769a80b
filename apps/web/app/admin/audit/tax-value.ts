// Values of the tax settings in the audit log.
import { t } from '@lingui/core/macro'
import type { KindRate, SaleKind, TaxProfile } from '@vitrine/contract/tax'
import type { CountryRate } from '@vitrine/contract/tax-place'
import { countryText, rowText } from '../../language/format.ts'
import { rateText, saleKindNames, taxProfileNames } from '../ui/label.ts'

/** Undefined for a field that is none of the tax settings. Of rates only those that differ from `other`. */
export function formatTaxValue(name: string, value: unknown, other: unknown): string | undefined {
  if (name === 'profile') return taxProfileNames()[value as TaxProfile['profile']]
  if (name === 'taxedWhen')
    return value === 'sold' ? t`when credits are sold` : value === 'spent' ? t`when credits are spent` : t`by rule`
  if (name === 'flatRateBp' && typeof value === 'number') return rateText(value)
  if (name === 'rates' || name === 'euRates') {
    const others = listRates(other)
    return rowText(listRates(value).filter((rate) => !others.includes(rate))) || t`none`
  }
  return undefined
}

/** 'Videos 18% (998439)' of each kind of sale, 'Germany 19%' of each country. */
function listRates(value: unknown): string[] {
  if (Array.isArray(value))
    return (value as CountryRate[]).map(({ country, rateBp }) => `${countryText(country)} ${rateText(rateBp)}`)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value as Record<SaleKind, KindRate>).map(
    ([kind, { sac, rateBp }]) => `${saleKindNames()[kind as SaleKind]} ${rateText(rateBp)} (${sac})`,
  )
}
