// What the shop says about a template: its words, its places on the shelves and its prices.
import type { TemplateDocument } from '@vitrine/composition/document'

export interface Listing {
  readonly build: () => TemplateDocument
  readonly description: string
  readonly categories: readonly string[]
  readonly sections: readonly string[]
  readonly compatibility: readonly string[]
  readonly priceCredits: number
  readonly priceCreditsIndia: number
}
