// The Logout button of the user menu and the phone menu.
import { Trans } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { signOut } from '../store/session.ts'
import { PlainButton } from '../ui/button.tsx'
import { menuItemClass } from './shop-links.ts'

export function SignOutButton() {
  const navigate = useNavigate()
  return (
    <PlainButton
      className={menuItemClass}
      onClick={async () => {
        // Leaving first keeps a guarded page from sending the visitor to the sign-in page.
        await navigate('/')
        await signOut()
      }}
    >
      <Trans>Logout</Trans>
    </PlainButton>
  )
}
