// Badges of an account; none for an ordinary one.
import { Trans } from '@lingui/react/macro'
import type { AdminUser } from '@vitrine/contract/admin'
import { isStaff } from '@vitrine/contract/permission'
import { Badge } from '../../ui/badge.tsx'
import { roleLabel } from '../api/role.tsx'

export function PersonBadges({ person }: { person: Pick<AdminUser, 'role' | 'isBlocked' | 'isGoogleUser'> }) {
  const { role, isBlocked, isGoogleUser } = person
  if (!isStaff(role) && !isBlocked && !isGoogleUser) return null
  return (
    <p className="mt-1.5 flex flex-wrap gap-1.5">
      {isStaff(role) && <Badge tone="good">{roleLabel(role)}</Badge>}
      {isBlocked && (
        <Badge tone="bad">
          <Trans>Blocked</Trans>
        </Badge>
      )}
      {isGoogleUser && (
        <Badge>
          <Trans>Google User</Trans>
        </Badge>
      )}
    </p>
  )
}
