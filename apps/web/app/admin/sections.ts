// The sections of the admin area, in the order of the navigation.

/** Where the admin area begins; everything in it is below. */
export const adminPath = '/internal-dashboard-admin'

export const settingsPath = `${adminPath}/settings`

type Section = {
  label: string
  /** Address of the section's first page. */
  path: string
}

export const sections: readonly Section[] = [
  { label: 'Dashboard', path: adminPath },
  { label: 'People', path: `${adminPath}/people` },
  { label: 'Payments', path: `${adminPath}/payments` },
  { label: 'Videos', path: `${adminPath}/renders` },
  { label: 'Publishing', path: `${adminPath}/publishing` },
  { label: 'Settings', path: settingsPath },
  { label: 'Audit log', path: `${adminPath}/log` },
  { label: 'Status', path: `${adminPath}/status` },
]
