// A listing: what the store says about a template. The one description of its fields, for import packages, the admin area and
// the store. On the wire they have the names of the specification.
import { z } from 'zod'
import { templateKind } from './catalogue.ts'
import { line } from './line.ts'

const tags = z.array(line(80).min(1)).max(40)
const price = z.int().min(0).max(1_000_000)

export const listing = z.object({
  kind: templateKind,
  name: line(200).min(1),
  description: z.string().trim().max(5000),
  categories: tags,
  sections: tags,
  compatibility: tags,
  /** Whole credits; the second price is that of visitors in India. */
  priceCredits: price,
  priceCreditsIndia: price,
  license: z.object({ name: line(200).min(1), summary: z.string().trim().min(1).max(2000) }),
})
export type Listing = z.infer<typeof listing>

type PartOf<T> = { readonly [Field in keyof T]?: T[Field] | undefined }
/** Some fields of a listing. */
export type ListingPart = PartOf<Listing>

const STANDARD_LICENSE = {
  name: 'Standard licence',
  summary: 'Use what you make for private and commercial purposes. You may not resell the template itself.',
}

/** What a new template starts with where its listing is not given. */
export function newListing(given: ListingPart & Pick<Listing, 'kind' | 'name'>): Listing {
  const { priceCredits = 100 } = given
  return {
    kind: given.kind,
    name: given.name,
    description: given.description ?? '',
    categories: given.categories ?? [],
    sections: given.sections ?? [],
    compatibility: given.compatibility ?? [],
    priceCredits,
    priceCreditsIndia: given.priceCreditsIndia ?? priceCredits,
    license: given.license ?? STANDARD_LICENSE,
  }
}

/** A listing as requests have it. */
export const wireListing = z.object({
  templateName: listing.shape.name,
  templateDescription: listing.shape.description,
  templateCategory: tags,
  templateSection: tags,
  templateCompatibility: tags,
  templatePrice: price,
  templatePriceIND: price,
  license: listing.shape.license,
  kind: templateKind,
})
export type WireListing = z.infer<typeof wireListing>

export function toWireListing(given: Listing): WireListing {
  return {
    templateName: given.name,
    templateDescription: given.description,
    templateCategory: given.categories,
    templateSection: given.sections,
    templateCompatibility: given.compatibility,
    templatePrice: given.priceCredits,
    templatePriceIND: given.priceCreditsIndia,
    license: given.license,
    kind: given.kind,
  }
}

/** The given fields under their own names; undefined where they are not given. */
export function fromWireListing(given: PartOf<WireListing>): ListingPart {
  return {
    name: given.templateName,
    description: given.templateDescription,
    categories: given.templateCategory,
    sections: given.templateSection,
    compatibility: given.templateCompatibility,
    priceCredits: given.templatePrice,
    priceCreditsIndia: given.templatePriceIND,
    license: given.license,
    kind: given.kind,
  }
}
