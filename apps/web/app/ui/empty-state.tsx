// Empty states: one sentence, details, and an action.
import type { ReactNode } from 'react'

type EmptyStateProps = {
  title: string
  /** What happened, what is preserved, what to do next. */
  children?: ReactNode
  /** Buttons or links. */
  action?: ReactNode
  /** Errors are announced at once. */
  isError?: boolean
}

export function EmptyState({ title, children, action, isError }: EmptyStateProps) {
  return (
    <div
      role={isError ? 'alert' : undefined}
      className="flex flex-col items-center gap-3 rounded-card border border-dashed border-line px-6 py-16 text-center"
    >
      <p className="font-headline text-title">{title}</p>
      {children && <p className="max-w-[44ch] text-muted">{children}</p>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
