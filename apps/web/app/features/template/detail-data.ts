// Loads the data of a template page: on the server with the HTML, in the browser through the one-hour cache.

import { t } from '@lingui/core/macro'
import type { SuggestionPage, Template, TemplateKind } from '@vitrine/contract/catalogue'
import { data, isRouteErrorResponse, type MetaDescriptor, type RouterContextProvider, redirect } from 'react-router'
import { ApiResponseError, createVisitorApi, type VisitorApi, visitorApi } from '../../api/api.ts'
import { hostContext } from '../../api/page-request.ts'
import { findRootData, type RootData } from '../../api/root-data.ts'
import { templatePath } from '../../api/template-kind.ts'
import { creditsWorthMinor, decimalText, templateCredits } from '../../ui/money.ts'
import { type MetaMatches, pageMeta } from '../../ui/page-meta.ts'
import { pageSize } from '../catalogue/endless-list.ts'
import { templateTexts } from './template-text.ts'

export type Detail = {
  template: Template
  /** Address of the preview; null when the server could not resolve it. */
  link: string | null
  /** Missing when they could not be loaded: the page shows none, and the next visit requests them again. */
  suggestions?: SuggestionPage | undefined
}

async function askTemplate(
  from: VisitorApi,
  kind: TemplateKind,
  templateId: string,
): Promise<Omit<Detail, 'suggestions'>> {
  if (kind === 'image') {
    const template = await from.getImageTemplate(templateId)
    return { template, link: template.templateLink || template.thumbnail || null }
  }
  if (kind === 'direct-sell') {
    const template = await from.getDirectSellTemplate(templateId)
    return { template, link: template.templatePreview || template.templateLink || null }
  }
  const [template, link] = await Promise.all([
    from.getTemplate(templateId),
    from.getVideoUrl(templateId.replace(/-template$/, '')).then(
      ({ videoUrl }) => videoUrl,
      () => null,
    ),
  ])
  return { template, link: chooseLink(template.templateLink, link) }
}

const askSuggestions = (from: VisitorApi, templateId: string): Promise<SuggestionPage | undefined> =>
  from.getSuggestions(templateId, { limit: pageSize }).catch(() => undefined)

async function askDetail(from: VisitorApi, kind: TemplateKind, templateId: string): Promise<Detail> {
  const [found, suggestions] = await Promise.all([
    askTemplate(from, kind, templateId),
    askSuggestions(from, templateId),
  ])
  return { ...found, suggestions }
}

/**
 * The status of a page that cannot be shown: 404 for a missing template or impossible id, 503 when the server failed,
 * 504 when it did not respond.
 */
function toPageError(error: unknown): unknown {
  if (!(error instanceof ApiResponseError)) return error
  const isMissing = error.status === 404 || error.status === 400
  const status = isMissing ? 404 : error.status === 0 ? 504 : 503
  return data(null, { status })
}

/** Redirects from the address of another kind to the right one. */
function checkKind(kind: TemplateKind, detail: Detail): Detail {
  if (detail.template.kind !== kind) throw redirect(templatePath(detail.template), 301)
  return detail
}

type ServerArgs = { context: Readonly<RouterContextProvider>; params: { templateId: string } }

/** For the server. */
export async function loadDetail(kind: TemplateKind, { context, params }: ServerArgs) {
  const { transport } = context.get(hostContext)
  const detail = await askDetail(createVisitorApi(transport), kind, params.templateId).catch((error) => {
    throw toPageError(error)
  })
  return checkKind(kind, detail)
}

/** For the browser: a template seen within the hour is shown at once. */
export async function recallDetail(kind: TemplateKind, templateId: string) {
  const detail = await prefetchDetail(kind, templateId).catch((error) => {
    throw toPageError(error)
  })
  return checkKind(kind, detail)
}

/** Prefetches a template that is likely to be opened. Opening it shares the request. */
export async function prefetchDetail(kind: TemplateKind, templateId: string): Promise<Detail> {
  let isNew = false
  const detail = await getCached(kind, templateId, () => {
    isNew = true
    return askDetail(visitorApi, kind, templateId)
  })
  if (isNew || detail.suggestions) return detail
  return { ...detail, suggestions: await askSuggestions(visitorApi, templateId) }
}

/** The message of a failed page. */
export function detailFailure(kind: TemplateKind, status: number | undefined): string {
  const text = templateTexts[kind]
  if (status === 404) return text.notFound
  return status === 504 ? text.dataFailed : t`Failed to load template details`
}

type Loaded = Awaited<ReturnType<typeof loadDetail>>

type DetailMetaArgs = MetaMatches & { loaderData: Loaded | undefined; error?: unknown }

export function detailMeta(
  kind: TemplateKind,
  { matches, loaderData: loaded, error }: DetailMetaArgs,
): MetaDescriptor[] {
  if (!loaded) {
    const status = isRouteErrorResponse(error) ? error.status : undefined
    return pageMeta({
      matches,
      title: detailFailure(kind, status),
      description: t`This template cannot be shown.`,
      isPrivate: true,
    })
  }
  const { template } = loaded
  const { previewWidth, previewHeight } = template
  const path = templatePath(template)
  return [
    ...pageMeta({
      matches,
      title: template.templateName,
      description: template.templateDescription,
      path,
      picture: template.thumbnail,
      // The permanent address: a signed one expires before a messenger plays it.
      ...(kind === 'image' ? {} : { type: 'video.other', video: template.templateLink || undefined }),
      ...(previewWidth && previewHeight ? { size: { width: previewWidth, height: previewHeight } } : {}),
    }),
    ...productData(template, path, findRootData(matches)),
  ]
}

/** A template as schema.org's Product. Nothing if the root failed to load. */
function productData(template: Template, path: string, root: RootData | undefined): MetaDescriptor[] {
  if (!root) return []
  const { publicUrl, region, store } = root
  const absolute = (address: string) => (address.startsWith('/') ? `${publicUrl}${address}` : address)
  return [
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: template.templateName,
        description: template.templateDescription,
        sku: template.templateId,
        category: template.templateCategory.join(', '),
        image: absolute(template.thumbnail),
        url: `${publicUrl}${path}`,
        brand: { '@type': 'Brand', name: store.name },
        offers: {
          '@type': 'Offer',
          url: `${publicUrl}${path}`,
          availability: 'https://schema.org/InStock',
          priceCurrency: region.currencyCode,
          price: decimalText(creditsWorthMinor(templateCredits(template, region), region)),
        },
      },
    },
  ]
}

/**
 * The address that a video plays from: a template's own link when it is a complete address (http or blob), else the server's signed address, else the
 * template's value. Null when there is none.
 */
export function chooseLink(templateLink: string, signedLink: string | null): string | null {
  if (/^(https?|blob):/.test(templateLink)) return templateLink
  return signedLink ?? (templateLink || null)
}

/** The same file under an address that is in no cache. Local files have only one. */
export function bustCache(link: string, retries: number): string {
  if (retries === 0 || link.startsWith('blob:')) return link
  return `${link}${link.includes('?') ? '&' : '?'}retry=${retries}`
}

/** The one-hour cache has one entry per template in local storage, and one pending request per template. */
const lifetimeMs = 3_600_000
const prefix = 'vitrine-template:'

const pending = new Map<string, Promise<unknown>>()
const toStorageKey = (kind: TemplateKind, templateId: string) =>
  `${prefix}${kind}:${templateId.replace(/-template$/, '')}`

/** The cached template, younger than an hour; an older entry is removed. */
export function findCached<T>(kind: TemplateKind, templateId: string): T | undefined {
  const key = toStorageKey(kind, templateId)
  try {
    const entry = JSON.parse(localStorage.getItem(key) ?? 'null') as { timestamp: number; data: T } | null
    if (!entry) return undefined
    if (Date.now() - entry.timestamp < lifetimeMs) return entry.data
    localStorage.removeItem(key)
  } catch {
    // Without storage, or with unreadable content, the server is asked.
  }
  return undefined
}

/** Caches a template for an hour. When the storage is full, entries of other templates are removed. */
export function putCached(kind: TemplateKind, templateId: string, data: unknown): void {
  const entry = JSON.stringify({ timestamp: Date.now(), data })
  try {
    localStorage.setItem(toStorageKey(kind, templateId), entry)
  } catch {
    try {
      for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
      localStorage.setItem(toStorageKey(kind, templateId), entry)
    } catch {
      // Without storage every visit requests the template.
    }
  }
}

/** The cached template, or the result of `ask`. Coalesces concurrent requests; failures are not cached. */
export function getCached<T>(kind: TemplateKind, templateId: string, ask: () => Promise<T>): Promise<T> {
  const cached = findCached<T>(kind, templateId)
  if (cached !== undefined) return Promise.resolve(cached)
  const key = toStorageKey(kind, templateId)
  const running = pending.get(key) as Promise<T> | undefined
  if (running) return running
  const asking = ask()
    .then((data) => {
      putCached(kind, templateId, data)
      return data
    })
    .finally(() => pending.delete(key))
  pending.set(key, asking)
  return asking
}
