// The phone’s menu: pages, account and theme. Loaded when first opened.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { isStaff } from '@vitrine/contract/permission'
import { adminPath } from '../api/return-path.ts'
import type { Session } from '../api/session.ts'
import { LinkButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SignOutButton } from './sign-out-button.tsx'
import { menuItemClass, NavigationLink, storeLinks } from './store-links.tsx'
import { ThemeSwitch } from './switches.tsx'

type PhoneMenuProps = { session: Session; isOpen: boolean; onClose: () => void }

export function PhoneMenu({ session, isOpen, onClose }: PhoneMenuProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t`Menu`} shape="sheet">
      <nav aria-label={t`Menu`} className="-mx-3 flex flex-col">
        {storeLinks().map(([path, label]) => (
          <NavigationLink key={path} to={path} className={menuItemClass}>
            {label}
          </NavigationLink>
        ))}
        <NavigationLink to="/faq" className={menuItemClass}>
          <Trans>FAQ</Trans>
        </NavigationLink>
        {session.status === 'signed-in' && (
          <>
            <NavigationLink to="/profile" className={menuItemClass}>
              <Trans>My Profile</Trans>
            </NavigationLink>
            <NavigationLink to="/buy-credits" className={menuItemClass}>
              <Trans>Buy Credits</Trans>
            </NavigationLink>
            <NavigationLink to="/Cart" className={menuItemClass}>
              <Trans>Cart</Trans>
            </NavigationLink>
            <NavigationLink to="/projects" className={menuItemClass}>
              <Trans>My Projects</Trans>
            </NavigationLink>
            <NavigationLink to="/Purchased" className={menuItemClass}>
              <Trans>My Downloads</Trans>
            </NavigationLink>
            <NavigationLink to="/liked" className={menuItemClass}>
              <Trans>Liked Templates</Trans>
            </NavigationLink>
            {isStaff(session.profile.role) && (
              <NavigationLink to={adminPath} className={menuItemClass}>
                <Trans>Admin Dashboard</Trans>
              </NavigationLink>
            )}
            <SignOutButton />
          </>
        )}
      </nav>
      {session.status === 'signed-out' && (
        <div className="flex flex-col gap-2">
          <LinkButton to="/register">
            <Trans>Register</Trans>
          </LinkButton>
          <LinkButton to="/login" variant="secondary">
            <Trans>Login</Trans>
          </LinkButton>
        </div>
      )}
      <div className="flex items-center justify-between border-t border-line pt-4">
        <span className="text-muted">
          <Trans>Theme</Trans>
        </span>
        <ThemeSwitch />
      </div>
    </Dialog>
  )
}
