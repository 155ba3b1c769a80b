// Small signs of a state: badges and progress bars.
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const tones = {
  good: 'bg-good-wash text-good',
  warn: 'bg-warn-wash text-warn',
  bad: 'bg-bad-wash text-bad',
  plain: 'bg-well text-muted',
}
export type BadgeTone = keyof typeof tones

export function Badge({ tone = 'plain', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span className={classNames('inline-flex rounded-full px-2.5 py-0.5 text-caption font-medium', tones[tone])}>
      {children}
    </span>
  )
}

/** `percent` is 0 to 100; `label` names the process. */
export function ProgressBar({ percent, label }: { percent: number; label: string }) {
  const shown = Math.max(0, Math.min(100, Math.round(percent)))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={shown}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-1.5 w-full overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full origin-left rtl:origin-right bg-marigold transition-transform duration-200"
        style={{ transform: `scaleX(${shown / 100})` }}
      />
    </div>
  )
}
