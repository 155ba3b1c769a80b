// The text of a written page: its HTML, with blocks of the store in between.

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ContentBlock, ContentSection, ContentWord, PostSummary } from '@vitrine/contract/content'
import type { CreditPack, CreditPacks, PackTax } from '@vitrine/contract/payments'
import { ENGLISH } from '@vitrine/language/language'
import { Fragment, type MouseEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { type RootData, useRegion, useRootData } from '../../api/root-data.ts'
import { countText, dateFormat, daysText, lastDayText, workingDaysText } from '../../language/format.ts'
import { inEnglish } from '../../language/i18n.ts'
import { showConsentSettings } from '../../shell/consent.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Badge } from '../../ui/indicator.tsx'
import { creditsText, creditsWorth, moneyText } from '../../ui/money.ts'
import { addedTaxText, foreignText, PopularMark, perHundredText, savingsText } from '../credits/pack-text.tsx'
import { type BlockData, type PriceRange, useTextLanguage } from './load-content.ts'

export type BlockDataProps = { data: BlockData }
/** `language`: BCP 47 tag of the text. Blocks are in the language of the page. */
type LanguageProps = { language: string }
type TextProps = LanguageProps & BlockDataProps

export function WrittenText({ sections, language, data }: { sections: readonly ContentSection[] } & TextProps) {
  return sections.map((section) => (
    <Fragment key={section.id}>
      {section.title && (
        <WrittenHtml as={section.level === 2 ? 'h2' : 'h3'} id={section.id} html={section.title} language={language} />
      )}
      <WrittenParts section={section} language={language} data={data} />
    </Fragment>
  ))
}

/** The content below the heading of a section. */
export function WrittenParts({ section: { parts }, language, data }: { section: ContentSection } & TextProps) {
  return parts.map((part, index) =>
    'block' in part ? (
      <Block key={part.block} block={part.block} data={data} />
    ) : (
      <WrittenHtml key={index} as="div" html={part.html} language={language} className="written" />
    ),
  )
}

function Block({ block, data }: { block: ContentBlock } & BlockDataProps) {
  switch (block) {
    case 'packs':
      return <PackCards offer={data.packs} />
    case 'prices':
      return <TemplatePrices prices={data.prices} />
    case 'posts':
      return <PostList posts={data.posts} />
    case 'seller':
      return <SellerDetails />
    case 'cookie-settings':
      return <CookieSettingsButton />
  }
}

type WrittenHtmlProps = LanguageProps & {
  as: 'div' | 'span' | 'h2' | 'h3'
  html: string
  id?: string
  className?: string
}

/** The server's HTML from Markdown, with placeholders of settings filled in. */
export function WrittenHtml({ as: Element, html, language, ...props }: WrittenHtmlProps) {
  const attributes = useTextLanguage(language)
  const root = useRootData()
  const followLink = useLinksInside()
  const __html = root ? insertWords(html, root, language === ENGLISH.tag) : html
  return <Element {...props} {...attributes} onClick={followLink} dangerouslySetInnerHTML={{ __html }} />
}

/** Navigates links to pages of the store on the client, like the links of other pages. */
function useLinksInside() {
  const navigate = useNavigate()
  return (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    const path = link?.getAttribute('href')
    if (!path?.startsWith('/') || !isPlain || event.defaultPrevented) return
    event.preventDefault()
    void navigate(path)
  }
}

function CookieSettingsButton() {
  return (
    <Button variant="secondary" onClick={() => showConsentSettings(true)}>
      <Trans>Cookie settings</Trans>
    </Button>
  )
}

/** '500 credits (₹399.00)'. */
function CreditWorth({ credits }: { credits: number }) {
  const region = useRegion()
  return (
    <span className="whitespace-nowrap tabular-nums">
      {`${creditsText(credits)} (${creditsWorth(credits, region)})`}
    </span>
  )
}

/** The sentence about template prices; nothing while they are unknown. */
function TemplatePrices({ prices }: { prices: PriceRange | undefined }) {
  if (!prices) return null
  const { lowest, highest, hasFree } = prices
  const low = <CreditWorth credits={lowest} />
  const high = <CreditWorth credits={highest} />
  if (lowest === highest) {
    return <p>{hasFree ? <Trans>Some are free; the others cost {high}.</Trans> : <Trans>They cost {high}.</Trans>}</p>
  }
  return (
    <p>
      {hasFree ? (
        <Trans>
          Some are free; the others cost between {low} and {high}.
        </Trans>
      ) : (
        <Trans>
          They cost between {low} and {high}.
        </Trans>
      )}
    </p>
  )
}

/** Legal name, address and the grievance officer; nothing until the owner has entered any of them. */
function SellerDetails() {
  const {
    legalName,
    address = [],
    taxNumbers = [],
    phone,
    hours,
    grievanceOfficer: officer,
  } = useRootData()?.seller ?? {}
  const lines = [legalName, ...address, phone, hours, ...taxNumbers].filter(Boolean)
  const officerLines = [officer?.name, officer?.email, officer?.phone].filter(Boolean)
  return (
    <>
      {lines.length > 0 && (
        <>
          <h2>
            <Trans>Who runs this store</Trans>
          </h2>
          <Lines lines={lines} />
        </>
      )}
      {officerLines.length > 0 && (
        <>
          <h2>
            <Trans>Grievance officer</Trans>
          </h2>
          <p>
            <Trans>For complaints, under the Consumer Protection (E-Commerce) Rules 2020:</Trans>
          </p>
          <Lines lines={officerLines} />
        </>
      )}
    </>
  )
}

function Lines({ lines }: { lines: readonly (string | undefined)[] }) {
  return (
    <address className="not-italic">
      {lines.map((line) => (
        <span key={line} className="block">
          <bdi translate="no">{line}</bdi>
        </span>
      ))}
    </address>
  )
}

/** The formatted date of a post. */
export const dateText = (date: string): string =>
  dateFormat({ dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))

function PostList({ posts }: { posts: readonly PostSummary[] }) {
  if (posts.length === 0)
    return (
      <p>
        <Trans>Nothing has been written yet.</Trans>
      </p>
    )
  return (
    <ul className="not-prose divide-y divide-line border-y border-line">
      {posts.map((post) => (
        <Post key={post.slug} post={post} />
      ))}
    </ul>
  )
}

function Post({ post: { slug, language, title, description, date } }: { post: PostSummary }) {
  const attributes = useTextLanguage(language)
  return (
    <li className="relative py-7">
      <time dateTime={date} className="text-caption text-muted">
        {dateText(date)}
      </time>
      <h2 {...attributes} className="mt-1 font-headline text-title">
        <Link to={`/${slug}`} className="card-link">
          {title}
        </Link>
      </h2>
      <p {...attributes} className="mt-1 text-muted">
        {description}
      </p>
    </li>
  )
}

function PackCards({ offer }: { offer: CreditPacks | undefined }) {
  if (!offer || offer.packs.length === 0) {
    return (
      <p>
        <Trans>
          The packs and their prices are on <Link to="/buy-credits">Buy Credits</Link>.
        </Trans>
      </p>
    )
  }
  return (
    <ul className="my-5 grid grid-cols-2 gap-3 md:grid-cols-4">
      {offer.packs.map((pack) => (
        <PackCard key={pack.id} pack={pack} tax={offer.tax} />
      ))}
    </ul>
  )
}

function PackCard({ pack, tax }: { pack: CreditPack; tax: PackTax }) {
  const { id, credits, amountPaise, popular, savings, isStarter, offeredUntil } = pack
  const bought = creditsText(credits)
  const foreign = foreignText(amountPaise, useRegion())
  const addedTax = addedTaxText(tax)
  return (
    <li
      className={classNames(
        'relative flex min-w-0 flex-col rounded-card border bg-raised p-4 tabular-nums',
        popular ? 'border-marigold-deep ring-1 ring-marigold-deep' : 'border-line',
      )}
    >
      {popular && <PopularMark />}
      <span className="flex min-h-6 flex-wrap gap-1.5">
        {savings && <Badge tone="good">{savingsText(savings)}</Badge>}
        {offeredUntil && <Badge>{lastDayText(offeredUntil)}</Badge>}
        {isStarter && (
          <Badge>
            <Trans>Once per account</Trans>
          </Badge>
        )}
      </span>
      <span className="mt-3 flex flex-wrap items-baseline gap-x-1.5">
        <span className="font-headline text-title">{countText(credits)}</span>
        <span className="text-caption text-muted">{plural(credits, { one: 'credit', other: 'credits' })}</span>
      </span>
      <span className="mt-1 flex flex-wrap items-baseline gap-x-1.5">
        <span className="font-medium">{moneyText(amountPaise)}</span>
        {addedTax && <span className="text-caption text-muted">{addedTax}</span>}
        {foreign && <span className="text-caption text-muted">{foreign}</span>}
      </span>
      <span className="mb-4 text-caption text-muted">
        {isStarter ? t`To try it out` : perHundredText(amountPaise, credits)}
      </span>
      <LinkButton
        to={`/buy-credits?${new URLSearchParams({ pack: id })}`}
        variant={popular ? 'primary' : 'secondary'}
        aria-label={t`Buy ${bought}`}
        className="mt-auto"
      >
        <Trans>Buy</Trans>
      </LinkButton>
    </li>
  )
}

type Source = Pick<RootData, 'store' | 'seller' | 'storefront'>

/**
 * Inserts the settings for `{{store}}`, `{{email}}` and the like into the server's HTML, in the language of the page, or in English where its text is. Unknown
 * placeholders stay.
 */
export function insertWords(html: string, source: Source, isEnglish: boolean): string {
  const words = isEnglish ? inEnglish(() => listWords(source)) : listWords(source)
  return html.replace(/\{\{\s*([a-z-]+)\s*\}\}/g, (mark, word: string) => words[word as ContentWord] ?? mark)
}

function listWords({ store, seller, storefront }: Source): Record<ContentWord, string> {
  const email = escapeHtml(seller.email)
  return {
    store: escapeHtml(store.name),
    email: `<a href="mailto:${email}">${email}</a>`,
    'answer-days': daysText(storefront.answerDays),
    'refund-days': daysText(storefront.refundDays),
    'refund-paid-days': workingDaysText(storefront.refundPaidDays),
  }
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
