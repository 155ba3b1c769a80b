// The style of a brand as custom properties on the root element of the pages: without a style sheet, it needs no request and no
// exception in the content security policy. Names and defaults are in apps/web/app/app.css. The browser imports this file, so it
// does not use zod.
import { FIRST_ACCENT, FIRST_LINK, inkOn, mix, readableOn } from './brand-color.ts'
import { writeFontFamily } from './brand-font.ts'
import type { BrandSettings } from './settings.ts'

/** The backgrounds of text: paper, raised and well of each theme. */
export const LIGHT_SURFACES = ['#fbfaf7', '#ffffff', '#f3f0e9'] as const
export const DARK_SURFACES = ['#14110e', '#1d1915', '#211d18'] as const
/** How much darker or lighter a pressed or hovered surface is. */
const DEEPER = 0.12

const CORNERS = {
  square: { '--radius-control': '0', '--radius-card': '0' },
  soft: {},
  round: { '--radius-control': '1.375rem', '--radius-card': '1.25rem' },
} as const

/** Only the differences from the default brand. Unreadable colours are mixed with black or white until they are readable. */
export function describeBrandStyle(
  brand: Pick<BrandSettings, 'accent' | 'link' | 'headlines' | 'text' | 'corners'>,
): Record<string, string> {
  return {
    ...(brand.accent !== FIRST_ACCENT && accentStyle(brand.accent)),
    ...(brand.link !== FIRST_LINK && {
      '--color-plum': `light-dark(${readableOn(brand.link, LIGHT_SURFACES)}, ${readableOn(brand.link, DARK_SURFACES)})`,
    }),
    ...(brand.text !== 'sans' && { '--font-sans': writeFontFamily('text') }),
    ...(brand.headlines === 'sans'
      ? { '--font-display': 'var(--font-sans)' }
      : brand.headlines !== 'serif' && { '--font-display': writeFontFamily('headline') }),
    ...CORNERS[brand.corners],
  }
}

function accentStyle(accent: string): Record<string, string> {
  const ink = inkOn(accent)
  // Away from the ink, so that text on it stays readable.
  const deep = mix(accent, ink === '#ffffff' ? '#000000' : '#ffffff', DEEPER)
  return {
    '--color-marigold': accent,
    '--color-marigold-deep': deep,
    '--color-marigold-bright': readableOn(accent, DARK_SURFACES),
    '--color-on-marigold': ink,
  }
}
