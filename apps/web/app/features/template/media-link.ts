// Chooses the address that a video plays from.

/**
 * A template's own link when it is a complete address (http or blob), else the server's signed address, else the
 * template's value. Null when there is none.
 */
export function chooseLink(templateLink: string, signedLink: string | null): string | null {
  if (/^(https?|blob):/.test(templateLink)) return templateLink
  return signedLink ?? (templateLink || null)
}

/** The same file under an address that is in no cache. Local files have only one. */
export function bustCache(link: string, retries: number): string {
  if (retries === 0 || link.startsWith('blob:')) return link
  return `${link}${link.includes('?') ? '&' : '?'}retry=${retries}`
}
