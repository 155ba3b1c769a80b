// Owns the grid of templates: rows of one height, each card in its own shape, filled from edge to edge. The shapes are
// known before any picture is, so nothing moves while pictures arrive.
import type { Template } from '@vitrine/contract/catalogue'
import type { CSSProperties, ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { TemplateCard } from './template-card.tsx'

const firstRows = 2
/** Shapes for cards that are not known yet: about what the shop window holds. */
const guessedRatios = [16 / 9, 9 / 16, 1, 9 / 16, 16 / 9, 1, 9 / 16, 16 / 9]

type TemplateGridProps = {
  templates: readonly Template[]
  isLoading?: boolean
  /** A handful in one line, wherever there is room for it. */
  isOneLine?: boolean
}

export function TemplateGrid({ templates, isLoading, isOneLine }: TemplateGridProps) {
  return (
    <ul className={classNames('justified-rows', isOneLine && 'one-line')}>
      {templates.map((template, index) => (
        <Cell key={template.templateId} ratio={template.width / template.height}>
          <TemplateCard template={template} isUrgent={index === 0 ? 'first' : index < firstRows} />
        </Cell>
      ))}
      {isLoading &&
        guessedRatios.map((ratio, index) => (
          <Cell key={`placeholder-${index}`} ratio={ratio} isHidden>
            <CardSkeleton ratio={ratio} />
          </Cell>
        ))}
    </ul>
  )
}

/** Both growth and width follow the ratio, which is what gives all cards of a row the same height. */
function Cell({ ratio, isHidden, children }: { ratio: number; isHidden?: boolean; children: ReactNode }) {
  return (
    <li style={{ '--ratio': ratio } as CSSProperties} data-wide={ratio > 1.2 || undefined} aria-hidden={isHidden}>
      {children}
    </li>
  )
}

function CardSkeleton({ ratio }: { ratio: number }) {
  return (
    <div>
      <div style={{ aspectRatio: ratio }} className="animate-breathe rounded-card bg-well" />
      <Skeleton className="mt-3.5 h-4 w-3/4" />
      <Skeleton className="mt-2.5 h-3.5 w-1/2" />
    </div>
  )
}
