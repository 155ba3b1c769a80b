// Owns the widths in which the shop's pictures can be had: `/media/<hash>.webp?w=480`. No zod: the browser uses this file.

/** In pixels. Few, so that every size is made once and found in caches. */
export const pictureWidths = [240, 360, 480, 720, 960] as const
export type PictureWidth = (typeof pictureWidths)[number]
