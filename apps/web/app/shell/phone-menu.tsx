// The phone’s menu: pages, account and theme. Loaded when first opened.
import { isStaff } from '@vitrine/contract/permission'
import type { Session } from '../store/session.ts'
import { LinkButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PlaceLink } from './place-link.tsx'
import { adminPath, menuItemClass, shopLinks } from './shop-links.ts'
import { SignOutButton } from './sign-out-button.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

type PhoneMenuProps = { session: Session; isOpen: boolean; onClose: () => void }

export function PhoneMenu({ session, isOpen, onClose }: PhoneMenuProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Menu" shape="sheet">
      <nav aria-label="Menu" className="-mx-3 flex flex-col">
        {shopLinks.map(([path, label]) => (
          <PlaceLink key={path} to={path} className={menuItemClass}>
            {label}
          </PlaceLink>
        ))}
        <PlaceLink to="/faq" className={menuItemClass}>
          FAQ
        </PlaceLink>
        {session.status === 'signed-in' && (
          <>
            <PlaceLink to="/profile" className={menuItemClass}>
              My Profile
            </PlaceLink>
            <PlaceLink to="/buy-credits" className={menuItemClass}>
              Buy Credits
            </PlaceLink>
            <PlaceLink to="/Cart" className={menuItemClass}>
              Cart
            </PlaceLink>
            <PlaceLink to="/projects" className={menuItemClass}>
              My Projects
            </PlaceLink>
            <PlaceLink to="/Purchased" className={menuItemClass}>
              My Downloads
            </PlaceLink>
            <PlaceLink to="/liked" className={menuItemClass}>
              Liked Templates
            </PlaceLink>
            {isStaff(session.profile.role) && (
              <PlaceLink to={adminPath} className={menuItemClass}>
                Admin Dashboard
              </PlaceLink>
            )}
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
  )
}
