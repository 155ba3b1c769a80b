// The style sheet of the owner's typefaces: each choice has its own address, which browsers cache for ever.

import type { FontChoice } from '@vitrine/contract/brand-font'
import { hostContext } from '../api/page-request.ts'
import { writePageFonts } from '../fonts/page-fonts.ts'
import type { Route } from './+types/font-rules'

/** Null: app.css already has them. */
export function fontRulesPath(fonts: FontChoice): string | null {
  const rules = writePageFonts(fonts)
  return rules === '' ? null : `/typefaces.css?v=${hash(rules)}`
}

/** FNV-1a: different rules only need different addresses. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (const unit of text) value = Math.imul(value ^ (unit.codePointAt(0) ?? 0), 0x01000193)
  return (value >>> 0).toString(36)
}

export function loader({ context, request }: Route.LoaderArgs): Response {
  const { brand } = context.get(hostContext)
  const rules = writePageFonts(brand)
  // An address of earlier settings returns the current rules, with a short cache time.
  const isCurrent = new URL(request.url).searchParams.get('v') === hash(rules)
  return new Response(rules, {
    headers: {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-store',
    },
  })
}
