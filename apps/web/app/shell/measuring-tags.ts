// Loads analytics services: each once, only when configured and allowed by the visitor.
import type { TagIds } from '@vitrine/contract/settings'

const loaded = new Set<string>()

type Agreed = { analytics: boolean; marketing: boolean }

/** The addresses of the scripts that may be loaded. */
export function tagScripts({ analytics, marketing }: Agreed, tags: TagIds): string[] {
  const id = encodeURIComponent
  return [
    ...(analytics && tags.analytics ? [`https://www.googletagmanager.com/gtag/js?id=${id(tags.analytics)}`] : []),
    // The container holds tags of both purposes; inside, each obeys the consent signals.
    ...((analytics || marketing) && tags.tagManager
      ? [`https://www.googletagmanager.com/gtm.js?id=${id(tags.tagManager)}`]
      : []),
    ...(marketing && tags.pixel ? ['https://connect.facebook.net/en_US/fbevents.js'] : []),
    ...(analytics && tags.heatmap ? [`https://static.hotjar.com/c/hotjar-${id(tags.heatmap)}.js?sv=6`] : []),
  ]
}

/** Loads the agreed services that are not loaded yet. */
export function loadTags(agreed: Agreed, tags: TagIds): void {
  for (const src of tagScripts(agreed, tags)) {
    if (loaded.has(src)) continue
    loaded.add(src)
    prepare(src, tags)
    const script = document.createElement('script')
    script.async = true
    script.src = src
    document.head.append(script)
  }
}

type Pixel = ((...args: unknown[]) => void) & { callMethod?: (...args: unknown[]) => void }

/** The queues that each library expects before it loads. */
function prepare(src: string, tags: TagIds): void {
  const page = window as unknown as Record<string, unknown> & { dataLayer: unknown[] }
  if (src.includes('gtag/js')) {
    const send = function (..._args: unknown[]) {
      // biome-ignore lint/complexity/noArguments: the tag library distinguishes commands from data by this type.
      page.dataLayer.push(arguments)
    }
    send('js', new Date())
    send('config', tags.analytics)
  } else if (src.includes('gtm.js')) {
    page.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
  } else if (src.includes('fbevents')) {
    const queue: unknown[] = []
    const pixel: Pixel = (...args) => {
      if (pixel.callMethod) pixel.callMethod(...args)
      else queue.push(args)
    }
    Object.assign(pixel, { queue, loaded: true, version: '2.0', push: pixel })
    page.fbq = pixel
    page._fbq = pixel
    pixel('init', tags.pixel)
    pixel('track', 'PageView')
  } else if (src.includes('hotjar')) {
    const queue: unknown[] = []
    page.hj = Object.assign((...args: unknown[]) => void queue.push(args), { q: queue })
    page._hjSettings = { hjid: Number(tags.heatmap), hjsv: 6 }
  }
}

const cookiePattern = /^(_ga|_gid|_gat|_gcl|_fbp|_fbc|_hj)/

/** Removes the cookies these services leave, on this host and its parent domains. */
export function removeTagCookies(): void {
  const labels = location.hostname.split('.')
  const domains = ['', ...labels.map((_, index) => `; Domain=.${labels.slice(index).join('.')}`)]
  for (const cookie of document.cookie.split('; ')) {
    const name = cookie.split('=')[0] ?? ''
    if (!cookiePattern.test(name)) continue
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve.
    for (const domain of domains) document.cookie = `${name}=; Max-Age=0; Path=/${domain}`
  }
}
