// The Logout button of the user menu and the phone menu.
import { Trans } from '@lingui/react/macro'
import { useSignOut } from '../features/sign-in/sign-out.ts'
import { PlainButton } from '../ui/button.tsx'
import { menuItemClass } from './store-links.tsx'

export function SignOutButton() {
  const signOut = useSignOut()
  return (
    <PlainButton className={menuItemClass} onClick={signOut}>
      <Trans>Logout</Trans>
    </PlainButton>
  )
}
