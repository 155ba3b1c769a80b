// Owns the card of a template: what it looks like, its name, its length and shape, its price, liked or not.
import type { Template } from '@vitrine/contract/catalogue'
import Heart from 'lucide-react/icons/heart'
import { useRef } from 'react'
import { Link } from 'react-router'
import { classNames } from '../ui/class-names.ts'
import { Picture } from '../ui/media.tsx'
import { templateCredits } from '../ui/money.ts'
import { Price } from '../ui/price.tsx'
import { clockText } from './duration-text.ts'
import { Film, useFilmWanted } from './film.tsx'
import { useLike } from './like.ts'
import { useRegion } from './region.ts'

export function TemplateCard({ template, isUrgent }: { template: Template; isUrgent?: boolean }) {
  const card = useRef<HTMLElement>(null)
  const isFilmWanted = useFilmWanted(card)
  const region = useRegion()
  return (
    <article ref={card} className="group relative">
      <Picture
        src={template.thumbnail}
        alt=""
        width={template.width}
        height={template.height}
        color={template.dominantColor}
        {...(isUrgent && { isUrgent })}
      >
        <Film link={template.templateLink} isWanted={isFilmWanted} />
        <span className="absolute bottom-2 left-2 rounded-control bg-tag px-1.5 text-caption text-on-film tabular-nums">
          {clockText(template.durationSeconds)}
        </span>
      </Picture>
      <h3 className="mt-2.5 truncate font-medium">
        <Link
          to={`/template/${template.templateId}`}
          state={{ isFromList: true }}
          prefetch="intent"
          viewTransition
          className="after:absolute after:inset-0 after:rounded-card"
        >
          {template.templateName}
        </Link>
      </h3>
      <Price credits={templateCredits(template, region)} />
      <LikeHeart templateId={template.templateId} name={template.templateName} />
    </article>
  )
}

/** Always there for fingers and keyboards; a mouse sees it on hover, or when the template is liked. */
function LikeHeart({ templateId, name }: { templateId: string; name: string }) {
  const { isLiked, like } = useLike(templateId)
  return (
    <button
      type="button"
      onClick={like}
      aria-label={`Like ${name}`}
      aria-pressed={isLiked}
      className={classNames(
        'absolute top-2 right-2 flex size-9 items-center justify-center rounded-full bg-tag text-on-film transition-opacity',
        !isLiked && 'hover-only:opacity-0 group-hover:opacity-100 focus-visible:opacity-100',
      )}
    >
      <Heart aria-hidden="true" size={18} className={classNames(isLiked && 'fill-marigold text-marigold')} />
    </button>
  )
}
