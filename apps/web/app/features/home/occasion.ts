// Chooses the picture of an occasion on the home page.
import type { Template } from '@vitrine/contract/catalogue'

export type OccasionPicture = Pick<Template, 'thumbnail' | 'width' | 'height' | 'dominantColor'>
export type Occasion = { section: string; picture: OccasionPicture | undefined }

/**
 * A picture for each section, in the given order: of one of its templates, preferring earlier ones. A template
 * represents two sections only when there is no other.
 */
export function matchOccasions(sections: readonly string[], templates: readonly Template[]): Occasion[] {
  const candidates = sections.map((section) => ({
    section,
    found: templates.filter(({ templateSection }) => templateSection.includes(section)),
  }))
  // The section with the fewest templates chooses first.
  candidates.sort((a, b) => a.found.length - b.found.length)
  const taken = new Set<Template>()
  const chosen = new Map<string, OccasionPicture | undefined>()
  for (const { section, found } of candidates) {
    const template = found.find((item) => !taken.has(item)) ?? found[0]
    if (template) taken.add(template)
    chosen.set(section, template && toPicture(template))
  }
  return sections.map((section) => ({ section, picture: chosen.get(section) }))
}

/** The number of columns, among those that fit, with the fullest last row; the first of equal ones. */
export function fullestColumns(count: number, fitting: readonly number[]): number {
  const missing = (columns: number) => (columns - (count % columns)) % columns
  return fitting.toSorted((a, b) => missing(a) - missing(b))[0] ?? 1
}

/** Only rendered fields are sent to the page. */
const toPicture = ({ thumbnail, width, height, dominantColor }: Template): OccasionPicture => ({
  thumbnail,
  width,
  height,
  dominantColor,
})
