// The carousel of the home page: the most popular templates, playing.
import { t } from '@lingui/core/macro'
import type { Template } from '@vitrine/contract/catalogue'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useRegion } from '../../api/root-data.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { afterLoad } from '../../ui/late-start.ts'
import { Picture } from '../../ui/media.tsx'
import { templateCredits } from '../../ui/money.ts'
import { Price } from '../../ui/price.tsx'
import { CardVideo, prefersReducedMotion } from '../catalogue/card-video.tsx'

/** As many as the widest window shows: visible images are never lazy, because Safari loads those seconds late. */
const urgentCount = 5

/**
 * The delay after the page, its scripts and prefetched lists. Videos start one after the other, because together they
 * slow a phone down.
 */
const firstVideoMs = 1000
const videoPauseMs = 150

/** The moving templates of the shop window. WCAG requires a way to stop motion, so a button pauses them all. */
export function TemplateCarousel({ templates }: { templates: readonly Template[] }) {
  const [isMoving, setIsMoving] = useState(true)
  const carousel = useRef<HTMLUListElement>(null)
  /** Scrolls by most of the visible width, so that some of it stays visible. */
  const move = (direction: 1 | -1) => {
    const { clientWidth = 0 } = carousel.current ?? {}
    carousel.current?.scrollBy({ left: direction * clientWidth * 0.8, behavior: 'smooth' })
  }
  return (
    <section
      aria-label={t`Popular templates`}
      className="border-b border-line pb-3 [--carousel:19rem] md:[--carousel:clamp(17rem,calc(100dvh-32rem),27rem)]"
    >
      <ul
        ref={carousel}
        className="page-bleed flex snap-x items-end gap-4 overflow-x-auto pt-2 pb-3 [scrollbar-width:none] md:gap-6"
      >
        {templates.map((template, index) => (
          <CarouselItem
            key={template.templateId}
            template={template}
            isMoving={isMoving}
            isUrgent={index === 0 ? 'first' : index < urgentCount}
            delayMs={firstVideoMs + index * videoPauseMs}
          />
        ))}
      </ul>
      <div className="page-width flex items-center justify-end gap-1">
        <Button variant="quiet" size="small" className="motion-reduce:hidden" onClick={() => setIsMoving(!isMoving)}>
          {isMoving ? <Pause aria-hidden="true" size={15} /> : <Play aria-hidden="true" size={15} />}
          <span>{isMoving ? t`Pause the videos` : t`Play the videos`}</span>
        </Button>
        <IconButton label={t`Previous templates`} onClick={() => move(-1)} className="touch-only:hidden">
          <ChevronLeft aria-hidden="true" size={20} />
        </IconButton>
        <IconButton label={t`Next templates`} onClick={() => move(1)} className="touch-only:hidden">
          <ChevronRight aria-hidden="true" size={20} />
        </IconButton>
      </div>
    </section>
  )
}

type CarouselItemProps = {
  template: Template
  isMoving: boolean
  isUrgent: boolean | 'first'
  /** The delay after the page before its video may start. */
  delayMs: number
}

function CarouselItem({ template, isMoving, isUrgent, delayMs }: CarouselItemProps) {
  const item = useRef<HTMLLIElement>(null)
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    const element = item.current
    if (!element || prefersReducedMotion()) return
    const observer = new IntersectionObserver(([entry]) => setIsSeen(entry?.isIntersecting === true), {
      threshold: 0.4,
    })
    return afterLoad(() => {
      const timer = setTimeout(() => observer.observe(element), delayMs)
      return () => {
        clearTimeout(timer)
        observer.disconnect()
      }
    })
  }, [delayMs])
  const region = useRegion()
  const { width, height, dominantColor } = template
  return (
    <li
      ref={item}
      className="carousel-item snap-start"
      style={{ '--ratio': width / height, '--glow': dominantColor } as CSSProperties}
    >
      <Link to={`/template/${template.templateId}`} prefetch="intent" viewTransition className="block rounded-card">
        <Picture
          src={template.thumbnail}
          alt=""
          width={width}
          height={height}
          color={dominantColor}
          sizes={windowSizes(width / height)}
          isUrgent={isUrgent}
          className="glow"
        >
          <CardVideo link={template.templateLink} isWanted={isSeen && isMoving} />
        </Picture>
        <span dir="auto" translate="no" className="mt-3 block truncate font-medium">
          {template.templateName}
        </span>
        <Price credits={templateCredits(template, region)} />
      </Link>
    </li>
  )
}

/** The tallest aspect ratio is as high as the carousel, the others are sized by their area; see `carousel-item`. */
function windowSizes(ratio: number): string {
  const share = (ratio * (0.5625 / ratio) ** 0.4).toFixed(2)
  return `(width < 52rem) calc(${share} * 19rem), calc(${share} * 24rem)`
}
