// Wire schemas of a user's own files and of the font library. Own files are uploaded by the tus protocol and then become assets.
import { z } from 'zod'
import { operationStatus } from './operations.ts'

const assetKind = z.enum(['image', 'video', 'audio'])
export type AssetKind = z.infer<typeof assetKind>

/** The stage of a file that is being prepared. */
const assetStage = z.enum(['waiting', 'analysing', 'converting', 'checking'])
export type AssetStage = z.infer<typeof assetStage>

export const createAssetRequest = z.object({ uploadId: z.string().min(1).max(100) })

export const asset = z.object({
  assetId: z.string(),
  kind: assetKind,
  status: operationStatus.describe('Of the preparation of the file'),
  width: z.int().nullable().describe('Pixels of the file that renders use, after rotation; null for audio'),
  height: z.int().nullable(),
  durationSeconds: z.number().nullable(),
  sizeBytes: z.int(),
  fileName: z.string(),
  url: z
    .string()
    .nullable()
    .describe(
      'Signed, expiring address of the editing copy (longest edge at most 1600 px); null until it has succeeded',
    ),
  posterUrl: z.string().nullable().describe('Signed, expiring address of a still picture of a video; null otherwise'),
  stage: assetStage.nullable().describe('What is being done to the file; null unless it is queued or running'),
  percent: z.int().min(0).max(100).describe('How much of the preparation is done'),
  loudnessLufs: z
    .number()
    .nullable()
    .describe('EBU R 128 loudness of its sound; null for silence, pictures, old files'),
  truePeakDb: z.number().nullable().describe('Highest point of its sound in dB of full scale; null as loudnessLufs'),
  errorCode: z.string().nullable().describe('A code for errorMessage, such as media-damaged'),
  errorMessage: z.string().nullable().describe('Why the file cannot be used, when status is failed'),
  createdAt: z.iso.datetime(),
})
export type Asset = z.infer<typeof asset>

export const assetList = z.object({
  assets: z.array(asset),
  library: z
    .object({ usedBytes: z.int(), limitBytes: z.int() })
    .describe('What the files take, and what they may take before uploads are refused with library-full'),
})

// The font library: fonts that customers can use in addition to those of a template.

/** Writing systems that the editor offers as a filter. */
const fontScript = z.enum([
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

const libraryFont = z.object({
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
