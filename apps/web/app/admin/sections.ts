// The sections of the admin area, in the order of the navigation, and who may open them.
import { mayAny, type Permission, type UserRole } from '@vitrine/contract/permission'

/** Where the admin area begins; everything in it is below. */
export const adminPath = '/internal-dashboard-admin'

export const settingsPath = `${adminPath}/settings`
export const staffPath = `${adminPath}/staff`
/** One's own second factors: in the bar, not among the sections. */
export const mySignInPath = `${adminPath}/my-sign-in`

export type Section = {
  label: string
  /** Address of the section's first page. */
  path: string
  /** One of them is enough. */
  permissions: readonly Permission[]
}

export const sections: readonly Section[] = [
  { label: 'Dashboard', path: adminPath, permissions: ['figures'] },
  { label: 'People', path: `${adminPath}/people`, permissions: ['people-read'] },
  { label: 'Payments', path: `${adminPath}/payments`, permissions: ['payments-read'] },
  { label: 'Videos', path: `${adminPath}/renders`, permissions: ['renders'] },
  { label: 'Publishing', path: `${adminPath}/publishing`, permissions: ['templates'] },
  { label: 'Settings', path: settingsPath, permissions: ['settings', 'services', 'content'] },
  { label: 'Staff', path: staffPath, permissions: ['staff'] },
  { label: 'Audit log', path: `${adminPath}/log`, permissions: ['audit-log'] },
  { label: 'Status', path: `${adminPath}/status`, permissions: ['status'] },
]

const mySignIn: Section = { label: 'My sign-in', path: mySignInPath, permissions: ['own-sign-in'] }

/** The sections that a role may open. */
export function sectionsOf(role: UserRole): readonly Section[] {
  return sections.filter(({ permissions }) => mayAny(role, permissions))
}

/** The section of an address in the admin area; paths are matched case-insensitively. */
export function findSection(pathname: string): Section | undefined {
  const path = pathname.toLowerCase().replace(/\/+$/, '')
  const isIn = (section: Section) => path === section.path || path.startsWith(`${section.path}/`)
  return [...sections.slice(1), mySignIn].find(isIn) ?? (path === adminPath ? sections[0] : undefined)
}
