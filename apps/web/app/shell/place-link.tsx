// Owns links of the navigation: the one to the page that is open says so.
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

type PlaceLinkProps = { to: string; className: string; children: ReactNode }

export function PlaceLink({ to, ...rest }: PlaceLinkProps) {
  const isHere = useLocation().pathname.toLowerCase() === to.toLowerCase()
  return <Link to={to} aria-current={isHere ? 'page' : undefined} {...rest} />
}
