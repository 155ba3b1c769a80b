// What the signed-in admin may do, by the one permission table. The server decides; the pages leave out what it would refuse.
import { mayAny, type Permission, type StaffRole, type UserRole } from '@vitrine/contract/permission'
import { createContext, type ReactNode, useContext } from 'react'

const RoleContext = createContext<UserRole>('buyer')

export function RoleProvider({ role, children }: { role: UserRole; children: ReactNode }) {
  return <RoleContext value={role}>{children}</RoleContext>
}

/** Says whether the role includes at least one of some permissions. */
export function useMay(): (...permissions: readonly Permission[]) => boolean {
  const role = useContext(RoleContext)
  return (...permissions) => mayAny(role, permissions)
}

/** Shows its children to those who have one of the permissions. */
export function May({ permission, children }: { permission: Permission; children: ReactNode }) {
  return useMay()(permission) ? children : null
}

export const roleLabels: Readonly<Record<StaffRole, string>> = {
  owner: 'Owner',
  manager: 'Manager',
  designer: 'Designer',
  support: 'Support',
  accountant: 'Accountant',
}

/** What a role is for, in a sentence. */
export const roleTexts: Readonly<Record<StaffRole, string>> = {
  owner: 'Everything, including staff and outside services.',
  manager: 'Everything but staff and outside services.',
  designer: 'Templates, imports, written pages and the blog.',
  support: 'Customers, their videos and payments. No refunds, no credits.',
  accountant: 'Figures, payments, refunds, exports and the audit log.',
}
