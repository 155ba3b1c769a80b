// Badges of an account; none for an ordinary one.
import type { AdminUser } from '@vitrine/contract/admin'
import { Badge } from '../../ui/badge.tsx'

export function PersonBadges({ person }: { person: Pick<AdminUser, 'role' | 'isBlocked' | 'isGoogleUser'> }) {
  const { role, isBlocked, isGoogleUser } = person
  if (role !== 'owner' && !isBlocked && !isGoogleUser) return null
  return (
    <p className="mt-1.5 flex flex-wrap gap-1.5">
      {role === 'owner' && <Badge tone="good">Owner</Badge>}
      {isBlocked && <Badge tone="bad">Blocked</Badge>}
      {isGoogleUser && <Badge>Google User</Badge>}
    </p>
  )
}
