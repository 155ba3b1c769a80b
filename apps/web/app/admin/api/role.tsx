// The permissions of the signed-in role, from the shared table. The server enforces them; the pages hide what it would
// reject.
import { t } from '@lingui/core/macro'
import { mayAny, type Permission, type StaffRole, type UserRole } from '@vitrine/contract/permission'
import { createContext, type ReactNode, useContext } from 'react'

const RoleContext = createContext<UserRole>('buyer')

export function RoleProvider({ role, children }: { role: UserRole; children: ReactNode }) {
  return <RoleContext value={role}>{children}</RoleContext>
}

/** Returns whether the role includes at least one of some permissions. */
export function useMay(): (...permissions: readonly Permission[]) => boolean {
  const role = useContext(RoleContext)
  return (...permissions) => mayAny(role, permissions)
}

/** Renders its children for roles with one of the permissions. */
export function May({ permission, children }: { permission: Permission; children: ReactNode }) {
  return useMay()(permission) ? children : null
}

/** The name of a role, as a label. */
export function roleLabel(role: StaffRole): string {
  return {
    owner: t`Owner`,
    manager: t`Manager`,
    designer: t`Designer`,
    support: t`Support`,
    accountant: t`Accountant`,
  }[role]
}
