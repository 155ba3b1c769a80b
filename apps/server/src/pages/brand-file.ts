// Files derived from the brand: icons, and the default picture that messengers show with links.
import { buffer } from 'node:stream/consumers'
import { inkOn } from '@vitrine/contract/brand-color'
import { DARK_SURFACES, LIGHT_SURFACES } from '@vitrine/contract/brand-style'
import type { BrandSettings } from '@vitrine/contract/settings'
import type { FastifyInstance } from 'fastify'
import type { SettingsState } from '../deps/current-settings.ts'
import type { AppDeps } from '../deps/deps.ts'

/** They change rarely, and an outdated one for some minutes does no harm. */
const CACHED = 'public, max-age=300'

type Needed = Pick<AppDeps, 'settings' | 'storage'>

export function addBrandFiles(app: FastifyInstance, deps: Needed): void {
  const { settings } = deps
  const hidden = { schema: { hide: true } }
  app.get('/favicon.svg', hidden, (_request, reply) => {
    const { brand, icon, logo } = settings.get()
    reply.header('cache-control', CACHED)
    // Browsers may remember this address from before the store had its own icon.
    if (icon ?? logo) return reply.redirect('/icon.png', 302)
    return reply.header('content-type', 'image/svg+xml').send(writeIcon(brand))
  })
  app.get('/share.png', hidden, async (_request, reply) => {
    const { sharePicture } = settings.get()
    reply.header('cache-control', CACHED)
    if (sharePicture) return reply.redirect(sharePicture.url, 302)
    return reply.header('content-type', 'image/png').send(await share(settings.get()))
  })
  const share = keepFor(drawShare)
  // An icon fills its square on a home screen; in a tab it may be transparent.
  for (const [path, size, isFilled] of [
    ['/icon.png', 192, false],
    ['/icon-512.png', 512, false],
    // A launcher cuts its own shape out of it.
    ['/icon-maskable.png', 512, true],
    ['/apple-touch-icon.png', 180, true],
  ] as const) {
    const picture = keepFor((state) => drawIcon(deps, state, { size, isFilled }))
    app.get(path, hidden, async (_request, reply) =>
      reply.headers({ 'content-type': 'image/png', 'cache-control': CACHED }).send(await picture(settings.get())),
    )
  }
  app.get('/manifest.webmanifest', hidden, (_request, reply) =>
    reply
      .headers({ 'content-type': 'application/manifest+json; charset=utf-8', 'cache-control': CACHED })
      .send(writeManifest(settings.get())),
  )
  for (const [requestPath, path] of [
    ['/favicon.ico', '/icon.png'],
    ['/apple-touch-icon-precomposed.png', '/apple-touch-icon.png'],
  ] as const) {
    // Browsers request these files regardless of what a page names.
    app.get(requestPath, hidden, (_request, reply) => reply.header('cache-control', CACHED).redirect(path, 302))
  }
}

/** Creates a file once per state of the settings; retries after a failure. */
function keepFor(make: (state: SettingsState) => Promise<Buffer>): (state: SettingsState) => Promise<Buffer> {
  let cached: { state: SettingsState; file: Promise<Buffer> } | undefined
  return (state) => {
    if (cached?.state === state) return cached.file
    const file = make(state)
    cached = { state, file }
    file.catch(() => {
      if (cached?.file === file) cached = undefined
    })
    return file
  }
}

/** The store's name and appearance on a home screen. */
function writeManifest({ brand: { name, tagline, theme } }: Pick<SettingsState, 'brand'>) {
  const [paper] = theme === 'dark' ? DARK_SURFACES : LIGHT_SURFACES
  return JSON.stringify({
    id: '/',
    name,
    short_name: name,
    description: tagline,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: paper,
    theme_color: paper,
    icons: [
      { src: '/icon.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  })
}

/** The mark of the pages (`Logo` in apps/web/app/shell) in the accent colour. */
function writeIcon({ accent }: BrandSettings): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#16130f"/>' +
    `<path d="M8 24V14.5a8 8 0 0 1 16 0V24z" fill="${accent}"/><path d="M13.4 13.6v6.8l6-3.4z" fill="${inkOn(accent)}"/>` +
    '<path d="M6 26.5h20" stroke="#fbfaf7" stroke-width="1.6" stroke-linecap="round"/></svg>'
  )
}

interface IconShape {
  readonly size: number
  readonly isFilled: boolean
}

/** The owner's icon, else the logo, else the bundled mark. The store itself has written these files from the uploads. */
async function drawIcon({ storage }: Needed, { brand, icon, logo }: SettingsState, shape: IconShape): Promise<Buffer> {
  const picture = icon ?? logo
  const source = picture
    ? await buffer((await storage.open(picture.storageKey)).stream)
    : Buffer.from(writeIcon(brand).replace('<svg ', '<svg width="512" height="512" '))
  // Loaded on demand: the drawing library has some megabytes, which most processes never need.
  const { drawInSquare } = await import('./share-picture.ts')
  return drawInSquare(source, { ...shape, background: '#ffffff', margin: picture && shape.isFilled ? 0.1 : 0 })
}

async function drawShare({ brand, storefront }: SettingsState): Promise<Buffer> {
  const { drawSharePicture } = await import('./share-picture.ts')
  return drawSharePicture(brand, storefront.headline)
}
