// A navigation link that marks the current page.
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

type PlaceLinkProps = { to: string; className: string; children: ReactNode }

export function PlaceLink({ to, ...rest }: PlaceLinkProps) {
  const isHere = useLocation().pathname.toLowerCase() === to.toLowerCase()
  return <Link to={to} aria-current={isHere ? 'page' : undefined} {...rest} />
}
