// The overlay of an editor while files are dragged over it.
import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'

/** `area`: the position classes; the whole window by default. */
export function DropOverlay({ area = 'inset-4', children }: { area?: string; children: ReactNode }) {
  return (
    <p
      className={classNames(
        'pointer-events-none fixed z-10 flex items-center justify-center rounded-card border-2 border-dashed border-marigold bg-veil px-4 text-center font-headline text-title text-on-dark',
        area,
      )}
    >
      {children}
    </p>
  )
}
