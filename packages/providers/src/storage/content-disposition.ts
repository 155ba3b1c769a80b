// Formats the Content-Disposition header of a download (RFC 6266).

/** `attachment` under a name of any script; old clients get the name with everything beyond ASCII replaced. */
export function attachmentNamed(name: string): string {
  // Without path separators and control characters, whatever the name came from.
  const safe = name
    .replace(/[\p{Cc}/\\]/gu, '_')
    .slice(0, 200)
    .toWellFormed()
  const fallback = safe.replace(/[^\x20-\x7e]/g, '_').replace(/["%]/g, '_')
  const encoded = encodeURIComponent(safe).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${fallback}"; filename*=UTF-8''${encoded}`
}
