// Owns the limits of uploads, stated once for server, worker, editor and OpenAPI. No zod here: the browser uses this file too.

export const uploadLimits = {
  fileBytes: 500 * 1024 * 1024,
  imageBytes: 25 * 1024 * 1024,
  imagePixels: 50_000_000,
} as const

/** Three minutes: longer than any template. */
export const longestRecordingMs = 180_000
