// Credits, Buy Credits, cart and user menu in the navigation of signed-in customers. Also adds a pending template to the cart or
// the likes after signing in. Visitors never load it.
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Profile } from '@vitrine/contract/accounts'
import { isStaff } from '@vitrine/contract/permission'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Coins from 'lucide-react/icons/coins'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import { useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { visitorApi } from '../api/api.ts'
import { useObservable } from '../api/observable.ts'
import { adminPath } from '../api/return-path.ts'
import { refreshProfile } from '../api/session.ts'
import { takePendingAddition } from '../features/cart/add-to-cart.ts'
import { countWaiting } from '../features/cart/cart-change.ts'
import { putIntoCart } from '../features/cart/put-into-cart.ts'
import { countText } from '../language/format.ts'
import { Avatar } from '../ui/avatar.tsx'
import { creditsText } from '../ui/money.ts'
import { offlineState } from '../ui/offline-state.ts'
import { type ShowToast, useToast } from '../ui/toast.tsx'
import { SignOutButton } from './sign-out-button.tsx'
import { menuItemClass } from './store-links.tsx'

export function MemberLinks({ profile }: { profile: Profile }) {
  useWaitingAddition()
  const { credits } = profile
  const isOffline = useObservable(offlineState)
  const balance = creditsText(credits)
  const licences = countWaiting(profile)
  return (
    <>
      <div className="flex h-9 items-center rounded-full border border-line text-caption font-medium whitespace-nowrap">
        <Link
          to="/profile?tab=profile"
          aria-label={isOffline ? t`My Profile` : t`You have ${balance}`}
          className="flex h-full items-center gap-2 rounded-full px-3 tabular-nums md:rounded-e-none transition-colors hover:bg-well"
        >
          <Coins aria-hidden="true" size={16} className="text-marigold-deep" />
          <span className="price">
            <span translate="no">{countText(credits)}</span>
            <span className="max-sm:hidden">{` ${plural(credits, { one: 'credit', other: 'credits' })}`}</span>
          </span>
        </Link>
        <Link
          to="/buy-credits"
          className="flex h-full items-center rounded-e-full border-s border-line pe-3.5 ps-3 transition-colors hover:bg-well max-md:hidden"
        >
          <Trans>Buy Credits</Trans>
        </Link>
      </div>
      <Link
        to="/Cart"
        aria-label={cartLabel(profile, licences)}
        title={t`Cart`}
        className="relative inline-flex size-11 shrink-0 items-center justify-center rounded-control transition-colors hover:bg-well"
      >
        <ShoppingCart aria-hidden="true" size={20} />
        {licences > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-1 end-0.5 flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-marigold px-1 text-[0.6875rem] leading-none font-medium text-on-marigold tabular-nums"
          >
            {licences > 99 ? '99+' : licences}
          </span>
        )}
      </Link>
    </>
  )
}

function cartLabel({ cart }: Profile, licences: number): string {
  if (licences > 0) return plural(licences, { one: 'Cart, # licence', other: 'Cart, # licences' })
  return cart.length === 0 ? t`Cart, empty` : t`Cart, nothing left to buy`
}

/** Likes the template whose heart the visitor pressed. One that the account already likes stays as it is. */
async function likePending(templateId: string, showToast: ShowToast): Promise<void> {
  try {
    await visitorApi.addToLiked(templateId)
    await refreshProfile()
    showToast('success', t`Template added to liked list successfully!`)
  } catch {
    showToast('error', t`Failed to add template to liked list`)
  }
}

function useWaitingAddition(): void {
  const showToast = useToast()
  const navigate = useNavigate()
  useEffect(() => {
    const waiting = takePendingAddition()
    if (waiting?.target === 'cart') void putIntoCart(waiting.templateId, showToast, navigate)
    if (waiting?.target === 'liked') void likePending(waiting.templateId, showToast)
  }, [showToast, navigate])
}

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
