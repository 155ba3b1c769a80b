// The FAQ: an accordion with one open answer at a time.

import { Trans } from '@lingui/react/macro'
import type { ContentSection } from '@vitrine/contract/content'
import { ENGLISH } from '@vitrine/language/language'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { MetaDescriptor } from 'react-router'
import { findRootData } from '../../api/root-data.ts'
import { LinkButton } from '../../ui/button.tsx'
import { PageError } from '../../ui/empty-state.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Route } from './+types/faq'
import { loadBlockData, loadPage } from './load-content.ts'
import { type BlockDataProps, insertWords, WrittenHtml, WrittenParts } from './written-text.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const page = await loadPage(context, 'faq')
  return { page, data: await loadBlockData(context, page) }
}

export function meta({ loaderData, matches }: Route.MetaArgs): MetaDescriptor[] {
  const root = findRootData(matches)
  if (!loaderData || !root) return []
  const { title, description, sections, language, languages } = loaderData.page
  const toText = (html: string) => plainText(insertWords(html, root, language === ENGLISH.tag))
  return [
    ...pageMeta({ matches, title, description, path: '/faq', writtenIn: languages }),
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'FAQPage',
        inLanguage: language,
        mainEntity: sections.filter(isQuestion).map(({ title, parts }) => ({
          '@type': 'Question',
          name: toText(title),
          acceptedAnswer: {
            '@type': 'Answer',
            text: toText(parts.map((part) => ('html' in part ? part.html : '')).join('')),
          },
        })),
      },
    },
  ]
}

/** The plain text of HTML from Markdown, which escapes these four characters. */
const plainText = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(
      /&(lt|gt|quot|amp);/g,
      (_, name: 'lt' | 'gt' | 'quot' | 'amp') => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name],
    )
    .trim()

const isQuestion = ({ level }: ContentSection) => level > 2

type Category = { heading: ContentSection; questions: ContentSection[] }

/** Second-level headings are categories, the headings below them questions. */
function groupQuestions(sections: readonly ContentSection[]): Category[] {
  const categories: Category[] = []
  for (const section of sections) {
    const last = categories.at(-1)
    if (last && isQuestion(section)) last.questions.push(section)
    else categories.push({ heading: section, questions: [] })
  }
  return categories
}

export default function Faq({ loaderData: { page, data } }: Route.ComponentProps) {
  return (
    <main className="page-width grid items-start gap-10 pt-10 md:pt-16 lg:grid-cols-[20rem_minmax(0,44rem)] lg:gap-16">
      <div className="flex flex-col gap-4 lg:sticky lg:top-28">
        <h1 className="font-headline text-headline">
          <Trans>Questions, answered</Trans>
        </h1>
        <p className="text-muted">
          <Trans>Something else on your mind? Write to us; a person answers.</Trans>
        </p>
        <div>
          <LinkButton to="/contact" variant="secondary">
            <Trans>Contact</Trans>
          </LinkButton>
        </div>
      </div>
      <div className="flex flex-col gap-12">
        {groupQuestions(page.sections).map(({ heading, questions }) => (
          <section key={heading.id} {...(heading.title && { 'aria-labelledby': heading.id })}>
            {heading.title && (
              <WrittenHtml
                as="h2"
                id={heading.id}
                html={heading.title}
                language={page.language}
                className="font-headline text-title"
              />
            )}
            <div className="prose-text mt-4">
              <WrittenParts section={heading} language={page.language} data={data} />
            </div>
            {questions.length > 0 && (
              <div className="border-t border-line">
                {questions.map((question) => (
                  <Entry key={question.id} question={question} language={page.language} data={data} />
                ))}
              </div>
            )}
          </section>
        ))}
      </div>
    </main>
  )
}

/** Entries with the same name form a group: the browser closes the open one when another is opened. */
function Entry({ question, language, data }: { question: ContentSection; language: string } & BlockDataProps) {
  return (
    <details name="faq" className="group border-b border-line">
      <summary className="flex items-center justify-between gap-4 rounded-control py-4 font-medium [&::-webkit-details-marker]:hidden">
        <WrittenHtml as="span" html={question.title} language={language} />
        <ChevronDown
          aria-hidden="true"
          size={18}
          className="shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="prose-text max-w-[60ch] pb-5 text-muted">
        <WrittenParts section={question} language={language} data={data} />
      </div>
    </details>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageError error={error} />
}
