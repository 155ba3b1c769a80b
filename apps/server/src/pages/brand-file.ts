// The two files that are made of the brand: the icon, and the picture that messengers show beside links to pages without one.
import { inkOn } from '@vitrine/contract/brand-color'
import type { BrandSettings } from '@vitrine/contract/settings'
import type { FastifyInstance } from 'fastify'
import type { SettingsState } from '../deps/current-settings.ts'
import type { AppDeps } from '../deps/deps.ts'

/** They change rarely, and an old one for some minutes harms nobody. */
const CACHED = 'public, max-age=300'

export function addBrandFiles(app: FastifyInstance, { settings }: Pick<AppDeps, 'settings'>): void {
  const hidden = { schema: { hide: true } }
  app.get('/favicon.svg', hidden, (_request, reply) =>
    reply.headers({ 'content-type': 'image/svg+xml', 'cache-control': CACHED }).send(writeIcon(settings.get().brand)),
  )
  let kept: { state: SettingsState; picture: Promise<Buffer> } | undefined
  app.get('/share.png', hidden, async (_request, reply) => {
    const state = settings.get()
    if (kept?.state !== state) kept = { state, picture: drawShare(state.brand) }
    const picture = await kept.picture
    return reply.headers({ 'content-type': 'image/png', 'cache-control': CACHED }).send(picture)
  })
  for (const asked of ['/favicon.ico', '/apple-touch-icon.png', '/apple-touch-icon-precomposed.png']) {
    // Files that browsers request whatever a page names.
    app.get(asked, hidden, (_request, reply) => reply.redirect('/favicon.svg', 301))
  }
}

/** The mark of the pages (`Logo` in apps/web/app/shell) in the accent colour. */
function writeIcon({ accent }: BrandSettings): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#16130f"/>' +
    `<path d="M8 24V14.5a8 8 0 0 1 16 0V24z" fill="${accent}"/><path d="M13.4 13.6v6.8l6-3.4z" fill="${inkOn(accent)}"/>` +
    '<path d="M6 26.5h20" stroke="#fbfaf7" stroke-width="1.6" stroke-linecap="round"/></svg>'
  )
}

async function drawShare(brand: BrandSettings): Promise<Buffer> {
  // Comes with a library of some megabytes, which most processes never need.
  const { drawSharePicture } = await import('../receipt/share-picture.ts')
  return drawSharePicture(brand)
}
