// Placeholders of loading content, in the size of what will come, so that nothing jumps.
import { classNames } from './class-names.ts'

/** A breathing box; give it the size of what it stands for. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('animate-breathe rounded-control bg-well', className)} />
}
