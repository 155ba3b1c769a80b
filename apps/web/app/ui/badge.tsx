// Badges.
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
