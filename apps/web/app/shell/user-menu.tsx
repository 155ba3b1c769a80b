// The user menu. Visitors never load it.

import { Trans } from '@lingui/react/macro'
import type { Profile } from '@vitrine/contract/accounts'
import { isStaff } from '@vitrine/contract/permission'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { Avatar } from '../ui/avatar.tsx'
import { SignOutButton } from './sign-out-button.tsx'
import { adminPath, menuItemClass } from './store-links.ts'

/** A native popover: it closes on Escape, on a click elsewhere and on navigation. */
export default function UserMenu({ profile }: { profile: Profile }) {
  const menu = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  // The key changes with each navigation.
  useEffect(() => menu.current?.hidePopover(), [key])
  const name = profile.actualName || profile.username
  return (
    <>
      <button
        type="button"
        popoverTarget="user-menu"
        className="flex h-11 items-center gap-2 rounded-control px-2 transition-colors hover:bg-well"
      >
        <Avatar name={name} picture={profile.profilePicture} size="small" />
        <span dir="auto" translate="no" className="max-w-[14ch] truncate font-medium max-lg:sr-only">
          {name}
        </span>
        <ChevronDown aria-hidden="true" size={16} className="text-muted max-lg:hidden" />
      </button>
      <div
        ref={menu}
        id="user-menu"
        popover="auto"
        className="top-15 end-[max(2rem,calc((100vw-84rem)/2+2rem))] start-auto m-0 w-max max-w-72 min-w-56 rounded-card border border-line bg-raised p-1.5 text-ink shadow-float"
      >
        <p dir="ltr" className="w-0 min-w-full truncate px-3 pt-2 pb-2.5 text-caption text-muted rtl:text-right">
          {profile.email}
        </p>
        <Link to="/profile" className={menuItemClass}>
          <Trans>My Profile</Trans>
        </Link>
        <Link to="/buy-credits" className={menuItemClass}>
          <Trans>Buy Credits</Trans>
        </Link>
        <Link to="/projects" className={menuItemClass}>
          <Trans>My Projects</Trans>
        </Link>
        <Link to="/Purchased" className={menuItemClass}>
          <Trans>My Downloads</Trans>
        </Link>
        <Link to="/liked" className={menuItemClass}>
          <Trans>Liked Templates</Trans>
        </Link>
        {isStaff(profile.role) && (
          <Link to={adminPath} className={menuItemClass}>
            <Trans>Admin Dashboard</Trans>
          </Link>
        )}
        <SignOutButton />
      </div>
    </>
  )
}
