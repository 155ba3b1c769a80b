// Template ids, which are part of URLs.

/** Converts a name to a template id: lower-case letters, digits and hyphens, never ending in `-template`. */
export function toSlug(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '')
  return slug.replace(/(-template)+$/, '') || 'imported'
}
