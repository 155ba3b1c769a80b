// The Logout button of the user menu and the phone menu.
import { Trans } from '@lingui/react/macro'
import { PlainButton } from '../ui/button.tsx'
import { menuItemClass } from './shop-links.ts'
import { useSignOut } from './sign-out.ts'

export function SignOutButton() {
  const signOut = useSignOut()
  return (
    <PlainButton className={menuItemClass} onClick={signOut}>
      <Trans>Logout</Trans>
    </PlainButton>
  )
}
