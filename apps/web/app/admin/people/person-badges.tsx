// Badges of an account; none for an ordinary one.
import type { AdminUser } from '@vitrine/contract/admin'
import { isStaff } from '@vitrine/contract/permission'
import { Badge } from '../../ui/badge.tsx'
import { roleLabels } from '../role.tsx'

export function PersonBadges({ person }: { person: Pick<AdminUser, 'role' | 'isBlocked' | 'isGoogleUser'> }) {
  const { role, isBlocked, isGoogleUser } = person
  if (!isStaff(role) && !isBlocked && !isGoogleUser) return null
  return (
    <p className="mt-1.5 flex flex-wrap gap-1.5">
      {isStaff(role) && <Badge tone="good">{roleLabels[role]}</Badge>}
      {isBlocked && <Badge tone="bad">Blocked</Badge>}
      {isGoogleUser && <Badge>Google User</Badge>}
    </p>
  )
}
