// robots.txt and the sitemap.
import type { TemplateKind } from '@vitrine/contract/catalogue'
import { listSitemapEntries } from '@vitrine/shop/catalogue/sitemap'
import { listContent } from '@vitrine/shop/settings/content-page'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'
import { originOf } from '../pages/page-host.ts'

/** A sitemap holds 50,000 addresses; pages and posts take a few. */
const MAX_TEMPLATES = 49_900

const PAGES = ['/', '/templates-list', '/image-templates', '/direct-sell-templates', '/features']

const PREFIXES: Readonly<Record<TemplateKind, string>> = {
  video: '/template/',
  image: '/image-template/',
  'direct-sell': '/direct-sell/',
}

/** Personal pages, and everything that is not a page. Crawlers may read the catalogue's pictures and videos. */
const PRIVATE = [
  '/api/',
  '/files/',
  '/sandbox',
  '/profile',
  '/login',
  '/register',
  '/*/server-render',
  '/*/direct-upload-image',
]

export function addSearchEngineRoutes(app: FastifyInstance, { db, publicUrl, bundledPages }: AppDeps): void {
  app.get('/sitemap.xml', { schema: { hide: true } }, async (request, reply) => {
    const origin = publicUrl ?? originOf(request)
    const templates = await listSitemapEntries(db, MAX_TEMPLATES)
    const written = (await listContent(db, bundledPages)).map(({ slug }) => `/${slug}`)
    const addresses = [
      ...[...PAGES, ...written].map((path) => `<url><loc>${origin}${path}</loc></url>`),
      // Ids are letters, digits and hyphens: nothing in them needs escaping.
      ...templates.map(
        ({ templateId, kind, updatedAt }) =>
          `<url><loc>${origin}${PREFIXES[kind]}${templateId}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`,
      ),
    ]
    reply.type('application/xml').header('cache-control', 'public, max-age=3600')
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${addresses.join('\n')}\n</urlset>\n`
  })

  app.get('/robots.txt', { schema: { hide: true } }, async (request, reply) => {
    const origin = publicUrl ?? originOf(request)
    reply.type('text/plain').header('cache-control', 'public, max-age=3600')
    const rules = PRIVATE.map((path) => `Disallow: ${path}`).join('\n')
    return `User-agent: *\n${rules}\nSitemap: ${origin}/sitemap.xml\n`
  })
}
