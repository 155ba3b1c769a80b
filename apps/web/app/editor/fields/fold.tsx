// Parts of the form that fold on phones, where a form is many screens long.
import { t } from '@lingui/core/macro'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { useIsWide } from '../../ui/use-is-wide.ts'

type FoldProps = {
  title: string
  isOpen?: boolean
  /** The classes of the title. */
  className: string
  children: ReactNode
}

function Fold({ title, isOpen = false, className, children }: FoldProps) {
  return (
    <details open={isOpen} className="group/fold min-w-0">
      <summary
        className={classNames(
          'flex min-h-11 cursor-pointer list-none items-center justify-between gap-2 [&::-webkit-details-marker]:hidden',
          className,
        )}
      >
        <span>{title}</span>
        <ChevronDown
          aria-hidden="true"
          size={18}
          className="shrink-0 text-muted transition-transform group-open/fold:rotate-180"
        />
      </summary>
      {children}
    </details>
  )
}

/** Fields under a heading, which folds them on phones. Without a title, only screen readers get a heading. */
export function FoldingGroup({ title, children }: { title: string | undefined; children: ReactNode }) {
  const isWide = useIsWide()
  const fields = <div className="flex flex-col gap-5">{children}</div>
  if (isWide || title === undefined)
    return (
      <fieldset className="mb-8 min-w-0">
        <legend className={classNames('mb-3 font-headline text-lead', title === undefined && 'sr-only')}>
          {title ?? t`Fields`}
        </legend>
        {fields}
      </fieldset>
    )
  return (
    <fieldset aria-label={title} className="mb-5 min-w-0">
      <Fold isOpen title={title} className="font-headline text-lead">
        {fields}
      </Fold>
    </fieldset>
  )
}

/**
 * One of several photos: on phones a line that opens. The field inside names itself for screen readers
 * (field-frame.tsx).
 */
export function FoldingPhoto({ label, isOpen, children }: { label: string; isOpen: boolean; children: ReactNode }) {
  if (useIsWide()) return children
  return (
    <div className="folding-photo rounded-card border border-line px-3 has-open:pb-3">
      <Fold isOpen={isOpen} title={label} className="text-caption font-medium">
        {children}
      </Fold>
    </div>
  )
}
