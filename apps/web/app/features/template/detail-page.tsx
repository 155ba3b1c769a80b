// The page of one template of any kind: preview, editable parts, price, output, licence, suggestions.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { SuggestionPage, Template } from '@vitrine/contract/catalogue'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Heart from 'lucide-react/icons/heart'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import { type CSSProperties, type ReactElement, type ReactNode, Suspense, useCallback, useEffect } from 'react'
import { isRouteErrorResponse, Link, useLocation, useNavigate, useRevalidator } from 'react-router'
import { visitorApi } from '../../api/api.ts'
import { lazyExtra } from '../../api/load-part.ts'
import { useRegion } from '../../api/root-data.ts'
import { useIsOwned } from '../../api/session.ts'
import { templateKinds } from '../../api/template-kind.ts'
import { serverText } from '../../language/i18n.ts'
import { Button, IconButton, LinkButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState, PageError } from '../../ui/empty-state.tsx'
import { catchFocus } from '../../ui/focus.ts'
import { Badge } from '../../ui/indicator.tsx'
import { ratioText, ShapeOutline } from '../../ui/media.tsx'
import { templateCredits } from '../../ui/money.ts'
import { useSettling } from '../../ui/press.ts'
import { Price } from '../../ui/price.tsx'
import { useAddToCart } from '../cart/add-to-cart.ts'
import { requestPath } from '../catalogue/catalogue-request.ts'
import { pageSize, useEndlessList } from '../catalogue/endless-list.ts'
import { useLike } from '../catalogue/like.ts'
import { TemplateCard } from '../catalogue/template-grid.tsx'
import { type Detail, detailFailure, putCached } from './detail-data.ts'
import { firstSentence } from './detail-text.tsx'
import { PreviewPicture, PreviewPlayer } from './preview-player.tsx'
import { templateTexts } from './template-text.ts'

const FreeUntil = lazyExtra(() => import('../catalogue/free-until.tsx'))
const UsualPrice = lazyExtra(() => import('../catalogue/usual-price.tsx'))
const PopularTemplates = lazyExtra(() => import('../catalogue/popular-templates.tsx'))

type DetailPageProps = {
  detail: Detail
  /** Questions and answers in order. The question about the licence is common to every kind and comes last. */
  answers: readonly (readonly [question: string, answer: ReactNode])[]
  /** The note next to the price before the purchase. */
  priceNote: string
  ownedNote: string
  /** The main button, if there is a next step. */
  action?: ReactElement
  /** Further buttons below price and main button. Late content must not move them. */
  otherActions?: ReactElement
  /** Details, opened on demand. */
  panels: readonly (readonly [title: string, content: ReactNode])[]
}

export function DetailPage(props: DetailPageProps) {
  const { detail, panels } = props
  const { template, link, suggestions } = detail
  const Preview = template.kind === 'image' ? PreviewPicture : PreviewPlayer
  const answers = [...props.answers, [t`You may`, firstSentence(serverText(template.license.summary))] as const]
  const isWide = template.width > template.height
  useEffect(() => {
    const { template: shown, link, suggestions: loadedSuggestions } = detail
    putCached(shown.kind, shown.templateId, { template: shown, link, suggestions: loadedSuggestions })
  }, [detail])
  return (
    <main className={classNames('page-width', props.action !== undefined && 'max-md:pb-20')}>
      <TopBar template={template} />
      <div
        className={classNames(
          'grid items-start gap-8 md:gap-12',
          isWide ? 'lg:grid-cols-[minmax(0,1fr)_25rem]' : 'md:grid-cols-[minmax(0,1fr)_minmax(22rem,28rem)]',
        )}
      >
        <div
          className={classNames(
            !isWide && 'tinted max-md:-mx-4 max-md:py-6 md:sticky md:top-20 md:row-span-2 md:rounded-card md:p-8',
          )}
          style={{ '--glow': template.dominantColor } as CSSProperties}
        >
          <Preview key={template.templateId} template={template} link={link} />
        </div>
        <div className={classNames('flex flex-col gap-6', isWide && 'lg:sticky lg:top-20 lg:row-span-2')}>
          <Title template={template} />
          <dl className="divide-y divide-line border-y border-line">
            {answers.map(([question, answer]) => (
              <div key={question} className="grid grid-cols-[8.5rem_1fr] gap-3 py-3">
                <dt className="min-w-0 wrap-anywhere text-muted">{question}</dt>
                <dd dir="auto" className="min-w-0">
                  {answer}
                </dd>
              </div>
            ))}
            {template.shapes.length > 1 && <ShapeRow template={template} />}
          </dl>
          <div className="flex flex-col gap-3">
            <Order {...props} />
            {props.otherActions}
          </div>
        </div>
        <div className={classNames('border-t border-line', isWide ? 'lg:col-start-1' : 'md:col-start-2')}>
          {panels.map(([title, content]) => (
            <Panel key={title} title={title}>
              {content}
            </Panel>
          ))}
          <p className="pt-4 text-caption text-muted">
            <Trans>
              Have a question?{' '}
              <Link to="/faq" className="rounded-control text-plum underline underline-offset-4">
                Read the FAQ
              </Link>
            </Trans>
          </p>
        </div>
      </div>
      <SuggestedTemplates key={template.templateId} template={template} first={suggestions} />
    </main>
  )
}

function ShapeRow({ template: { shapes } }: { template: Template }) {
  return (
    <div className="grid grid-cols-[8.5rem_1fr] gap-3 py-3">
      <dt className="text-muted">
        <Trans>Shapes</Trans>
      </dt>
      <dd>
        <ul className="flex flex-wrap gap-x-4 gap-y-2">
          {shapes.map((shape) => (
            <li key={shape.aspect ?? ''} className="flex items-center gap-1.5 tabular-nums">
              <ShapeOutline width={shape.width} height={shape.height} />
              <span dir="ltr">{ratioText(shape)}</span>
            </li>
          ))}
        </ul>
        <p className="mt-1 text-caption text-muted">
          <Trans>Choose the shape in the editor. One purchase covers all of them.</Trans>
        </p>
      </dd>
    </div>
  )
}

function TopBar({ template }: { template: Template }) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const { isLiked, toggle } = useLike(template.templateId, template.kind === 'video' ? 'message' : 'sign-in')
  const { listPath } = templateKinds[template.kind]
  return (
    <div className="flex items-center justify-between py-4">
      <LinkButton
        to={listPath}
        variant="quiet"
        size="small"
        className="-ms-3"
        onClick={(event) => {
          // Returning to the list restores its filters and scroll position.
          if (state?.isFromList) {
            event.preventDefault()
            void navigate(-1)
          }
        }}
      >
        <ArrowLeft aria-hidden="true" size={17} />
        <span>{templateTexts[template.kind].backLabel}</span>
      </LinkButton>
      <div className="flex">
        <DetailCartMark templateId={template.templateId} />
        <IconButton
          isRepeatable={false}
          label={isLiked ? t`Unlike this template` : t`Like this template`}
          aria-pressed={isLiked}
          onClick={toggle}
        >
          <Heart aria-hidden="true" size={21} className={classNames(isLiked && 'fill-marigold text-marigold-deep')} />
        </IconButton>
      </div>
    </div>
  )
}

function Title({ template }: { template: Template }) {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        {template.templateCategory.slice(0, 3).map((category) => (
          <Link
            key={category}
            to={requestPath(template.kind, { search: category, section: '', sort: 'popularity' })}
            className="rounded-full underline-offset-4 hover:underline"
          >
            <Badge>{serverText(category)}</Badge>
          </Link>
        ))}
      </div>
      <h1 dir="auto" translate="no" className="font-headline text-headline">
        {template.templateName}
      </h1>
      <p dir="auto" className="text-muted">
        {template.templateDescription}
      </p>
    </div>
  )
}

/** The price and the main button. On phones they stay at the bottom of the screen. */
function Order({ detail: { template }, priceNote, ownedNote, action }: DetailPageProps) {
  const region = useRegion()
  const isOwned = useIsOwned(template.templateId)
  return (
    <div
      className={classNames(
        'z-30 flex items-center justify-between gap-4 md:flex-col md:items-stretch max-md:[&>:is(a,button)]:shrink',
        action !== undefined &&
          'price-bar max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:border-t max-md:border-line max-md:bg-paper max-md:px-4 max-md:pt-3 max-md:pb-[max(0.75rem,env(safe-area-inset-bottom))]',
      )}
    >
      {isOwned ? (
        <p className="text-caption font-medium text-good">{ownedNote}</p>
      ) : (
        <div>
          <div className="flex flex-wrap items-baseline gap-x-3">
            <Price credits={templateCredits(template, region)} size="large" />
            <Suspense>{template.freeUntil && <UsualPrice template={template} />}</Suspense>
          </div>
          <Suspense>{template.freeUntil && <FreeUntil date={template.freeUntil} />}</Suspense>
          <p className="text-caption text-muted max-md:hidden">{priceNote}</p>
        </div>
      )}
      {action}
      <DetailCartButton templateId={template.templateId} />
    </div>
  )
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group border-b border-line">
      <summary className="flex items-center justify-between rounded-control py-3.5 font-medium [&::-webkit-details-marker]:hidden">
        <span>{title}</span>
        <ChevronDown aria-hidden="true" size={18} className="text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="pb-4 text-muted">{children}</div>
    </details>
  )
}

/** The error page of a template that cannot be shown. */
export function DetailError({ kind, error }: { kind: Template['kind']; error: unknown }) {
  const { revalidate, state } = useRevalidator()
  if (!isRouteErrorResponse(error)) return <PageError error={error} />
  const isMissing = error.status === 404
  return (
    <main className="page-width py-16">
      <h1 className="sr-only">
        <Trans>Template</Trans>
      </h1>
      <EmptyState
        isError
        title={detailFailure(kind, error.status)}
        action={
          <>
            {!isMissing && (
              <Button isBusy={state === 'loading'} onClick={() => void revalidate()}>
                <Trans>Try again</Trans>
              </Button>
            )}
            {isMissing && <LinkButton to={templateKinds[kind].listPath}>{templateTexts[kind].backLabel}</LinkButton>}
            <LinkButton to="/" variant="secondary">
              <Trans>Go to the home page</Trans>
            </LinkButton>
          </>
        }
      >
        {isMissing ? t`It may have been removed, or the link is incomplete.` : t`Please try again in a moment.`}
      </EmptyState>
      <Suspense>{isMissing && <PopularTemplates kind={kind} />}</Suspense>
    </main>
  )
}

function DetailCartButton({ templateId }: { templateId: string }) {
  const { isOwned, isInCart, isJustAdded, add } = useAddToCart(templateId)
  const settling = useSettling(isInCart && isJustAdded)
  if (isOwned) return null
  return isInCart ? (
    <LinkButton
      to="/Cart"
      variant="secondary"
      className="max-md:hidden"
      {...(isJustAdded && { ref: catchFocus })}
      {...settling}
    >
      <Check aria-hidden="true" size={18} className="text-good" />
      <Trans>In your cart</Trans>
    </LinkButton>
  ) : (
    <Button variant="secondary" onClick={add} className="max-md:hidden">
      <ShoppingCart aria-hidden="true" size={18} />
      <Trans>Add to cart</Trans>
    </Button>
  )
}

function DetailCartMark({ templateId }: { templateId: string }) {
  const { isOwned, isInCart, isJustAdded, add } = useAddToCart(templateId)
  const settling = useSettling(isInCart && isJustAdded)
  if (isOwned) return null
  return isInCart ? (
    <Link
      to="/Cart"
      aria-label={t`In your cart`}
      {...(isJustAdded && { ref: catchFocus })}
      {...settling}
      className="inline-flex size-11 items-center justify-center rounded-control text-good md:hidden"
    >
      <Check aria-hidden="true" size={21} />
    </Link>
  ) : (
    <IconButton isRepeatable={false} label={t`Add to cart`} onClick={add} className="md:hidden">
      <ShoppingCart aria-hidden="true" size={21} />
    </IconButton>
  )
}

const endMarginPixels = 100

const none: SuggestionPage = { items: [], nextCursor: null }

type SuggestedTemplatesProps = { template: Template; first: SuggestionPage | undefined }

function SuggestedTemplates({ template, first = none }: SuggestedTemplatesProps) {
  const { templateId } = template
  const fetchPage = useCallback(
    (cursor: string, signal: AbortSignal) => visitorApi.getSuggestions(templateId, { cursor, limit: pageSize }, signal),
    [templateId],
  )
  // A page that cannot be fetched ends the list silently.
  const { items, end } = useEndlessList({
    key: `suggestions ${templateId}`,
    first,
    fetchPage,
    marginPixels: endMarginPixels,
  })
  if (items.length === 0) return null
  return (
    <section aria-labelledby="suggested-templates" className="pt-20 md:pt-28">
      <h2 id="suggested-templates" className="font-headline text-title">
        <Trans>Suggested Templates</Trans>
      </h2>
      <ul className="mt-8 grid grid-cols-2 gap-x-3.5 gap-y-8 md:grid-cols-4 md:gap-x-5">
        {items.map((item) => (
          <li key={item.templateId} className="min-w-0">
            <TemplateCard template={item} isBoxed />
          </li>
        ))}
      </ul>
      <div ref={end} />
    </section>
  )
}
