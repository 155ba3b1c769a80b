// Wire schemas of the font library: fonts that customers can use in addition to those of a template.
import { z } from 'zod'

/** Writing systems that the editor offers as a filter. */
export const fontScript = z.enum([
  'latin',
  'cyrillic',
  'greek',
  'arabic',
  'hebrew',
  'devanagari',
  'bengali',
  'gurmukhi',
  'gujarati',
  'tamil',
  'telugu',
  'kannada',
  'malayalam',
])
export type FontScript = z.infer<typeof fontScript>

export const libraryFont = z.object({
  /** In the form of the edit `add-font`. */
  face: z.object({
    family: z.string(),
    weight: z.int().optional(),
    style: z.enum(['normal', 'italic']).optional(),
    src: z.string().describe('Asset id of the file'),
    license: z.string(),
  }),
  url: z.string(),
  sizeBytes: z.int(),
  scripts: z.array(fontScript).describe('Writing systems that the face has letters of'),
})
export type LibraryFont = z.infer<typeof libraryFont>

export const fontList = z.object({ fonts: z.array(libraryFont) })
