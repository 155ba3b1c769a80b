// The frame of every admin page: the admin sign-in, then the bar with sections, theme and logout.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { isStaff, mayAny, type UserRole } from '@vitrine/contract/permission'
import KeyRound from 'lucide-react/icons/key-round'
import { useEffect, useRef, useState } from 'react'
import { Link, Navigate, NavLink, Outlet, useLocation } from 'react-router'
import { adminPath, loginPath } from '../api/return-path.ts'
import { roleInSentence } from '../api/role-text.ts'
import { useStoreBrand } from '../api/root-data.ts'
import { useSession } from '../api/session.ts'
import { Logo } from '../shell/logo.tsx'
import { ThemeSwitch } from '../shell/switches.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { type MetaMatches, pageMeta } from '../ui/page-meta.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { type EndedCause, onRoleRefused, onSessionEnded, signOutOfAdmin } from './api/admin-api.ts'
import { setAdminFlag, useAdminFlag } from './api/admin-flag.ts'
import { useAdminQuery } from './api/admin-query.ts'
import { RoleProvider } from './api/role.tsx'
import { findSection, listSections, mySignInPath, sections } from './api/sections.ts'
import { AdminSignIn, EntryForms, useEntry } from './sign-in/admin-sign-in.tsx'
import { TableSkeleton } from './ui/admin-data.tsx'

export function meta({ matches }: MetaMatches) {
  return pageMeta({ matches, title: t`Admin Dashboard`, description: t`For the staff of this store.`, isPrivate: true })
}

export default function AdminLayout() {
  return useAdminFlag() ? <Inside /> : <AdminSignIn />
}

function Inside() {
  const { role, isCertain } = useRole()
  return (
    <RoleProvider role={role}>
      <div className="flex min-h-dvh flex-col">
        <a
          href="#content"
          className="sr-only z-50 rounded-control bg-marigold px-4 py-2 font-medium text-on-marigold focus:not-sr-only focus:fixed focus:top-3 focus:start-3"
        >
          <Trans>Skip to content</Trans>
        </a>
        <Bar role={role} />
        <main id="content" tabIndex={-1} className="page-width flex-1 py-8 outline-none md:py-10">
          <Permitted role={role} isCertain={isCertain} />
        </main>
        <SessionEndedDialog />
      </div>
    </RoleProvider>
  )
}

/** The current role from the server; before its response, the role of the profile, which may be outdated. */
function useRole(): { role: UserRole; isCertain: boolean } {
  const session = useSession()
  const { data, failure } = useAdminQuery('GET /api/admin/session')
  const queries = useQueryClient()
  useEffect(() => onRoleRefused(() => void queries.invalidateQueries({ queryKey: ['admin', '/session'] })), [queries])
  const ofProfile = session.status === 'signed-in' ? session.profile.role : 'buyer'
  return { role: data?.role ?? ofProfile, isCertain: data !== undefined || failure !== undefined }
}

/**
 * The page of a section, unless the role does not include it. The address of the area itself redirects to the first
 * section of the role.
 */
function Permitted({ role, isCertain }: { role: UserRole; isCertain: boolean }) {
  const { pathname } = useLocation()
  const section = findSection(pathname)
  const [first] = listSections(role)
  // The server explains to other users that they are not on the staff.
  if (!section || !isStaff(role) || mayAny(role, section.permissions)) return <Outlet />
  if (!isCertain) return <TableSkeleton />
  if (section.path === adminPath && first) return <Navigate to={first.path} replace />
  return (
    <>
      <h1 className="sr-only">{section.label}</h1>
      <EmptyState
        title={t`Your role doesn’t include this`}
        action={first && <LinkButton to={first.path}>{t`Go to ${first.label}`}</LinkButton>}
      >
        <Trans>
          You are on the staff as {roleInSentence(role)}. An owner of the store can change your role under Staff.
        </Trans>
      </EmptyState>
    </>
  )
}

function Bar({ role }: { role: UserRole }) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const { name } = useStoreBrand()
  // On phones only some of the sections fit.
  useEffect(() => {
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <header className="border-b border-line bg-raised">
      <div className="page-width flex flex-wrap items-center gap-x-6 lg:flex-nowrap">
        <Link to="/" aria-label={t`${name}, main site`} className="flex h-16 items-center rounded-control">
          <Logo />
        </Link>
        <nav
          ref={nav}
          aria-label={t`Admin`}
          className="order-last -mx-1 flex w-full gap-0.5 overflow-x-auto px-1 [scrollbar-width:none] lg:order-none lg:w-auto lg:flex-1"
        >
          {(isStaff(role) ? listSections(role) : sections()).map(({ label, path }) => (
            <NavLink
              key={path}
              to={path}
              end={path === adminPath}
              className={({ isActive }) =>
                classNames(
                  '-mb-px flex h-11 shrink-0 items-center border-b-2 px-2.5 text-caption font-medium -outline-offset-2 transition-colors lg:h-16',
                  isActive ? 'border-marigold text-ink' : 'border-transparent text-muted hover:text-ink',
                )
              }
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="ms-auto flex items-center gap-1">
          {isStaff(role) && (
            <LinkButton to={mySignInPath} variant="quiet" size="small" aria-label={t`My sign-in`} title={t`My sign-in`}>
              <KeyRound aria-hidden="true" size={18} />
            </LinkButton>
          )}
          <ThemeSwitch />
          <LogoutButton />
        </div>
      </div>
    </header>
  )
}

/** Closes the admin area, not the account: the owner stays signed in to the store. */
function LogoutButton() {
  const queries = useQueryClient()
  return (
    <Button
      variant="quiet"
      size="small"
      onClick={() => {
        setAdminFlag(false)
        queries.removeQueries({ queryKey: ['admin'] })
        // Without a network the cookie lives until its session ends; the admin sign-in asks for the password in any
        // case.
        void signOutOfAdmin().catch(() => undefined)
      }}
    >
      <Trans>Logout</Trans>
    </Button>
  )
}

function SessionEndedDialog() {
  const [cause, setCause] = useState<EndedCause>()
  const queries = useQueryClient()
  useEffect(() => onSessionEnded(setCause), [])
  const close = () => setCause(undefined)
  const goOn = () => {
    close()
    // Reloads what failed behind the dialog.
    void queries.invalidateQueries({ queryKey: ['admin'] })
  }
  return (
    <Dialog
      isOpen={cause !== undefined}
      onClose={close}
      title={cause === 'old' ? t`Please confirm that it is you` : t`Your admin session has ended`}
      description={
        cause === 'old'
          ? t`You signed in to the admin area more than 15 minutes ago, which is too long for this change. Sign in again, then repeat it.`
          : t`Your change was not made. What you typed is still here: enter the password and try again.`
      }
    >
      <Ways onOpened={goOn} />
      <p className="text-caption text-muted">
        <Trans>
          If you were signed out as well,{' '}
          <a
            href={loginPath(adminPath)}
            target="_blank"
            rel="noreferrer"
            className="rounded-control text-plum underline underline-offset-4"
          >
            log in on the main site
          </a>{' '}
          first, in another tab.
        </Trans>
      </p>
    </Dialog>
  )
}

function Ways({ onOpened }: { onOpened: () => void }) {
  const { entry } = useEntry()
  return entry ? <EntryForms entry={entry} onOpened={onOpened} /> : <Skeleton className="h-32" />
}
