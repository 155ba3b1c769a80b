// What every navigation of the store consists of: links to the template lists, and how a link looks.

import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

type PlaceLinkProps = { to: string; className: string; children: ReactNode }

/** A navigation link that marks the current page. */
export function NavigationLink({ to, ...rest }: PlaceLinkProps) {
  const isHere = useLocation().pathname.toLowerCase() === to.toLowerCase()
  return <Link to={to} aria-current={isHere ? 'page' : undefined} {...rest} />
}

/** Paths and labels of the template lists. */
export const storeLinks = () =>
  [
    ['/templates-list', t`Browse Templates`],
    ['/image-templates', t`Image Templates`],
    ['/direct-sell-templates', t`Ready-made`],
  ] as const

export const menuItemClass =
  'flex h-11 w-full items-center rounded-control px-3 text-start transition-colors hover:bg-well aria-[current=page]:font-medium'
