// The grid of templates: rows of equal height, each card in its own aspect ratio, filled from edge to edge. The aspect
// ratios are known before any image, so nothing moves while images load.

import { t } from '@lingui/core/macro'
import type { Template } from '@vitrine/contract/catalogue'
import Check from 'lucide-react/icons/check'
import Heart from 'lucide-react/icons/heart'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import { type CSSProperties, type ReactNode, type Ref, Suspense, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { lazyExtra } from '../../api/load-part.ts'
import { useRegion } from '../../api/root-data.ts'
import { templatePath } from '../../api/template-kind.ts'
import { clockText, pixelSize, secondsText } from '../../language/format.ts'
import { PlainButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { catchFocus } from '../../ui/focus.ts'
import { Picture } from '../../ui/media.tsx'
import { templateCredits } from '../../ui/money.ts'
import { ignoreSecondClick, useSettling } from '../../ui/press.ts'
import { Price } from '../../ui/price.tsx'
import { useAddToCart } from '../cart/add-to-cart.ts'
import { CardVideo, useCardVideoActive } from './card-video.tsx'
import type { Shape } from './endless-list.ts'
import { useLike } from './like.ts'

const firstRows = 2

type TemplateGridProps = {
  templates: readonly Template[]
  /** Placeholders reserve the places of the next items, so that no card changes its size when they load. */
  ahead?: readonly Shape[]
  /** Whether the placeholders pulse, because their templates are loading. */
  isLoading?: boolean
  /** A ref for the element after the last template. */
  end?: Ref<HTMLLIElement>
  /** Text after the last template. */
  endText?: string | undefined
  /** A few templates in one row where it fits. */
  isOneLine?: boolean
}

export function TemplateGrid({ templates, ahead = [], isLoading, end, endText, isOneLine }: TemplateGridProps) {
  return (
    <ul className={classNames('justified-rows', isOneLine && 'one-line')}>
      {templates.map((template, index) => (
        <Cell key={template.templateId} ratio={template.width / template.height}>
          <TemplateCard template={template} isUrgent={index === 0 ? 'first' : index < firstRows} />
        </Cell>
      ))}
      {ahead.map((shape, index) => (
        <Cell key={shape.templateId} ratio={shape.width / shape.height} isHidden {...(index === 0 && { ref: end })}>
          <CardSkeleton shape={shape} isLoading={isLoading === true} />
        </Cell>
      ))}
      {ahead.length === 0 && endText && <li className="list-end">{endText}</li>}
    </ul>
  )
}

type CellProps = { ratio: number; isHidden?: boolean; ref?: Ref<HTMLLIElement> | undefined; children: ReactNode }

/** Growth and width both follow the ratio, so that all cards of a row have the same height. */
function Cell({ ratio, isHidden, ref, children }: CellProps) {
  return (
    <li
      ref={ref}
      style={{ '--ratio': ratio } as CSSProperties}
      data-wide={ratio > 1.2 || undefined}
      aria-hidden={isHidden}
    >
      {children}
    </li>
  )
}

/** As high as the card that replaces it. */
function CardSkeleton({ shape: { width, height, dominantColor }, isLoading }: { shape: Shape; isLoading: boolean }) {
  return (
    <div className={classNames(isLoading && 'animate-breathe')}>
      <div
        style={{
          aspectRatio: `${width} / ${height}`,
          backgroundColor: `color-mix(in oklab, ${dominantColor} 25%, var(--color-well))`,
        }}
        className="rounded-card"
      />
      <div className="mt-2.5 flex h-6 items-center">
        <div className="h-4 w-3/4 rounded-control bg-well" />
      </div>
      <div className="flex h-5 items-center">
        <div className="h-3 w-1/2 rounded-control bg-well" />
      </div>
    </div>
  )
}

/** Only few templates need it, so it is loaded lazily. */
const FreeUntil = lazyExtra(() => import('./free-until.tsx'))
const UsualPrice = lazyExtra(() => import('./usual-price.tsx'))

type TemplateCardProps = {
  template: Template
  isUrgent?: boolean | 'first'
  /** All cards share one shape; each template keeps its own aspect ratio inside it. */
  isBoxed?: boolean
}

/** Preview, name, length or size, price, like. */
export function TemplateCard({ template, isUrgent, isBoxed }: TemplateCardProps) {
  const card = useRef<HTMLElement>(null)
  const isVideoActive = useCardVideoActive(card)
  const region = useRegion()
  usePrefetch(template, isVideoActive)
  const isMoving = template.kind !== 'image'
  const picture = (
    <Picture
      src={template.thumbnail}
      alt=""
      width={template.width}
      height={template.height}
      color={template.dominantColor}
      sizes={cardSizes(template.width / template.height, isBoxed === true)}
      {...(isUrgent && { isUrgent })}
      {...(isBoxed && { className: template.width >= template.height ? 'w-full' : 'h-full' })}
    >
      {isMoving && <CardVideo link={template.templateLink} isWanted={isVideoActive} />}
      <Suspense>{template.freeUntil && <FreeUntil date={template.freeUntil} isBadge />}</Suspense>
    </Picture>
  )
  return (
    <article ref={card} className="group relative">
      {isBoxed ? (
        <div
          className="tinted flex aspect-4/5 items-center justify-center overflow-hidden rounded-card p-3 md:p-4"
          style={{ '--glow': template.dominantColor } as CSSProperties}
        >
          {picture}
        </div>
      ) : (
        picture
      )}
      <h3 dir="auto" className="mt-2.5 truncate font-medium touch-only:pe-8">
        <Link
          to={templatePath(template)}
          {...(!isBoxed && { state: { isFromList: true } })}
          prefetch="intent"
          viewTransition
          translate="no"
          onClick={ignoreSecondClick}
          className="card-link"
        >
          {template.templateName}
        </Link>
      </h3>
      <div className="flex items-baseline justify-between gap-2 touch-only:pe-8">
        <span className="flex flex-wrap items-baseline gap-x-1.5">
          <Price credits={templateCredits(template, region)} />
          <Suspense>{template.freeUntil && <UsualPrice template={template} />}</Suspense>
        </span>
        <span aria-hidden="true" dir="ltr" className="shrink-0 text-caption text-muted tabular-nums">
          {isMoving ? clockText(template.durationSeconds) : sizeText(template)}
        </span>
        <span className="sr-only">
          {isMoving ? secondsText(Math.round(template.durationSeconds)) : sizeText(template)}
        </span>
      </div>
      <CartButton templateId={template.templateId} name={template.templateName} />
      <LikeHeart templateId={template.templateId} name={template.templateName} />
    </article>
  )
}

/** '4:5'; 'A5' for paper at 300 dots per inch; other aspect ratios in pixels. */
function sizeText({ videoLayout, width, height }: Template): string {
  if (videoLayout.length <= 5) return videoLayout
  const isPaper = Math.abs(height / width - Math.SQRT2) < 0.01
  return isPaper ? `A${Math.round(4 - 2 * Math.log2(width / 2480))}` : pixelSize(width, height)
}

/**
 * The approximate width of a card's image: rows of one height on wide screens, one or two columns on phones. It is a
 * tenth less than the real width, which is not visible: the next larger file would have twice the bytes.
 */
function cardSizes(ratio: number, isBoxed: boolean): string {
  if (isBoxed) return '(width < 52rem) 36vw, 17rem'
  return `(width < 40rem) ${ratio > 1.2 ? '82vw' : '40vw'}, ${Math.round(ratio * 20)}rem`
}

/** Hovering over a card for a moment fetches its page, so that a click opens it at once. */
function usePrefetch({ kind, templateId }: Template, isLookedAt: boolean): void {
  useEffect(() => {
    if (!isLookedAt || !matchMedia('(hover: hover)').matches) return
    const fetchAhead = async () => {
      const { prefetchDetail } = await import('../template/detail-data.ts')
      await prefetchDetail(kind, templateId)
    }
    const timer = setTimeout(() => void fetchAhead().catch(() => undefined), 80)
    return () => clearTimeout(timer)
  }, [kind, templateId, isLookedAt])
}

/** Always visible for touch and keyboard; with a mouse on hover, or when the template is liked. */
function LikeHeart({ templateId, name }: { templateId: string; name: string }) {
  const { isLiked, like } = useLike(templateId)
  return (
    <PlainButton
      onClick={like}
      aria-label={t`Like ${name}`}
      aria-pressed={isLiked}
      className={classNames(
        'absolute top-2 end-2 flex size-9 items-center justify-center rounded-full bg-tag text-on-dark transition-opacity',
        !isLiked && 'hover-only:opacity-0 group-hover:opacity-100 focus-visible:opacity-100',
      )}
    >
      <Heart aria-hidden="true" size={18} className={classNames(isLiked && 'fill-marigold text-marigold-bright')} />
    </PlainButton>
  )
}

/** With a mouse it overlays the picture, next to the heart; on touch screens it is next to the text below. */
const placeClass =
  'absolute flex size-9 items-center justify-center rounded-full touch-only:-end-2 touch-only:bottom-0 hover-only:top-2 hover-only:end-13 hover-only:bg-tag'

/** Always visible for touch and keyboard; with a mouse on hover, or when the template is in the cart. */
function CartButton({ templateId, name }: { templateId: string; name: string }) {
  const { isOwned, isInCart, isJustAdded, add } = useAddToCart(templateId)
  const settling = useSettling(isInCart && isJustAdded)
  if (isOwned) return null
  if (isInCart) {
    return (
      <Link
        to="/Cart"
        {...(isJustAdded && { ref: catchFocus })}
        {...settling}
        aria-label={t`${name} is in your cart`}
        title={t`In your cart`}
        className={classNames(placeClass, 'touch-only:text-good hover-only:text-marigold-bright')}
      >
        <Check aria-hidden="true" size={18} />
      </Link>
    )
  }
  return (
    <PlainButton
      onClick={add}
      aria-label={t`Add ${name} to cart`}
      title={t`Add to cart`}
      className={classNames(
        placeClass,
        'transition-opacity touch-only:text-muted hover-only:text-on-dark hover-only:opacity-0 group-hover:opacity-100 focus-visible:opacity-100',
      )}
    >
      <ShoppingCart aria-hidden="true" size={17} />
    </PlainButton>
  )
}
