// Owns the wire of likes and purchases.
import { z } from 'zod'

/** `isIndianUser` is accepted because the specification sends it, and never trusted: the server knows the region. */
export const acquireTemplateRequest = z.object({
  templateId: z.string().min(1).max(200),
  templateType: z.string().max(40).optional(),
  isIndianUser: z.boolean().optional(),
  expectedCredits: z.int().min(0).optional().describe('The price shown; a different one is refused with price-changed'),
})
export type AcquireTemplateRequest = z.infer<typeof acquireTemplateRequest>

export const acquireTemplateResponse = z.object({
  remainingCredits: z.int(),
  charged: z.int().describe('Credits taken by this call; 0 when the template was already owned'),
  alreadyPurchased: z.boolean(),
  creditsRequired: z.int().describe('The present price in credits'),
  message: z.string(),
})
export type AcquireTemplateResponse = z.infer<typeof acquireTemplateResponse>

export const likeRequest = z.object({ templateId: z.string().min(1).max(200) })
export const likeResponse = z.object({
  liked: z.boolean(),
  alreadyLiked: z.boolean().optional(),
  message: z.string(),
})
export type LikeResponse = z.infer<typeof likeResponse>
