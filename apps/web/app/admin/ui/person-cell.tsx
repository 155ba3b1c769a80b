// The first cell of a customer’s row: picture, name linked to their page, address, badges.
import type { AdminUser } from '@vitrine/contract/admin'
import type { ReactNode } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { PersonLink } from './person-link.tsx'

type PersonCellProps = {
  person: Pick<AdminUser, 'userId' | 'username' | 'actualName' | 'email'>
  /** Shown below the address. */
  children: ReactNode
}

export function PersonCell({ person, children }: PersonCellProps) {
  const name = person.actualName || person.username
  return (
    <div className="flex min-w-0 items-start gap-3">
      <Avatar name={name} picture="" size="small" />
      <div className="min-w-0">
        <PersonLink person={{ ...person, username: name }} />
        {children}
      </div>
    </div>
  )
}
