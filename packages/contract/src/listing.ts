// A listing: the store's description of a template. This file defines its fields for import packages, the admin area and the
// store. On the wire they have the names of the specification.
import { z } from 'zod'
import { templateKind } from './catalogue.ts'
import { line } from './text-schema.ts'

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

/** The listing of a new template, with defaults for missing fields. */
export function newListing(input: ListingPart & Pick<Listing, 'kind' | 'name'>): Listing {
  const { priceCredits = 100 } = input
  return {
    kind: input.kind,
    name: input.name,
    description: input.description ?? '',
    categories: input.categories ?? [],
    sections: input.sections ?? [],
    compatibility: input.compatibility ?? [],
    priceCredits,
    priceCreditsIndia: input.priceCreditsIndia ?? priceCredits,
    license: input.license ?? STANDARD_LICENSE,
  }
}

/** The wire form of a listing in requests. */
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
type WireListing = z.infer<typeof wireListing>

export function toWireListing(input: Listing): WireListing {
  return {
    templateName: input.name,
    templateDescription: input.description,
    templateCategory: input.categories,
    templateSection: input.sections,
    templateCompatibility: input.compatibility,
    templatePrice: input.priceCredits,
    templatePriceIND: input.priceCreditsIndia,
    license: input.license,
    kind: input.kind,
  }
}

/** Renames the given fields to their own names; missing ones stay undefined. */
export function fromWireListing(input: PartOf<WireListing>): ListingPart {
  return {
    name: input.templateName,
    description: input.templateDescription,
    categories: input.templateCategory,
    sections: input.templateSection,
    compatibility: input.templateCompatibility,
    priceCredits: input.templatePrice,
    priceCreditsIndia: input.templatePriceIND,
    license: input.license,
    kind: input.kind,
  }
}
