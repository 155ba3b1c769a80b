// The navigation bar; on phones a sheet with the same links.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import MenuMark from 'lucide-react/icons/menu'
import { Suspense, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { networkErrorMessage } from '../api/api.ts'
import { importWithRetry, lazyExtra, loadChunk } from '../api/load-part.ts'
import { useStoreBrand } from '../api/root-data.ts'
import { type Session, useSession } from '../api/session.ts'
import { IconButton, LinkButton } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useToast } from '../ui/toast.tsx'
import { Logo } from './logo.tsx'
import type { MemberLinks } from './member-links.tsx'
import type { PhoneMenu } from './phone-menu.tsx'
import { NavigationLink, storeLinks } from './store-links.tsx'
import { ThemeSwitch } from './switches.tsx'

const UserMenu = lazyExtra(() => import('./member-links.tsx'))

export function Navbar() {
  const session = useSession()
  const { name } = useStoreBrand()
  return (
    <header className="navigation sticky top-0 z-40 border-b border-line bg-paper">
      <div className="page-width flex h-16 items-center gap-2">
        <Link to="/" aria-label={t`${name}, home`} className="rounded-control">
          <Logo />
        </Link>
        <nav aria-label={t`Shop`} className="flex max-md:hidden lg:ms-6 lg:gap-3">
          {storeLinks().map(([path, label]) => (
            <NavigationLink
              key={path}
              to={path}
              className="flex h-16 items-center border-b-2 border-transparent px-1.5 font-medium whitespace-nowrap transition-colors hover:border-line aria-[current=page]:border-marigold lg:px-2"
            >
              {label}
            </NavigationLink>
          ))}
        </nav>
        <div className="ms-auto flex items-center gap-2">
          <MemberPlace session={session} />
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

/** Without Suspense, which delays content that arrives soon after other content. */
function MemberPlace({ session }: { session: Session }) {
  const [Links, setLinks] = useState<typeof MemberLinks>()
  const isSignedIn = session.status === 'signed-in'
  useEffect(() => {
    if (!isSignedIn) return
    // Optional: when it cannot be loaded, nothing is shown.
    importWithRetry(() => import('./member-links.tsx')).then(
      ({ MemberLinks }) => setLinks(() => MemberLinks),
      () => undefined,
    )
  }, [isSignedIn])
  return isSignedIn && Links ? <Links profile={session.profile} /> : null
}

function Visitor({ session }: { session: Session }) {
  const placeholder = <Skeleton className="h-10 w-44" />
  if (session.status === 'loading' || session.status === 'unreachable') return placeholder
  if (session.status === 'signed-in') {
    return (
      <Suspense fallback={placeholder}>
        <UserMenu profile={session.profile} />
      </Suspense>
    )
  }
  return (
    <>
      <LinkButton to="/login" variant="quiet">
        <Trans>Login</Trans>
      </LinkButton>
      <LinkButton to="/register" variant="secondary">
        <Trans>Register</Trans>
      </LinkButton>
    </>
  )
}

/** The first tap fetches its sheet; without a network it shows an error, and the next tap retries. */
function PhoneNavigation({ session }: { session: Session }) {
  const [isOpen, setIsOpen] = useState(false)
  const [Menu, setMenu] = useState<typeof PhoneMenu>()
  const { key } = useLocation()
  const showToast = useToast()
  // The key changes with each navigation.
  useEffect(() => setIsOpen(false), [key])
  const open = async () => {
    try {
      const { PhoneMenu } = await loadChunk('phone-menu', () => import('./phone-menu.tsx'))
      setMenu(() => PhoneMenu)
      setIsOpen(true)
    } catch {
      showToast('error', networkErrorMessage())
    }
  }
  return (
    <div className="-me-2.5 md:hidden">
      <IconButton label={t`Open menu`} aria-haspopup="dialog" onClick={() => void open()}>
        <MenuMark aria-hidden="true" size={22} />
      </IconButton>
      {Menu && <Menu session={session} isOpen={isOpen} onClose={() => setIsOpen(false)} />}
    </div>
  )
}
