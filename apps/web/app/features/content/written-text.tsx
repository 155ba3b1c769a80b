// The text of a written page: its HTML, with blocks of the store in between.

import { Trans } from '@lingui/react/macro'
import type { ContentBlock, ContentSection } from '@vitrine/contract/content'
import { ENGLISH } from '@vitrine/language/language'
import { Fragment, type MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { useRegion, useRootData } from '../../api/root-data.ts'
import { showConsentSettings } from '../../shell/consent.ts'
import { Button } from '../../ui/button.tsx'
import { creditsText, creditsWorth } from '../../ui/money.ts'
import { insertWords } from './inserted-word.ts'
import type { BlockData } from './load-content.ts'
import { PackCards } from './pack-cards.tsx'
import { PostList } from './post-list.tsx'
import type { PriceRange } from './price-range.ts'
import { useTextLanguage } from './text-language.ts'

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
      return <PackCards packs={data.packs} />
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
