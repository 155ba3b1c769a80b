// The link from an item back to its list, inside a section of the settings.
import type { ReactNode } from 'react'
import { Link } from 'react-router'

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <p className="mb-6">
      <Link to={to} className="rounded-control text-plum underline underline-offset-4">
        {children}
      </Link>
    </p>
  )
}
