// A visitor without an account: comes by a link, looks around for a few pages, and leaves.
import type { StoreClient } from '../client/store-client.ts'
import { pick, type Random } from './day.ts'
import { type Market, newClient } from './person.ts'

const WORDS = [
  'wedding',
  'birthday',
  'diwali',
  'invite',
  'gold',
  'save the date',
  'b',
  'ma',
  'lantern',
  'no such thing',
]
const LISTS = ['/templates-list', '/image-templates', '/direct-sell-templates'] as const
const KINDS = {
  '/templates-list': 'video',
  '/image-templates': 'image',
  '/direct-sell-templates': 'direct-sell',
} as const
const PAGES = { video: '/template', image: '/image-template', 'direct-sell': '/direct-sell' } as const

type Kind = (typeof KINDS)[keyof typeof KINDS]

/** What a visitor has before them. */
interface View {
  readonly client: StoreClient
  readonly random: Random
  /** Addresses of files that the browser has. */
  readonly loaded: Set<string>
  kind: Kind
  /** Templates of the list that was seen last. */
  templates: readonly { readonly templateId: string; readonly thumbnail: string }[]
  /** What that list was searched for, and where it goes on. */
  search: string
  cursor: string | null
}

/** Opens `looks` pages or parts of pages. */
export async function visit(market: Market, looks: number): Promise<void> {
  const { random, clock } = market
  const view: View = {
    client: newClient(market),
    random,
    loaded: new Set(),
    kind: 'video',
    templates: [],
    search: '',
    cursor: null,
  }
  await enter(view)
  for (let look = 1; look < looks; look++) {
    await clock.ponder(5 + random() * 25)
    const choice = random()
    if (choice < 0.25 && view.cursor) await readList(view, view.search, view.cursor)
    else if (choice < 0.4) await readList(view, pick(random, WORDS))
    else if (choice < 0.5) await openPage(view, pick(random, LISTS))
    else await lookAtTemplate(view)
  }
}

/** Half come by a link in a social network, which adds an id of its own to the address. */
async function enter(view: View): Promise<void> {
  const { random } = view
  const click = random() < 0.5 ? `?fbclid=IwZXh0bgNhZW0CMTE${Math.floor(random() * 1e12).toString(36)}` : ''
  await readList(view)
  const choice = random()
  if (choice < 0.25) await openPage(view, '/', click)
  else if (choice < 0.55 || view.templates.length === 0) await openPage(view, '/templates-list', click)
  else await openPage(view, `${PAGES[view.kind]}/${pick(random, view.templates).templateId}`, click)
}

/** Loads a document with the files that it names. */
async function openPage(view: View, path: string, query = ''): Promise<void> {
  const kind = KINDS[path as keyof typeof KINDS]
  if (kind && kind !== view.kind) Object.assign(view, { kind, templates: [], search: '', cursor: null })
  const page = await view.client.fetch(path + query, { headers: { accept: 'text/html' } })
  const html = await page.text()
  const files = html.matchAll(/"(\/(?:assets|media)\/[^"?#]+\.(?:js|css|webp|jpg|png))"/g)
  await loadFiles(
    view,
    [...files].slice(0, 8).map(([, address]) => address ?? ''),
  )
  await view.client.call('GET', '/api/geo')
  await view.client.call('POST', '/api/visits', { path })
}

async function readList(view: View, search = '', cursor?: string): Promise<void> {
  const query = new URLSearchParams({ limit: '8', ...(search && { search }), ...(cursor && { cursor }) })
  const { body } = await view.client.expect('GET', `/api/catalogue/${view.kind}?${query}`, [200])
  if (body.items.length > 0) view.templates = body.items
  Object.assign(view, { search, cursor: body.nextCursor })
  await loadFiles(
    view,
    body.items.slice(0, 4).map(({ thumbnail }: { thumbnail: string }) => thumbnail),
  )
}

/** Goes from a list to a template inside the page; a template may have been withdrawn meanwhile. */
async function lookAtTemplate(view: View): Promise<void> {
  if (view.templates.length === 0) await readList(view)
  const { templateId } = pick(view.random, view.templates)
  const template = await view.client.expect('GET', `/api/template/${templateId}`, [200, 404])
  if (template.status === 404) return
  await Promise.all([
    view.client.expect('GET', `/api/suggestions/${templateId}?limit=8`, [200, 404]),
    view.client.expect('GET', `/api/video-url/${templateId}/${templateId}compiled.mp4`, [200, 404]),
    view.client.call('POST', '/api/visits', { path: `${PAGES[view.kind]}/${templateId}` }),
  ])
}

async function loadFiles({ client, loaded }: View, addresses: readonly string[]): Promise<void> {
  const missing = [...new Set(addresses)].filter((address) => address.startsWith('/') && !loaded.has(address))
  for (const address of missing) loaded.add(address)
  await Promise.all(missing.map((address) => client.fetch(address)))
}
