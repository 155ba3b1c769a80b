// Addresses of the store’s images in several widths, so that a phone does not fetch pixels that only a large screen
// shows.
import { type PictureWidth, pictureWidths } from '@vitrine/contract/picture-width'

const isScalable = (src: string) => src.startsWith('/media/')

/** The address of a picture in one width. */
export function pictureAt(src: string, width: PictureWidth): string {
  return isScalable(src) ? `${src}${src.includes('?') ? '&' : '?'}w=${width}` : src
}

/** The widths of a picture for `srcSet`, the original last; undefined for pictures of other origins. */
export function pictureSet(src: string, originalWidth: number): string | undefined {
  if (!isScalable(src)) return undefined
  const smaller = pictureWidths.filter((width) => width < originalWidth)
  return [...smaller.map((width) => `${pictureAt(src, width)} ${width}w`), `${src} ${originalWidth}w`].join(', ')
}
