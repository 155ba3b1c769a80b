// Limits of uploads, carts and saving, shared by all programs and the OpenAPI document. The browser imports this file, so it does
// not use zod.

export const uploadLimits = {
  fileBytes: 500 * 1024 * 1024,
  imageBytes: 100 * 1024 * 1024,
  /** For pictures that must be decoded as a whole. */
  imagePixels: 50_000_000,
  /** For photos that are scaled while they are decoded: HEIC, and JPEG as cameras write it. Phones take up to 201. */
  photoPixels: 210_000_000,
} as const

/** Three minutes: longer than any template. */
export const maxRecordingMs = 180_000

/** The maximum number of licences on one line of the cart. */
export const MAX_LICENCES = 99
/** The maximum number of lines of a cart. */
export const MAX_CART_LINES = 100

/** Attempts to save that one request may name. */
export const maxUnanswered = 200
