// The grid of templates: rows of equal height, each card in its own aspect ratio, filled from edge to edge. The aspect
// ratios are known before any image, so nothing moves while images load.
import type { Template } from '@vitrine/contract/catalogue'
import type { CSSProperties, ReactNode, Ref } from 'react'
import { classNames } from '../../ui/class-names.ts'
import type { Shape } from './endless-list.ts'
import { TemplateCard } from './template-card.tsx'

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
