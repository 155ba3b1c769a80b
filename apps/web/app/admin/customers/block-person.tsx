// Blocks and unblocks an account.
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminUserDetail } from '@vitrine/contract/admin'
import { isStaff } from '@vitrine/contract/permission'
import { peopleApi } from '../api/people-api.ts'
import { useMay } from '../api/role.tsx'
import { ActionButton, ActionForm } from '../ui/action-dialog.tsx'

export function BlockPerson({ person }: { person: AdminUserDetail }) {
  const may = useMay()
  const { userId, isBlocked, sessions } = person
  const name = person.actualName || person.username
  if (!may('people-change')) return null
  if (isBlocked) {
    return (
      <ActionButton label={t`Unblock`} title={t`Unblock ${name}`}>
        {(close) => (
          <ActionForm
            actionLabel={t`Unblock this account`}
            onClose={close}
            act={async (request) => {
              await peopleApi.setBlocked(userId, false, request)
              return t`${name} can sign in again.`
            }}
            consequence={
              <p>
                <Trans>{name} can sign in again, with the same credits, templates and videos as before.</Trans>
              </p>
            }
          />
        )}
      </ActionButton>
    )
  }
  // Staff must be removed from the staff first.
  if (isStaff(person.role)) return null
  return (
    <ActionButton label={t`Block`} title={t`Block ${name}`} isDanger>
      {(close) => (
        <ActionForm
          actionLabel={t`Block this account`}
          isDanger
          onClose={close}
          act={async (request) => {
            await peopleApi.setBlocked(userId, true, request)
            return t`${name} is blocked and signed out everywhere.`
          }}
          consequence={
            <p>
              {plural(sessions, {
                one: `${name} will be signed out of # device and can’t sign in: “This account has been blocked. Please contact support.” Credits, templates and videos are kept, and you can unblock the account later.`,
                other: `${name} will be signed out of # devices and can’t sign in: “This account has been blocked. Please contact support.” Credits, templates and videos are kept, and you can unblock the account later.`,
              })}
            </p>
          }
        />
      )}
    </ActionButton>
  )
}
