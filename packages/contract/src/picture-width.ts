// The widths in which public pictures are served: `/media/<hash>.webp?w=480`. The browser imports this file, so it does not
// use zod.

/** In pixels. Few, so that every size is created once and found in caches. */
export const pictureWidths = [240, 360, 480, 720, 960] as const
export type PictureWidth = (typeof pictureWidths)[number]
