// Placeholders of loading content, in its final size, so that nothing jumps.
import { classNames } from './class-names.ts'

/** A pulsing placeholder; give it the size of the content. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('animate-breathe rounded-control bg-well', className)} />
}
