// The scroll area of a tool, with its headings and tiles.
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../../../../ui/class-names.ts'

export function ToolScroll({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto overscroll-contain p-4 pb-10">{children}</div>
  )
}

export function ToolGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h2 className="text-caption font-medium">{title}</h2>
      {children}
    </section>
  )
}

/** A button with a picture of what it adds; `isLight` is for pictures that may be dark. */
export function Tile({ isLight, className, children, ...rest }: ComponentProps<'button'> & { isLight?: boolean }) {
  return (
    <button
      {...rest}
      type="button"
      className={classNames(
        'flex aspect-square min-w-0 items-center justify-center overflow-hidden rounded-control border border-line p-2 transition-colors hover:border-edge',
        isLight ? 'bg-edge' : 'bg-well',
        className,
      )}
    >
      {children}
    </button>
  )
}
