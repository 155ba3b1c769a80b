// `template.json`: the listing of a template and its import options, under our names or those of the older records.
import { describeProperty } from '@vitrine/contract/field-issue'
import { fromWireListing, listing } from '@vitrine/contract/listing'
import type { ImportSettings } from '@vitrine/contract/publishing'
import { createSentence, type FailureClause, type Sentence } from '@vitrine/contract/sentence'
import { isReservedTemplateId, RESERVED_TEMPLATE_ID } from '@vitrine/contract/template-id'
import { z } from 'zod'

/** A list, or one text with commas. */
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
  /** Background for an animation without one. */
  background: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .optional(),
  /** The frame used as the poster. */
  posterFrame: z.number().int().min(0).optional(),
  /** Creates fields for all texts and pictures when the file names none. */
  autoFields: z.boolean().default(false),
  /** Creates fields for layers with plain names that say what they accept, such as `PHOTO 1`. */
  layerNames: z.boolean().default(false),
  /** Names of layers and effects whose differences from After Effects are accepted. */
  accept: z.array(z.string().min(1).max(100)).max(100).default([]),
  /** Licence of the fonts next to the file. */
  fontLicense: z.string().min(1).max(100).optional(),
  /** A video or picture that is sold unchanged. */
  readyMade: z.string().max(300).optional(),
  /** Pre-rendered videos with transparency or a green screen, by the name of the layer that they replace. */
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
 * Converts the admin form's input to package settings; its video and overlay are those of an older record. `template.json`
 * takes precedence.
 */
export function parseFormSettings({ video, overlay, screen, place, ...rest }: ImportSettings): Record<string, unknown> {
  if (video === undefined && overlay === undefined) return rest
  if (screen === 'none' && video !== undefined) return { ...rest, readyMade: video }
  const isShape = /^\d+:\d+$/.test(place ?? '')
  return {
    ...rest,
    ...(video !== undefined && { templateLink: video }),
    ...(overlay !== undefined && { OverlayPNG: overlay }),
    ...(isShape && { greenScreenLayout: place }),
    // A video is keyed only when the record says that it shows a green screen.
    ...(!isShape && (place ? { greenScreenDimensions: place } : video !== undefined && { greenScreenDimensions: {} })),
  }
}

export type Settings = z.infer<typeof settingsSchema>

/** Reads settings, including the names of older records. A problem's place is the name of the property. */
export function readSettings(
  raw: Readonly<Record<string, unknown>>,
): { settings: Settings } | { problems: FailureClause[] } {
  const input = { id: raw.templateId, ...fromWireListing(raw), ...raw }
  const result = settingsSchema.safeParse(input, { reportInput: true })
  if (result.success) return { settings: result.data }
  return { problems: result.error.issues.map((issue) => ({ place: issue.path.join('.'), ...describeProblem(issue) })) }
}

function describeProblem(issue: z.core.$ZodIssue): Sentence {
  // Messages of our own rules.
  if (issue.code === 'custom') return createSentence(issue.message)
  const { text, values } = describeProperty({ ...issue })
  return createSentence(text, values)
}
