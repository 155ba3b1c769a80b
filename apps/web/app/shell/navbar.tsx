// Owns the navigation at the top: the shop to the left, the visitor to the right; on a phone a sheet with both.
import type { Profile } from '@vitrine/contract/accounts'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Coins from 'lucide-react/icons/coins'
import Menu from 'lucide-react/icons/menu'
import { useEffect, useRef, useState } from 'react'
import { Link, NavLink, useLocation, useNavigate } from 'react-router'
import { Avatar } from '../account/avatar.tsx'
import { type Session, signOut, useSession } from '../store/session.ts'
import { IconButton, LinkButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Dialog } from '../ui/dialog.tsx'
import { creditsText } from '../ui/money.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Logo } from './logo.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const itemClass =
  'flex h-11 w-full items-center rounded-control px-3 text-left transition-colors hover:bg-well aria-[current=page]:font-medium'

const shopLinks = [
  ['/templates-list', 'Browse Templates'],
  ['/image-templates', 'Image Templates'],
  ['/direct-sell-templates', 'Ready-made'],
] as const

export function Navbar() {
  const session = useSession()
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper">
      <div className="page-width flex h-16 items-center gap-2">
        <Link to="/" aria-label="Vitrine, home" className="rounded-control">
          <Logo />
        </Link>
        <nav aria-label="Shop" className="flex max-md:hidden lg:ml-6 lg:gap-3">
          {shopLinks.map(([path, label]) => (
            <NavLink
              key={path}
              to={path}
              className={({ isActive }) =>
                classNames(
                  'flex h-16 items-center border-b-2 px-1.5 font-medium whitespace-nowrap lg:px-2 transition-colors',
                  isActive ? 'border-marigold' : 'border-transparent hover:border-line',
                )
              }
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2">
          {session.status === 'signed-in' && <CreditCount credits={session.profile.credits} />}
          <div className="flex items-center gap-2 max-md:hidden">
            <ThemeSwitch />
            <Visitor session={session} />
          </div>
          <PhoneNavigation session={session} />
        </div>
      </div>
    </header>
  )
}

function CreditCount({ credits }: { credits: number }) {
  return (
    <Link
      to="/profile?tab=profile"
      aria-label={`You have ${creditsText(credits)}`}
      className="flex h-9 items-center gap-2 rounded-full border border-line px-3.5 text-caption font-medium whitespace-nowrap tabular-nums transition-colors hover:border-edge"
    >
      <Coins aria-hidden="true" size={16} className="text-marigold-deep" />
      <span>{creditsText(credits)}</span>
    </Link>
  )
}

function Visitor({ session }: { session: Session }) {
  if (session.status === 'loading' || session.status === 'unreachable') return <Skeleton className="h-10 w-44" />
  if (session.status === 'signed-in') return <UserMenu profile={session.profile} />
  return (
    <>
      <LinkButton to="/login" variant="quiet">
        Login
      </LinkButton>
      <LinkButton to="/register" variant="secondary">
        Register
      </LinkButton>
    </>
  )
}

/** A popover of the browser's own: it closes on Escape, on a click elsewhere and on the way to another page. */
function UserMenu({ profile }: { profile: Profile }) {
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
        <span className="max-w-[14ch] truncate font-medium max-lg:sr-only">{name}</span>
        <ChevronDown aria-hidden="true" size={16} className="text-muted max-lg:hidden" />
      </button>
      <div
        ref={menu}
        id="user-menu"
        popover="auto"
        className="top-15 right-[max(2rem,calc((100vw-84rem)/2+2rem))] left-auto m-0 w-56 rounded-card border border-line bg-raised p-1.5 text-ink shadow-float"
      >
        <p className="truncate px-3 pt-2 pb-2.5 text-caption text-muted">{profile.email}</p>
        <Link to="/profile" className={itemClass}>
          My Profile
        </Link>
        <Link to="/liked" className={itemClass}>
          Liked Templates
        </Link>
        <SignOutButton />
      </div>
    </>
  )
}

function SignOutButton() {
  const navigate = useNavigate()
  return (
    <button
      type="button"
      className={itemClass}
      onClick={async () => {
        // Leaving first keeps a guarded page from sending the visitor to the sign-in page.
        await navigate('/')
        await signOut()
      }}
    >
      Logout
    </button>
  )
}

function PhoneNavigation({ session }: { session: Session }) {
  const [isOpen, setIsOpen] = useState(false)
  const { key } = useLocation()
  // The key changes with each navigation.
  useEffect(() => setIsOpen(false), [key])
  const isSignedIn = session.status === 'signed-in'
  return (
    <div className="-mr-2.5 md:hidden">
      <IconButton label="Open menu" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Menu aria-hidden="true" size={22} />
      </IconButton>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Menu" shape="sheet">
        <nav aria-label="Menu" className="-mx-3 flex flex-col">
          {shopLinks.map(([path, label]) => (
            <NavLink key={path} to={path} className={itemClass}>
              {label}
            </NavLink>
          ))}
          <NavLink to="/faq" className={itemClass}>
            FAQ
          </NavLink>
          {isSignedIn && (
            <>
              <NavLink to="/profile" className={itemClass}>
                My Profile
              </NavLink>
              <NavLink to="/liked" className={itemClass}>
                Liked Templates
              </NavLink>
              <SignOutButton />
            </>
          )}
        </nav>
        {session.status === 'signed-out' && (
          <div className="flex flex-col gap-2">
            <LinkButton to="/register">Register</LinkButton>
            <LinkButton to="/login" variant="secondary">
              Login
            </LinkButton>
          </div>
        )}
        <div className="flex items-center justify-between border-t border-line pt-4">
          <span className="text-muted">Theme</span>
          <ThemeSwitch />
        </div>
      </Dialog>
    </div>
  )
}
