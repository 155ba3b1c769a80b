// `template.json`: the listing of a template and options of its import, under our names or those of the older records.
import { describeProperty } from '@vitrine/contract/field-issue'
import { fromWireListing, listing } from '@vitrine/contract/listing'
import type { ImportSettings } from '@vitrine/contract/publishing'
import { createSentence, type FailureClause, type Sentence } from '@vitrine/contract/sentence'
import { isReservedTemplateId, RESERVED_TEMPLATE_ID } from '@vitrine/contract/template-id'
import { z } from 'zod'

/** Also separated by commas. */
const tags = z.union([
  listing.shape.categories,
  z.string().transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
])
const price = z
  .union([z.number(), z.string().transform((text) => Number.parseFloat(text.trim()) || 0)])
  .pipe(listing.shape.priceCredits)

const settingsSchema = listing.partial().extend({
  id: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    .max(80)
    .refine((id) => !isReservedTemplateId(id), RESERVED_TEMPLATE_ID)
    .optional(),
  categories: tags.optional(),
  sections: tags.optional(),
  compatibility: tags.optional(),
  priceCredits: price.optional(),
  priceCreditsIndia: price.optional(),
  /** Behind an animation that has no ground of its own. */
  background: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .optional(),
  /** The frame that stands for the whole. */
  posterFrame: z.number().int().min(0).optional(),
  /** Makes fields of all texts and pictures when the file names none. */
  autoFields: z.boolean().default(false),
  /** Makes fields of layers whose plain names say what they take, such as `PHOTO 1`. */
  layerNames: z.boolean().default(false),
  /** Names of layers and effects that may look different from After Effects. */
  accept: z.array(z.string().min(1).max(100)).max(100).default([]),
  /** Under which licence the fonts beside the file may be used. */
  fontLicense: z.string().min(1).max(100).optional(),
  /** A video, or a picture, that is sold as it is. */
  readyMade: z.string().max(300).optional(),
  /** Pre-rendered videos with transparency or a green screen, by the name of the layer that they stand for. */
  plates: z
    .record(
      z.string().max(200),
      z.union([
        z.string().max(300),
        z.object({
          file: z.string().max(300),
          key: z
            .string()
            .regex(/^(#[0-9a-f]{6}|alpha)$/i)
            .optional(),
        }),
      ]),
    )
    .default({}),
})

/**
 * The admin form's input, as the settings of its package: the video and the overlay are those of an older
 * record. What `template.json` says itself comes first.
 */
export function settingsOfForm({ video, overlay, screen, place, ...rest }: ImportSettings): Record<string, unknown> {
  if (video === undefined && overlay === undefined) return rest
  if (screen === 'none' && video !== undefined) return { ...rest, readyMade: video }
  const isShape = /^\d+:\d+$/.test(place ?? '')
  return {
    ...rest,
    ...(video !== undefined && { templateLink: video }),
    ...(overlay !== undefined && { OverlayPNG: overlay }),
    ...(isShape && { greenScreenLayout: place }),
    // A video is keyed only where the record says that it shows a screen.
    ...(!isShape && (place ? { greenScreenDimensions: place } : video !== undefined && { greenScreenDimensions: {} })),
  }
}

export type Settings = z.infer<typeof settingsSchema>

/** Reads settings; those of the older records have other names. The place of a problem is the name of the property. */
export function readSettings(
  raw: Readonly<Record<string, unknown>>,
): { settings: Settings } | { problems: FailureClause[] } {
  const given = { id: raw.templateId, ...fromWireListing(raw), ...raw }
  const result = settingsSchema.safeParse(given, { reportInput: true })
  if (result.success) return { settings: result.data }
  return { problems: result.error.issues.map((issue) => ({ place: issue.path.join('.'), ...describeProblem(issue) })) }
}

function describeProblem(issue: z.core.$ZodIssue): Sentence {
  // What a rule of ours says.
  if (issue.code === 'custom') return createSentence(issue.message)
  const { text, values } = describeProperty({ ...issue })
  return createSentence(text, values)
}
