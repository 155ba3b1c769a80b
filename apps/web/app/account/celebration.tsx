// Owns the celebration of free credits: a coin, a shower of paper, one sentence.
import Coins from 'lucide-react/icons/coins'
import type { CSSProperties } from 'react'
import { Button } from '../ui/button.tsx'

const colors = ['var(--color-marigold)', 'var(--color-plum)', 'var(--color-good)', 'var(--color-bad)']

/** Twenty-four bits of paper, spread and turned by arithmetic, so that each celebration is alike. */
const paper = Array.from({ length: 24 }, (_none, i) => ({
  left: `${(i * 37 + 8) % 100}%`,
  animationDelay: `${(i * 173) % 1400}ms`,
  animationDuration: `${1800 + ((i * 311) % 1200)}ms`,
  backgroundColor: colors[i % colors.length],
  '--turn': `${(i * 97) % 540}deg`,
}))

export function Celebration({ onClose }: { onClose: () => void }) {
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
        You have received 500 free credits!
      </p>
      <p className="text-muted">They are on your account already, good for any template.</p>
      <Button variant="secondary" onClick={onClose}>
        Close
      </Button>
    </div>
  )
}
