// Owns the home page: the window with moving templates, how it works, the occasions, the closing call.
import type { Template } from '@vitrine/contract/catalogue'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { Link, PrefetchPageLinks } from 'react-router'
import { createVisitorApi } from '../api.ts'
import { hostContext } from '../context.ts'
import { pageMeta } from '../page-meta.ts'
import { PageError } from '../shell/page-error.tsx'
import { Film, prefersStillness } from '../store/film.tsx'
import { kindOrder, templateKinds } from '../store/template-kind.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Picture } from '../ui/media.tsx'
import type { Route } from './+types/home'

const windowSize = 10
const listFetchDelayMs = 100

export async function loader({ context }: Route.LoaderArgs) {
  const { transport, publicUrl } = context.get(hostContext)
  // Without the catalogue the page still says what the shop is.
  const page = await createVisitorApi(transport)
    .getCataloguePage('video', { limit: windowSize })
    .catch(() => undefined)
  return { templates: arrangeWindow(page?.items ?? []), sections: page?.sections ?? [], publicUrl }
}

/** Tall, wide and square by turns, each kind in its given order: a window, not a list. */
function arrangeWindow(templates: readonly Template[]): Template[] {
  const isWide = ({ width, height }: Template) => width > height * 1.2
  const isTall = ({ width, height }: Template) => height > width * 1.2
  const shapes = [
    templates.filter(isTall),
    templates.filter(isWide),
    templates.filter((template) => !isTall(template) && !isWide(template)),
  ]
  const longest = Math.max(...shapes.map((shape) => shape.length))
  return Array.from({ length: longest }, (_, turn) => shapes.flatMap((shape) => shape[turn] ?? [])).flat()
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    description: 'Choose a video template, put in your own photos and words, and download the film in minutes.',
    publicUrl: loaderData?.publicUrl,
    path: '/',
  })
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { templates, sections } = loaderData
  return (
    <main>
      <section className="page-width flex flex-col gap-8 pt-10 pb-8 md:flex-row md:items-end md:justify-between md:pt-16">
        <h1 className="font-headline text-display">
          Your photos, <br className="sm:hidden" />
          your words, <br />a film by tonight.
        </h1>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3 md:mb-2 md:flex-col md:items-end">
          <LinkButton to="/templates-list" className="h-13 px-7">
            Browse Templates
            <ArrowRight aria-hidden="true" size={18} />
          </LinkButton>
          <Link to="/register" className="rounded-control text-plum underline underline-offset-4 hover:no-underline">
            Create an account
          </Link>
        </div>
      </section>
      {templates.length > 0 && <ShopWindow templates={templates} />}
      <HowItWorks />
      {sections.length > 0 && <Occasions sections={sections} />}
      <FaqTeaser />
      <ClosingCall />
      <ListsOnTheirWay />
    </main>
  )
}

/** The goods, standing on a sill and moving. The button stops them all, as moving pictures need. */
function ShopWindow({ templates }: { templates: readonly Template[] }) {
  const [isMoving, setIsMoving] = useState(true)
  return (
    <section
      aria-label="Popular templates"
      className="relative border-b border-line [--shelf:19rem] md:[--shelf:clamp(18rem,calc(100dvh-30rem),27rem)]"
    >
      <ul className="page-bleed flex snap-x items-end gap-4 overflow-x-auto pt-2 pb-16 [scrollbar-width:none] md:gap-6">
        {templates.map((template, index) => (
          <ShopWindowItem
            key={template.templateId}
            template={template}
            isMoving={isMoving}
            isUrgent={index === 0 ? 'first' : index < 2}
          />
        ))}
      </ul>
      <div className="page-width absolute inset-x-0 bottom-3 flex justify-end motion-reduce:hidden">
        <Button variant="quiet" size="small" onClick={() => setIsMoving(!isMoving)}>
          {isMoving ? <Pause aria-hidden="true" size={15} /> : <Play aria-hidden="true" size={15} />}
          {isMoving ? 'Pause the films' : 'Play the films'}
        </Button>
      </div>
    </section>
  )
}

type ShopWindowItemProps = { template: Template; isMoving: boolean; isUrgent: boolean | 'first' }

function ShopWindowItem({ template, isMoving, isUrgent }: ShopWindowItemProps) {
  const item = useRef<HTMLLIElement>(null)
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    if (!item.current || prefersStillness()) return
    const observer = new IntersectionObserver(([entry]) => setIsSeen(entry?.isIntersecting === true), {
      threshold: 0.4,
    })
    observer.observe(item.current)
    return () => observer.disconnect()
  }, [])
  const { width, height, dominantColor } = template
  return (
    <li
      ref={item}
      className="shelf-item snap-start"
      style={{ '--ratio': width / height, '--glow': dominantColor } as CSSProperties}
    >
      <Link to={`/template/${template.templateId}`} prefetch="intent" viewTransition className="block rounded-card">
        <Picture
          src={template.thumbnail}
          alt={template.templateName}
          width={width}
          height={height}
          color={dominantColor}
          sizes={windowSizes(width / height)}
          isUrgent={isUrgent}
          className="glow"
        >
          <Film link={template.templateLink} isWanted={isSeen && isMoving} />
        </Picture>
      </Link>
    </li>
  )
}

/** The tallest shape is as high as the shelf, the others by their area; see `shelf-item`. */
function windowSizes(ratio: number): string {
  const share = (ratio * (0.5625 / ratio) ** 0.4).toFixed(2)
  return `(width < 52rem) calc(${share} * 19rem), calc(${share} * 24rem)`
}

const steps = [
  {
    title: 'Choose a template',
    words: 'Weddings, festivals, shop offers, birthdays. Every one plays before you decide.',
  },
  { title: 'Customise content', words: 'Put in your photos and words and watch the film change as you type.' },
  { title: 'Export and share', words: 'We make the film in full quality. Download it, send it, post it.' },
]

function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works" className="page-width pt-20 md:pt-28">
      <h2 id="how-it-works" className="font-headline text-headline">
        How It Works
      </h2>
      <ol className="mt-10 grid gap-10 md:grid-cols-3 md:gap-12">
        {steps.map((step, index) => (
          <li key={step.title} className="border-t border-line pt-6">
            <span aria-hidden="true" className="font-headline text-headline text-plum">
              {index + 1}
            </span>
            <h3 className="mt-3 text-lead font-medium">{step.title}</h3>
            <p className="mt-2 max-w-[38ch] text-muted">{step.words}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Occasions({ sections }: { sections: readonly string[] }) {
  return (
    <section aria-labelledby="occasions" className="page-width pt-20 md:pt-28">
      <h2 id="occasions" className="font-headline text-headline">
        What is the occasion?
      </h2>
      <ul className="mt-8 flex flex-wrap gap-x-8 gap-y-3 md:gap-x-12 md:gap-y-5">
        {sections.map((section) => (
          <li key={section}>
            <Link
              to={`/templates-list?${new URLSearchParams({ section })}`}
              className="rounded-control font-headline text-title underline decoration-line underline-offset-8 transition-colors hover:decoration-marigold"
            >
              {section}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const teased = [
  ['May I use my films commercially?', 'Yes, royalty-free and without naming anybody.'],
  ['Can I change a film after I paid for it?', 'As often as you like. You pay for a template once.'],
  ['In which quality do I get it?', 'As MP4, mostly in Full HD, 1920x1080.'],
] as const

function FaqTeaser() {
  return (
    <section aria-labelledby="faq-teaser" className="page-width pt-20 md:pt-28">
      <h2 id="faq-teaser" className="font-headline text-headline">
        Before you ask
      </h2>
      <dl className="mt-8 grid gap-x-12 gap-y-8 md:grid-cols-3">
        {teased.map(([question, answer]) => (
          <div key={question}>
            <dt className="font-medium">{question}</dt>
            <dd className="mt-1.5 max-w-[38ch] text-muted">{answer}</dd>
          </div>
        ))}
      </dl>
      <LinkButton to="/faq" variant="secondary" className="mt-8">
        All questions
      </LinkButton>
    </section>
  )
}

/**
 * The three lists, fetched together a moment after the page has everything it shows: wherever the visitor goes next, it is
 * there.
 */
function ListsOnTheirWay() {
  const [isTime, setIsTime] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = () => {
      timer = setTimeout(() => setIsTime(true), listFetchDelayMs)
    }
    if (document.readyState === 'complete') begin()
    else window.addEventListener('load', begin, { once: true })
    return () => {
      window.removeEventListener('load', begin)
      clearTimeout(timer)
    }
  }, [])
  return isTime && kindOrder.map((kind) => <PrefetchPageLinks key={kind} page={templateKinds[kind].listPath} />)
}

function ClosingCall() {
  return (
    <section className="page-width pt-20 md:pt-28">
      <div className="flex flex-col items-start gap-8 rounded-card bg-stage px-6 py-14 text-on-film md:flex-row md:items-end md:justify-between md:px-14 md:py-20">
        <h2 className="max-w-[20ch] font-headline text-headline">
          Somebody is waiting to see it. Start with a template.
        </h2>
        <LinkButton to="/templates-list" className="h-13 px-7">
          Browse Templates
        </LinkButton>
      </div>
    </section>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageError error={error} />
}
