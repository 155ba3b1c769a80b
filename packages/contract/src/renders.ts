// Wire schemas of renders: requesting a video or picture, following its progress, downloading it.
import { z } from 'zod'

const renderKind = z.enum(['preview', 'full'])
export type RenderKind = z.infer<typeof renderKind>

export const renderStatus = z.enum(['queued', 'processing', 'completed', 'failed', 'cancelled'])
export type RenderStatus = z.infer<typeof renderStatus>

const renderStage = z.enum(['waiting', 'preparing', 'drawing', 'finishing', 'checking', 'done'])
export type RenderStage = z.infer<typeof renderStage>

const pictureFormat = z.enum(['png', 'jpeg', 'webp'])
export type PictureFormat = z.infer<typeof pictureFormat>

const pictureOutput = z.object({
  format: pictureFormat,
  quality: z.int().min(1).max(100).describe('Of JPEG and WebP; PNG is exact'),
  scale: z.int().min(1).max(2).describe("Times the template's size; a preview has a size of its own"),
})
export type PictureOutput = z.infer<typeof pictureOutput>

export const createRenderRequest = z.object({
  projectId: z.uuid(),
  kind: renderKind,
  idempotencyKey: z.string().min(8).max(100).describe('Chosen by the client; the same key always means the same job'),
  expectedCredits: z.int().min(0).optional().describe('The price shown; a different one is refused with price-changed'),
  output: pictureOutput.optional().describe('Of image templates only; their own format at their own size unless given'),
})
export type CreateRenderRequest = z.infer<typeof createRenderRequest>

export const prepareRenderRequest = z.object({ projectId: z.uuid() })

export const createRenderResponse = z.object({
  jobId: z.uuid(),
  status: renderStatus,
  charged: z.int(),
  alreadyPurchased: z.boolean(),
  remainingCredits: z.int(),
})

export const render = z.object({
  jobId: z.uuid(),
  projectId: z.uuid(),
  templateId: z.string(),
  templateName: z.string(),
  kind: renderKind,
  format: z.enum(['mp4', ...pictureFormat.options]).describe('A video, or a picture of an image template'),
  status: renderStatus,
  percent: z.int().min(0).max(100),
  stage: renderStage,
  secondsLeft: z.int().nullable(),
  signedUrl: z.string().nullable().describe('Plays in the page; expires'),
  downloadUrl: z.string().nullable().describe('Downloads as a file; expires'),
  posterUrl: z.string().nullable(),
  errorMessage: z.string().nullable(),
  errorCode: z.string().nullable(),
  attempts: z.int(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  completedAt: z.iso.datetime().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  durationSeconds: z.number().nullable(),
  sizeBytes: z.int().nullable(),
})
export type Render = z.infer<typeof render>

export const generatedVideosQuery = z.object({
  projectId: z.uuid().optional().describe('Only renders of this project'),
})
export const generatedVideos = z.object({ videos: z.array(render).describe('Newest first') })
export type GeneratedVideos = z.infer<typeof generatedVideos>
