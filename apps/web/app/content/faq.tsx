// The FAQ: an accordion with one open answer at a time.
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { MetaDescriptor } from 'react-router'
import { LinkButton } from '../ui/button.tsx'
import { PageError } from '../ui/page-error.tsx'
import type { Route } from './+types/faq'
import { contentMeta } from './content-meta.ts'
import { faqCategories, type Question } from './faq-answers.ts'

const pageDescription =
  'Answers about making videos, formats and quality, prices and plans, support, and what you may do with them.'

export function meta({ matches }: Route.MetaArgs): MetaDescriptor[] {
  return [
    ...contentMeta('/faq', 'FAQ', pageDescription)({ matches }),
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'FAQPage',
        mainEntity: faqCategories
          .flatMap(({ questions }) => questions)
          .map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: answer },
          })),
      },
    },
  ]
}

export default function Faq() {
  return (
    <main className="page-width grid items-start gap-10 pt-10 md:pt-16 lg:grid-cols-[20rem_minmax(0,44rem)] lg:gap-16">
      <div className="flex flex-col gap-4 lg:sticky lg:top-28">
        <h1 className="font-headline text-headline">Questions, answered</h1>
        <p className="text-muted">Something else on your mind? Write to us; a person answers.</p>
        <div>
          <LinkButton to="/contact" variant="secondary">
            Contact
          </LinkButton>
        </div>
      </div>
      <div className="flex flex-col gap-12">
        {faqCategories.map((category) => (
          <section key={category.title} aria-labelledby={idOf(category.title)}>
            <h2 id={idOf(category.title)} className="font-headline text-title">
              {category.title}
            </h2>
            <div className="mt-4 border-t border-line">
              {category.questions.map((question) => (
                <Entry key={question.question} {...question} />
              ))}
            </div>
          </section>
        ))}
      </div>
    </main>
  )
}

const idOf = (title: string) => title.toLowerCase().replace(/[^a-z]+/g, '-')

/** Entries of one name belong together: the browser closes the open one when another is opened. */
function Entry({ question, answer }: Question) {
  return (
    <details name="faq" className="group border-b border-line">
      <summary className="flex items-center justify-between gap-4 rounded-control py-4 font-medium [&::-webkit-details-marker]:hidden">
        {question}
        <ChevronDown
          aria-hidden="true"
          size={18}
          className="shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <p className="max-w-[60ch] pb-5 text-muted">{answer}</p>
    </details>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageError error={error} />
}
