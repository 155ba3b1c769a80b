// The sections of the admin area, in the order of the navigation, and who may open them.
import { t } from '@lingui/core/macro'
import { mayAny, type Permission, type UserRole } from '@vitrine/contract/permission'
import { adminPath } from '../../api/return-path.ts'
import { documentsPath, logPath, paymentsPath, peoplePath } from './people-api.ts'

export const booksPath = `${adminPath}/month-end`
export const settingsPath = `${adminPath}/settings`
export const staffPath = `${adminPath}/staff`
/** The account's own second factors: linked in the bar, not among the sections. */
export const mySignInPath = `${adminPath}/my-sign-in`

export type Section = {
  label: string
  /** The path of the section's first page. */
  path: string
  /** One of them is enough. */
  permissions: readonly Permission[]
}

/** All sections, with labels in the language of the page. */
export function sections(): readonly Section[] {
  return [
    { label: t`Dashboard`, path: adminPath, permissions: ['figures'] },
    { label: t`People`, path: peoplePath, permissions: ['people-read'] },
    { label: t`Payments`, path: paymentsPath, permissions: ['payments-read'] },
    { label: t`Documents`, path: documentsPath, permissions: ['payments-read'] },
    { label: t`Month-end`, path: booksPath, permissions: ['exports'] },
    { label: t`Videos`, path: `${adminPath}/renders`, permissions: ['renders'] },
    { label: t`Publishing`, path: `${adminPath}/publishing`, permissions: ['templates'] },
    { label: t`Settings`, path: settingsPath, permissions: ['settings', 'services', 'content'] },
    { label: t`Staff`, path: staffPath, permissions: ['staff'] },
    { label: t`Audit log`, path: logPath, permissions: ['audit-log'] },
    { label: t`Status`, path: `${adminPath}/status`, permissions: ['status'] },
  ]
}

const mySignIn = (): Section => ({ label: t`My sign-in`, path: mySignInPath, permissions: ['own-sign-in'] })

/** The sections that a role may open. */
export function listSections(role: UserRole): readonly Section[] {
  return sections().filter(({ permissions }) => mayAny(role, permissions))
}

/** The section of an address in the admin area; paths are matched case-insensitively. */
export function findSection(pathname: string): Section | undefined {
  const path = pathname.toLowerCase().replace(/\/+$/, '')
  const isIn = (section: Section) => path === section.path || path.startsWith(`${section.path}/`)
  const [dashboard, ...others] = sections()
  return [...others, mySignIn()].find(isIn) ?? (path === adminPath ? dashboard : undefined)
}
