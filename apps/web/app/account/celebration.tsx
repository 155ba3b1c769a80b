// The celebration of free credits: a coin, confetti, one sentence.
import { Trans } from '@lingui/react/macro'
import Coins from 'lucide-react/icons/coins'
import type { CSSProperties } from 'react'
import { Button } from '../ui/button.tsx'
import { giftText } from './welcome.ts'

const colors = ['var(--color-marigold)', 'var(--color-plum)', 'var(--color-good)', 'var(--color-bad)']

/** Spread evenly and without a pattern the eye could find: the golden ratio never meets itself again. */
const spread = (i: number, step: number) => (i * step) % 1

/** Twenty-eight bits of paper; each celebration is alike. */
const paper = Array.from({ length: 28 }, (_none, i) => ({
  left: `${(spread(i, 0.618034) * 100).toFixed(1)}%`,
  animationDelay: `${Math.round(spread(i, 0.754878) * 1600)}ms`,
  animationDuration: `${Math.round(1800 + spread(i, 0.569841) * 1200)}ms`,
  backgroundColor: colors[Math.floor(spread(i, 0.412454) * colors.length)],
  '--turn': `${Math.round(spread(i, 0.819173) * 720)}deg`,
}))

export function Celebration({ credits, onClose }: { credits: number; onClose: () => void }) {
  return (
    <div className="relative flex flex-col items-center gap-4 py-4 text-center">
      <div aria-hidden="true" className="pointer-events-none absolute -inset-6 overflow-hidden motion-reduce:hidden">
        {paper.map((style) => (
          <span
            key={style.left}
            style={style as CSSProperties}
            className="absolute -top-3 h-3 w-1.5 animate-[confetti_2s_ease-in_infinite] opacity-0"
          />
        ))}
      </div>
      <span className="flex size-16 items-center justify-center rounded-full bg-marigold text-on-marigold">
        <Coins aria-hidden="true" size={30} />
      </span>
      <p role="status" className="font-headline text-title">
        {giftText(credits)}
      </p>
      <p className="text-muted">
        <Trans>They’re in your account and work for any template.</Trans>
      </p>
      <Button variant="secondary" onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
    </div>
  )
}
