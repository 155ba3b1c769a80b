// The first entry of somebody on the staff: sets up a second factor, shows the recovery codes, and opens the admin area.
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { AddTotp } from './add-totp.tsx'
import { type AddedFactor, firstSetUpApi, hasPasskeys } from './factor-api.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

export function SetUp({ onOpened }: { onOpened: () => void }) {
  const [way, setWay] = useState<'totp' | 'passkey'>()
  const [codes, setCodes] = useState<readonly string[]>()
  const finish = ({ recoveryCodes }: AddedFactor) => (recoveryCodes ? setCodes(recoveryCodes) : onOpened())
  const props = { api: firstSetUpApi, onAdded: finish, onCancel: () => setWay(undefined) }
  if (codes) return <RecoveryCodes codes={codes} onDone={onOpened} />
  if (way === 'totp') return <AddTotp {...props} />
  if (way === 'passkey') return <AddPasskey {...props} />
  return (
    <div className="flex flex-col gap-3">
      <Button onClick={() => setWay('totp')}>
        <Trans>Set up an authenticator app</Trans>
      </Button>
      {hasPasskeys() && (
        <Button variant="secondary" onClick={() => setWay('passkey')}>
          <Trans>Set up a passkey</Trans>
        </Button>
      )}
    </div>
  )
}
