// A listing in edit mode: its difference from the stored one, its validation, and merging changes that somebody else saved
// meanwhile.
import { t } from '@lingui/core/macro'
import type { AdminTemplateDetail, EditTemplateRequest } from '@vitrine/contract/admin'

export type Listing = Pick<AdminTemplateDetail, Exclude<keyof EditTemplateRequest, 'reason' | 'disabledShapes'>>

export function listingOf(template: AdminTemplateDetail): Listing {
  const { templateName, templateDescription, templateCategory, templateSection, templateCompatibility } = template
  const { templatePrice, templatePriceIND, freePeriod, license, kind } = template
  const texts = { templateName, templateDescription, templateCategory, templateSection, templateCompatibility }
  return { ...texts, templatePrice, templatePriceIND, freePeriod, license, kind }
}

/** The server trims blanks, so a trailing blank is no change yet. */
const textOf = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? part.trim() : part))

const namesOf = (listing: Listing) => Object.keys(listing) as (keyof Listing)[]

/** Only what differs from what the server has. */
export function changesOf(listing: Listing, saved: Listing): EditTemplateRequest {
  const changed = namesOf(listing).filter((name) => textOf(listing[name]) !== textOf(saved[name]))
  return Object.fromEntries(changed.map((name) => [name, listing[name]]))
}

/** Typed values stay; values not changed since `before` follow the server. */
export function rebase(listing: Listing, before: Listing, now: Listing): Listing {
  return { ...now, ...changesOf(listing, before) } as Listing
}

/** What keeps a listing from being saved, by the name of its part. */
export function findProblems(listing: Listing): Partial<Record<keyof Listing, string>> {
  const freeProblem = findFreeProblem(listing.freePeriod)
  const isPrice = (price: number) => Number.isInteger(price) && price >= 0 && price <= 1_000_000
  return {
    ...(listing.templateName.trim() === '' && { templateName: t`Please give it a name` }),
    ...(!isPrice(listing.templatePrice) && { templatePrice: t`A whole number of credits` }),
    ...(!isPrice(listing.templatePriceIND) && { templatePriceIND: t`A whole number of credits` }),
    ...(freeProblem !== undefined && { freePeriod: freeProblem }),
    ...((listing.license.name.trim() === '' || listing.license.summary.trim() === '') && {
      license: t`Name and text of the licence`,
    }),
  }
}

function findFreeProblem(period: Listing['freePeriod']): string | undefined {
  if (!period) return undefined
  if (period.from === '' || period.until === '') return t`Enter the first and the last day`
  return period.from > period.until ? t`The last day must not be before the first` : undefined
}
