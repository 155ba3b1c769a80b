// The grid of features: icon, headline, text.
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export function FeatureGrid({ children }: { children: ReactNode }) {
  return <div className="mt-10 grid gap-x-10 gap-y-12 sm:grid-cols-2">{children}</div>
}

export function Feature({ mark: Mark, title, children }: { mark: LucideIcon; title: string; children: ReactNode }) {
  return (
    <section>
      <span aria-hidden="true" className="flex size-11 items-center justify-center rounded-card bg-well text-plum">
        <Mark size={22} />
      </span>
      <h2 className="mt-4 mb-2 font-headline text-title">{title}</h2>
      <div className="text-muted">{children}</div>
    </section>
  )
}
