// The text of a written page: its HTML, and in between what the shop inserts.
import type { ContentBlock, ContentSection } from '@vitrine/contract/content'
import { ENGLISH } from '@vitrine/language/language'
import { Fragment, type MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { useRootData } from '../ui/root-data.ts'
import { CookieSettingsButton } from './cookie-settings-button.tsx'
import { TemplatePrices } from './credit-worth.tsx'
import { insertWords } from './inserted-word.ts'
import type { BlockData } from './load-content.ts'
import { PackCards } from './pack-cards.tsx'
import { PostList } from './post-list.tsx'
import { SellerDetails } from './seller-details.tsx'
import { useTextLanguage } from './text-language.ts'

export type BlockDataProps = { data: BlockData }
/** `language`: BCP 47 tag of the text. What the shop inserts is in the language of the page. */
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

/** What stands below the heading of a section. */
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

/** HTML that the server made of Markdown, with the words of the settings. */
export function WrittenHtml({ as: Element, html, language, ...props }: WrittenHtmlProps) {
  const attributes = useTextLanguage(language)
  const root = useRootData()
  const followLink = useLinksInside()
  const __html = root ? insertWords(html, root, language === ENGLISH.tag) : html
  return <Element {...props} {...attributes} onClick={followLink} dangerouslySetInnerHTML={{ __html }} />
}

/** Links to pages of the shop are followed without loading everything anew, as those of other pages are. */
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
