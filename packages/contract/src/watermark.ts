// The watermark of unpaid videos and pictures.

/** The text of the watermark: the store's name in capitals. */
export function watermarkText(storeName: string): string {
  return storeName.toUpperCase()
}
