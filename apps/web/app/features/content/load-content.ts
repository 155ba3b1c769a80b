// Loads a written page on the server in the language of the visitor, with the data of its blocks; and the language of
// its text.
import type { Template, TemplateKind } from '@vitrine/contract/catalogue'
import type { ContentBlock, ContentPage, ListedOccasion, PostSummary } from '@vitrine/contract/content'
import type { CreditPacks } from '@vitrine/contract/payments'
import type { Region } from '@vitrine/contract/routes/store'
import type { RouterContextProvider } from 'react-router'
import { createCall, createVisitorApi, type VisitorApi } from '../../api/api.ts'
import { hostContext } from '../../api/page-request.ts'
import { useLanguages } from '../../api/root-data.ts'
import { kindOrder } from '../../api/template-kind.ts'
import { templateCredits } from '../../ui/money.ts'
import { createMoneyApi } from '../credits/money-api.ts'

/** The data for the blocks of a page. */
export type BlockData = { packs: CreditPacks | undefined; prices: PriceRange | undefined; posts: PostSummary[] }

export const noBlockData: BlockData = { packs: undefined, prices: undefined, posts: [] }

type Context = Readonly<RouterContextProvider>

/** Rejects with the API's error when there is no such page. */
export function loadPage(context: Context, slug: string): Promise<ContentPage> {
  const { transport, language } = context.get(hostContext)
  return createCall(transport)('GET /api/content', { query: { slug, language: language.tag } })
}

/** The owner's templates for the page of an occasion; none when they cannot be loaded. */
export function loadChosenTemplates(context: Context, slug: string): Promise<Template[]> {
  return createCall(context.get(hostContext).transport)('GET /api/content/templates', { query: { slug } }).then(
    ({ templates }) => templates,
    () => [],
  )
}

/** The pages of occasions in the language of the visitor; none when they cannot be loaded. */
export function listOccasionPages(context: Context): Promise<ListedOccasion[]> {
  const { transport, language } = context.get(hostContext)
  return createCall(transport)('GET /api/content/occasions', { query: { language: language.tag } }).then(
    ({ occasions }) => occasions,
    () => [],
  )
}

/** Data that fails to load is left out, because the rest of the page is still useful. */
export async function loadBlockData(context: Context, { sections }: ContentPage): Promise<BlockData> {
  const { transport, region, language } = context.get(hostContext)
  const call = createCall(transport)
  const has = (block: ContentBlock) =>
    sections.some(({ parts }) => parts.some((part) => 'block' in part && part.block === block))
  const [packs, prices, posts] = await Promise.all([
    has('packs')
      ? createMoneyApi(call)
          .listCreditPacks()
          .catch(() => undefined)
      : undefined,
    has('prices') ? findPriceRange(createVisitorApi(transport), region).catch(() => undefined) : undefined,
    has('posts')
      ? call('GET /api/content/posts', { query: { language: language.tag } }).then(
          (list) => list.posts,
          () => [],
        )
      : [],
  ])
  return { packs, prices, posts }
}

type TextLanguage = { lang?: string; dir?: 'ltr' | 'rtl' }

/** `lang` and `dir` of a text's element; nothing if the page has the same. `tag` is BCP 47. */
export function useTextLanguage(tag: string): TextLanguage {
  const { language, languages } = useLanguages()
  if (tag === language.tag) return {}
  return { lang: tag, dir: languages.find((each) => each.tag === tag)?.direction ?? 'ltr' }
}

/** In credits of the visitor's region, without free templates. */
export type PriceRange = { lowest: number; highest: number; hasFree: boolean }

/** With more free templates of one kind than this, the lowest price of the kind is not found. */
const maxFree = 48

/** The prices of all templates on sale; undefined when nothing costs credits. Rejects with `ApiResponseError`. */
export async function findPriceRange(
  api: Pick<VisitorApi, 'getCataloguePage'>,
  region: Pick<Region, 'isIndianUser'>,
): Promise<PriceRange | undefined> {
  const read = async (kind: TemplateKind): Promise<readonly Template[]> => {
    const [cheap, dear] = await Promise.all([
      api.getCataloguePage(kind, { sort: 'price-low-high', limit: maxFree }),
      api.getCataloguePage(kind, { sort: 'price-high-low', limit: 1 }),
    ])
    return [...cheap.items, ...dear.items]
  }
  const prices = (await Promise.all(kindOrder.map(read))).flat().map((template) => templateCredits(template, region))
  const paid = prices.filter((credits) => credits > 0)
  if (paid.length === 0) return undefined
  return { lowest: Math.min(...paid), highest: Math.max(...paid), hasFree: paid.length < prices.length }
}
