// Blocks and unblocks an account.
import type { AdminUserDetail } from '@vitrine/contract/admin'
import { isStaff } from '@vitrine/contract/permission'
import { useMay } from '../role.tsx'
import { ActionButton, ActionForm } from './action-dialog.tsx'
import { peopleApi } from './people-api.ts'

export function BlockPerson({ person }: { person: AdminUserDetail }) {
  const may = useMay()
  const { userId, isBlocked, sessions } = person
  const name = person.actualName || person.username
  if (!may('people-change')) return null
  if (isBlocked) {
    return (
      <ActionButton label="Unblock" title={`Unblock ${name}`}>
        {(close) => (
          <ActionForm
            actionLabel="Unblock this account"
            onClose={close}
            act={async (request) => {
              await peopleApi.setBlocked(userId, false, request)
              return `${name} can sign in again.`
            }}
            consequence={<p>{name} can sign in again, with the same credits, templates and videos as before.</p>}
          />
        )}
      </ActionButton>
    )
  }
  // Whoever works here is taken off the staff first.
  if (isStaff(person.role)) return null
  return (
    <ActionButton label="Block" title={`Block ${name}`} isDanger>
      {(close) => (
        <ActionForm
          actionLabel="Block this account"
          isDanger
          onClose={close}
          act={async (request) => {
            await peopleApi.setBlocked(userId, true, request)
            return `${name} is blocked and signed out everywhere.`
          }}
          consequence={
            <p>
              {name} will be signed out of {sessions === 1 ? '1 device' : `${sessions} devices`} and can’t sign in:
              “This account has been blocked. Please contact support.” Credits, templates and videos are kept, and you
              can unblock the account later.
            </p>
          }
        />
      )}
    </ActionButton>
  )
}
