// The mark on unpaid videos and pictures.

/** The text of the mark: the shop's name in capitals. */
export function watermarkText(shopName: string): string {
  return shopName.toUpperCase()
}
