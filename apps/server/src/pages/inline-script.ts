// Replaces the nonce of a rendered page by hashes of its inline scripts, so that the same bytes are right for everybody.
import { hash } from 'node:crypto'

export interface InlineScripts {
  readonly html: string
  /** As content security policies name them: `sha256-…`, each once. */
  readonly hashes: readonly string[]
}

/**
 * Removes `nonce`, which nobody outside the rendering knows, and answers the hashes of the scripts that carried it. Only
 * these: a script that came in with somebody's text does not know the nonce and never runs.
 */
export function takeOutNonce(html: string, nonce: string): InlineScripts {
  // React escapes a `>` in attributes, and a `</script` in scripts.
  const marked = new RegExp(`<script(?=[^>]* nonce="${nonce}")[^>]*>([^]*?)</script>`, 'g')
  const hashes = new Set<string>()
  for (const [, script = ''] of html.matchAll(marked)) {
    // Scripts with an address are empty; they need no hash, because they come from here.
    if (script !== '') hashes.add(`sha256-${hash('sha256', script, 'base64')}`)
  }
  return { html: html.replaceAll(` nonce="${nonce}"`, ''), hashes: [...hashes] }
}
