// Owns the table of the office's sections, in the order of its navigation: one line each.

/** Where the office begins; everything in it is below. */
export const officePath = '/internal-dashboard-admin'

type Section = {
  label: string
  /** Address of the section's first page. */
  path: string
}

export const sections: readonly Section[] = [
  { label: 'Dashboard', path: officePath },
  { label: 'People', path: `${officePath}/people` },
  { label: 'Payments', path: `${officePath}/payments` },
  { label: 'Videos', path: `${officePath}/renders` },
  { label: 'Publishing', path: `${officePath}/publishing` },
  { label: 'Audit log', path: `${officePath}/log` },
  { label: 'Status', path: `${officePath}/status` },
]
