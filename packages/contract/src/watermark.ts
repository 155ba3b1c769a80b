// The mark on unpaid videos and pictures.

/** The text of the mark: the store's name in capitals. */
export function watermarkText(storeName: string): string {
  return storeName.toUpperCase()
}
