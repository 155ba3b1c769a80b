// Owns the wire of a user's own files: uploaded by the tus protocol, then made into assets.
import { z } from 'zod'

export { uploadLimits } from './upload-limit.ts'

export const assetKind = z.enum(['image', 'video', 'audio'])
export type AssetKind = z.infer<typeof assetKind>

export const assetStatus = z.enum(['processing', 'ready', 'failed'])
export type AssetStatus = z.infer<typeof assetStatus>

export const createAssetRequest = z.object({ uploadId: z.string().min(1).max(100) })

export const asset = z.object({
  assetId: z.string(),
  kind: assetKind,
  status: assetStatus,
  width: z.int().nullable().describe('Pixels of the file a film is made from, after rotation; null for audio'),
  height: z.int().nullable(),
  durationSeconds: z.number().nullable(),
  sizeBytes: z.int(),
  fileName: z.string(),
  url: z
    .string()
    .nullable()
    .describe('Signed, expiring address of the editing copy (longest edge at most 1600 px); null until ready'),
  errorMessage: z.string().nullable().describe('Why the file cannot be used, when status is failed'),
  createdAt: z.iso.datetime(),
})
export type Asset = z.infer<typeof asset>

export const assetList = z.object({ assets: z.array(asset) })
export type AssetList = z.infer<typeof assetList>
