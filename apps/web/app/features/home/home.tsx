// The home page: template carousel, how it works, occasions, closing call to action.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Template } from '@vitrine/contract/catalogue'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Check from 'lucide-react/icons/check'
import Download from 'lucide-react/icons/download'
import ImagePlus from 'lucide-react/icons/image-plus'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { Link, PrefetchPageLinks } from 'react-router'
import { createVisitorApi } from '../../api/api.ts'
import { hostContext } from '../../api/page-request.ts'
import { useStorefront } from '../../api/root-data.ts'
import { useIsSignedIn } from '../../api/session.ts'
import { kindOrder, templateKinds } from '../../api/template-kind.ts'
import { LinkButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { PageError } from '../../ui/empty-state.tsx'
import { afterLoad } from '../../ui/late-start.ts'
import { Picture } from '../../ui/media.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { listOccasionPages } from '../content/load-content.ts'
import type { Route } from './+types/home'
import { matchOccasions, Occasions } from './occasions.tsx'
import { TemplateCarousel } from './template-carousel.tsx'

const windowSize = 10
/** Enough to find a picture for most occasions. */
const askedCount = 36
const listFetchDelayMs = 100

export async function loader({ context }: Route.LoaderArgs) {
  const { transport } = context.get(hostContext)
  const api = createVisitorApi(transport)
  const [page, occasionPages, ...free] = await Promise.all([
    // Without the catalogue the page still describes the store.
    api.getCataloguePage('video', { limit: askedCount }).catch(() => undefined),
    listOccasionPages(context),
    ...kindOrder.map((kind) => api.getCataloguePage(kind, { price: 'free-now', limit: 1 }).catch(() => undefined)),
  ])
  const { items, sections } = page ?? { items: [], sections: [] }
  return {
    templates: arrangeWindow(items.slice(0, windowSize)),
    occasions: matchOccasions(sections, items),
    hasFree: free.some((list) => list?.items.length),
    occasionPages: occasionPages.map(({ slug, title, language }) => ({ slug, title, language })),
  }
}

/** Alternates portrait, landscape and square, each in its original order. */
function arrangeWindow(templates: readonly Template[]): Template[] {
  const isWide = ({ width, height }: Template) => width > height * 1.2
  const isTall = ({ width, height }: Template) => height > width * 1.2
  const shapes = [
    templates.filter(isTall),
    templates.filter(isWide),
    templates.filter((template) => !isTall(template) && !isWide(template)),
  ]
  const longest = Math.max(...shapes.map((shape) => shape.length))
  return Array.from({ length: longest }, (_, index) => shapes.flatMap((shape) => shape[index] ?? [])).flat()
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    matches,
    description: t`Choose a video template, add your own photos and text, and download your video in minutes.`,
    path: '/',
  })
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { templates, occasions, occasionPages, hasFree } = loaderData
  const { headline } = useStorefront()
  return (
    <main>
      <section className="page-width flex flex-col gap-8 pt-10 pb-8 md:flex-row md:items-end md:justify-between md:pt-16">
        <Headline text={headline} />
        <div className="flex shrink-0 flex-wrap items-center gap-x-6 gap-y-3 md:mb-2 md:flex-col md:items-end">
          <LinkButton to="/templates-list" className="h-13 px-7">
            <Trans>Browse Templates</Trans>
            <ArrowRight aria-hidden="true" size={18} />
          </LinkButton>
          <VisitorLink />
        </div>
      </section>
      {templates.length > 0 && <TemplateCarousel templates={templates} />}
      <HowItWorks templates={templates} />
      {occasions.length > 0 && <Occasions occasions={occasions} pages={occasionPages} hasFree={hasFree} />}
      <FaqTeaser />
      <ClosingCall />
      <ListsOnTheirWay />
    </main>
  )
}

/** Lines break between the parts of the headline where possible. */
function Headline({ text }: { text: string }) {
  return (
    <h1 className="max-w-[24ch] font-headline text-display">
      {text.split(/(?<=\p{Po})\s+/u).map((part) => (
        <Fragment key={part}>
          <span className="inline-block">{part}</span>{' '}
        </Fragment>
      ))}
    </h1>
  )
}

/** Visitors see Register, members their downloads. */
function VisitorLink() {
  const isMember = useIsSignedIn()
  return (
    <Link
      to={isMember ? '/purchased' : '/register'}
      className="rounded-control text-plum underline underline-offset-4 hover:no-underline"
    >
      {isMember ? t`My Downloads` : t`Create an account`}
    </Link>
  )
}

const teased = () =>
  [
    [t`May I use my videos commercially?`, t`Yes, royalty-free, no attribution required.`],
    [t`Can I change a video after I paid for it?`, t`As often as you like. You pay for a template once.`],
    [t`In which quality do I get it?`, t`As MP4, mostly in Full HD, 1920x1080.`],
  ] as const

function FaqTeaser() {
  return (
    <section aria-labelledby="faq-teaser" className="page-width pt-20 md:pt-28">
      <h2 id="faq-teaser" className="font-headline text-headline">
        <Trans>Before you ask</Trans>
      </h2>
      <dl className="mt-8 grid gap-x-12 gap-y-8 md:grid-cols-3">
        {teased().map(([question, answer]) => (
          <div key={question}>
            <dt className="font-medium">{question}</dt>
            <dd className="mt-1.5 max-w-[38ch] text-muted">{answer}</dd>
          </div>
        ))}
      </dl>
      <LinkButton to="/faq" variant="secondary" className="mt-8">
        <Trans>All questions</Trans>
      </LinkButton>
    </section>
  )
}

/** Prefetches the three lists a moment after the page is complete, because visitors go to one of them next. */
function ListsOnTheirWay() {
  const [isTime, setIsTime] = useState(false)
  useEffect(
    () =>
      afterLoad(() => {
        const timer = setTimeout(() => setIsTime(true), listFetchDelayMs)
        return () => clearTimeout(timer)
      }),
    [],
  )
  return isTime && kindOrder.map((kind) => <PrefetchPageLinks key={kind} page={templateKinds[kind].listPath} />)
}

function ClosingCall() {
  return (
    <section className="page-width pt-20 md:pt-28">
      <div className="flex flex-col items-start gap-8 rounded-card bg-stage px-6 py-14 text-on-dark md:flex-row md:items-end md:justify-between md:px-14 md:py-20">
        <h2 className="max-w-[20ch] font-headline text-headline">
          <Trans>Somebody is waiting to see it. Start with a template.</Trans>
        </h2>
        <LinkButton to="/templates-list" className="h-13 px-7">
          <Trans>Browse Templates</Trans>
        </LinkButton>
      </div>
    </section>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageError error={error} />
}

const steps = () => [
  {
    title: t`Choose a template`,
    text: t`Weddings, festivals, shop offers, birthdays. Every one plays before you decide.`,
  },
  { title: t`Customise content`, text: t`Add your photos and text and watch the video change as you type.` },
  { title: t`Export and share`, text: t`We render the video in full quality. Download it, send it, post it.` },
]

/** Three steps, each with an illustration of `templates`, those of the carousel, if there are any. */
function HowItWorks({ templates }: { templates: readonly Template[] }) {
  const scenes = drawScenes(templates)
  return (
    <section aria-labelledby="how-it-works" className="page-width pt-20 md:pt-28">
      <h2 id="how-it-works" className="font-headline text-headline">
        <Trans>How It Works</Trans>
      </h2>
      <ol className="mt-8 grid gap-12 md:grid-cols-3 md:gap-5">
        {steps().map((step, index) => (
          <li key={step.title} className={classNames(!scenes && 'border-t border-line pt-6')}>
            {scenes && (
              <div aria-hidden="true" className="relative mb-6 aspect-4/3 overflow-hidden rounded-card bg-well">
                {scenes[index]}
              </div>
            )}
            <div className="flex gap-4">
              <span aria-hidden="true" className="font-headline text-headline text-plum">
                {index + 1}
              </span>
              <div className="pt-1">
                <h3 className="text-lead font-medium">{step.title}</h3>
                <p className="mt-1 max-w-[38ch] text-muted">{step.text}</p>
              </div>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

function drawScenes(templates: readonly Template[]): readonly ReactNode[] | undefined {
  const tall = templates.filter(({ width, height }) => height > width)
  const [first, second, third] = tall
  const [broad, square] = templates.filter(({ width, height }) => width >= height)
  if (!first || !second || !third || !broad || !square) return undefined
  return [
    <>
      <Print template={broad} className="top-[13%] start-[6%] w-[58%] -rotate-4" />
      <Print template={square} className="top-[34%] end-[7%] w-[38%] rotate-5" />
      <Print template={second} className="top-[24%] start-[33%] w-[30%] -rotate-1" />
    </>,
    <>
      <Print template={third} className="top-[11%] start-[10%] w-[39%]" />
      <div className="absolute end-[8%] bottom-[9%] flex w-[50%] flex-col gap-2.5 rounded-card border border-line bg-raised p-3.5 text-caption shadow-float">
        <span className="text-muted">
          <Trans>Your text</Trans>
        </span>
        <span className="truncate rounded-control border-2 border-plum bg-paper px-2.5 py-1.5 font-medium">
          <Trans>Asha &amp; Tom</Trans>
          <span className="ms-0.5 inline-block h-3.5 w-px animate-breathe bg-ink align-middle" />
        </span>
        <span className="flex items-center gap-2 rounded-control border border-dashed border-edge px-2.5 py-1.5 text-muted">
          <ImagePlus size={16} className="shrink-0" />
          <span className="min-w-0">
            <Trans>Your photo</Trans>
          </span>
        </span>
      </div>
    </>,
    <>
      <Print template={first} className="top-[11%] start-[13%] w-[40%]" />
      <div className="absolute end-[8%] bottom-[9%] flex w-[50%] flex-col gap-3 rounded-card border border-line bg-raised p-3.5 text-caption shadow-float">
        <span className="flex items-center gap-2 font-medium">
          <span className="flex size-5 shrink-0 items-center justify-center rounded-full bg-good-wash text-good">
            <Check size={14} />
          </span>
          <span className="min-w-0 leading-tight">
            <Trans>Your video is ready</Trans>
          </span>
        </span>
        <span className="flex h-8 items-center justify-center gap-1.5 rounded-control bg-marigold font-medium text-on-marigold">
          <Download size={15} />
          <Trans>Download</Trans>
        </span>
      </div>
    </>,
  ]
}

function Print({ template, className }: { template: Template; className: string }) {
  const { thumbnail, width, height, dominantColor } = template
  return (
    <div className={classNames('absolute overflow-hidden rounded-card shadow-float', className)}>
      <Picture
        src={thumbnail}
        alt=""
        width={width}
        height={height}
        color={dominantColor}
        sizes="(width < 52rem) 40vw, 14rem"
      />
    </div>
  )
}
