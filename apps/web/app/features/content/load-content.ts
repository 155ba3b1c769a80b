// Loads a written page on the server in the language of the visitor, with the data of its blocks.
import type { Template } from '@vitrine/contract/catalogue'
import type { ContentBlock, ContentPage, ListedOccasion, PostSummary } from '@vitrine/contract/content'
import type { CreditPack } from '@vitrine/contract/payments'
import type { RouterContextProvider } from 'react-router'
import { createCall, createVisitorApi } from '../../api/api.ts'
import { hostContext } from '../../api/context.ts'
import { createMoneyApi } from '../credits/money-api.ts'
import { findPriceRange, type PriceRange } from './price-range.ts'

/** The data for the blocks of a page. */
export type BlockData = { packs: CreditPack[]; prices: PriceRange | undefined; posts: PostSummary[] }

export const noBlockData: BlockData = { packs: [], prices: undefined, posts: [] }

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
          .then(
            (list) => list.packs,
            () => [],
          )
      : [],
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
