// robots.txt and the sitemap.
import type { TemplateKind } from '@vitrine/contract/catalogue'
import { ENGLISH, getPathPrefix, type Language, localPath } from '@vitrine/language/language'
import { listSitemapEntries } from '@vitrine/store/catalogue'
import { listContent } from '@vitrine/store/settings/content-page'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'
import { listPageLanguages } from '../deps/page-language.ts'
import { readOrigin } from '../pages/page-host.ts'

/** A sitemap holds 50,000 URLs; pages and posts take a few. */
const MAX_TEMPLATES = 49_900

const PAGES = [
  '/',
  '/templates-list',
  '/image-templates',
  '/direct-sell-templates',
  '/new-templates',
  '/free-this-week',
  '/occasions',
  '/features',
]

const PREFIXES: Readonly<Record<TemplateKind, string>> = {
  video: '/template/',
  image: '/image-template/',
  'direct-sell': '/direct-sell/',
}

/** Paths that are not pages. Crawlers may read the catalogue's pictures and videos. */
const PRIVATE = ['/api/', '/files/', '/sandbox', '/*/server-render', '/*/direct-upload-image']
/** Personal pages, in each language. */
const PRIVATE_PAGES = ['/profile', '/login', '/register']

export function addSearchEngineRoutes(app: FastifyInstance, { db, publicUrl, bundledPages, settings }: AppDeps): void {
  app.get('/sitemap.xml', { schema: { hide: true } }, async (request, reply) => {
    const origin = publicUrl ?? readOrigin(request)
    const templates = await listSitemapEntries(db, MAX_TEMPLATES)
    const languages = listPageLanguages(settings.get())
    const offered = languages.map(({ tag }) => tag)
    const written = await listContent(db, bundledPages, { language: ENGLISH.tag, offered })
    const entry = (path: string, updatedAt?: Date) => writeEntry({ origin, path, updatedAt, languages })
    const addresses = [
      ...PAGES.map((path) => entry(path)),
      ...written.map((page) => {
        const own = languages.filter(({ tag }) => page.languages.includes(tag))
        return writeEntry({ origin, path: `/${page.slug}`, updatedAt: undefined, languages: own })
      }),
      // Ids are letters, digits and hyphens, so they need no escaping.
      ...templates.map(({ templateId, kind, updatedAt }) => entry(`${PREFIXES[kind]}${templateId}`, updatedAt)),
    ]
    reply.type('application/xml').header('cache-control', 'public, max-age=3600')
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${addresses.join('\n')}\n</urlset>\n`
  })

  app.get('/robots.txt', { schema: { hide: true } }, async (request, reply) => {
    const origin = publicUrl ?? readOrigin(request)
    reply.type('text/plain').header('cache-control', 'public, max-age=3600')
    const prefixes = listPageLanguages(settings.get()).map(getPathPrefix)
    const pages = PRIVATE_PAGES.flatMap((path) => prefixes.map((prefix) => `${prefix}${path}`))
    const rules = [...PRIVATE, ...pages].map((path) => `Disallow: ${path}`).join('\n')
    return `User-agent: *\n${rules}\nSitemap: ${origin}/sitemap.xml\n`
  })
}

interface Entry {
  readonly origin: string
  readonly path: string
  readonly updatedAt: Date | undefined
  readonly languages: readonly Language[]
}

/** The URL of a page with those of its translations. */
function writeEntry({ origin, path, updatedAt, languages }: Entry): string {
  const translated = languages.length > 1 ? languages : []
  const links = translated.map(
    (language) =>
      `<xhtml:link rel="alternate" hreflang="${language.tag}" href="${origin}${localPath(language, path)}"/>`,
  )
  const changed = updatedAt ? `<lastmod>${updatedAt.toISOString()}</lastmod>` : ''
  return `<url><loc>${origin}${path}</loc>${changed}${links.join('')}</url>`
}
