// The sample catalogue: every template with its kind, words, sections and prices, the most wanted of each kind first.
import type { TemplateKind } from '@vitrine/contract/catalogue'
import { readyMades } from './listing/direct-sell.ts'
import { images } from './listing/image.ts'
import type { Listing } from './listing/listing.ts'
import { videos } from './listing/video.ts'

/** A template of the catalogue. */
export interface Sample extends Listing {
  readonly kind: TemplateKind
}

/** What a buyer may do with any of our templates. */
export const sampleLicense = {
  name: 'Vitrine standard licence',
  summary:
    'Use what you make for private and commercial purposes, on any channel and in print, for ever. You may not resell or share the template or the file as it is. Our music, pictures and fonts may be used in what you make.',
} as const

const ofKind = (kind: TemplateKind, listings: readonly Listing[]): Sample[] =>
  listings.map((listing) => ({ ...listing, kind }))

export const samples: readonly Sample[] = [
  ...ofKind('video', videos),
  ...ofKind('image', images),
  ...ofKind('direct-sell', readyMades),
]
