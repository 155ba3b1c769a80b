// Formats the Content-Disposition header of a download (RFC 6266).

/** `attachment` with a name in any script; old clients get the name with non-ASCII characters replaced. */
export function attachmentNamed(name: string): string {
  // Removes path separators and control characters, because the name may be user input.
  const safe = name
    .replace(/[\p{Cc}/\\]/gu, '_')
    .slice(0, 200)
    .toWellFormed()
  const fallback = safe.replace(/[^\x20-\x7e]/g, '_').replace(/["%]/g, '_')
  const encoded = encodeURIComponent(safe).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${fallback}"; filename*=UTF-8''${encoded}`
}
