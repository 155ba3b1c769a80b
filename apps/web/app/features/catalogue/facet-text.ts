// Labels of facets and their values.
import { t } from '@lingui/core/macro'
import type { Facet } from '@vitrine/contract/facet-names'
import { i18n } from '../../language/i18n.ts'

export const facetTitles = (): Readonly<Record<Facet, string>> => ({
  shape: t`Shape`,
  length: t`Length`,
  photos: t`Photos and videos`,
  language: t`Language`,
  price: t`Price`,
})

const valueTexts = (): Readonly<Record<string, string>> => ({
  '9:16': t`Vertical 9:16`,
  '4:5': t`Portrait 4:5`,
  '1:1': t`Square 1:1`,
  '16:9': t`Wide 16:9`,
  'up-to-10': t`Up to 10 seconds`,
  '10-20': t`10 to 20 seconds`,
  '20-40': t`20 to 40 seconds`,
  'over-40': t`Over 40 seconds`,
  none: t`Text only`,
  '1': t`1 photo or video`,
  '2-3': t`2 to 3 photos or videos`,
  '4-8': t`4 to 8 photos or videos`,
  'over-8': t`Over 8 photos or videos`,
  free: t`Free`,
  'free-now': t`Free this week`,
  'up-to-100': t`Up to 100 credits`,
  '101-250': t`101 to 250 credits`,
  'over-250': t`Over 250 credits`,
})

/** A value of a facet in the language of the page. */
export function facetText(facet: Facet, value: string): string {
  if (facet === 'language') return new Intl.DisplayNames([i18n.locale], { type: 'language' }).of(value) ?? value
  return valueTexts()[value] ?? value
}
