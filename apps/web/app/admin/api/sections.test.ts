import { staffRoles } from '@vitrine/contract/permission'
import { describe, expect, it } from 'vitest'
import { findSection, listSections } from './sections.ts'

describe('the sections of the admin area', () => {
  it('are those that a role may open, the first of which opens after sign-in', () => {
    const labels = Object.fromEntries(staffRoles.map((role) => [role, listSections(role).map(({ label }) => label)]))
    expect(labels).toEqual({
      owner: [
        'Dashboard',
        'People',
        'Payments',
        'Documents',
        'Month-end',
        'Videos',
        'Publishing',
        'Settings',
        'Staff',
        'Audit log',
        'Status',
      ],
      manager: [
        'Dashboard',
        'People',
        'Payments',
        'Documents',
        'Month-end',
        'Videos',
        'Publishing',
        'Settings',
        'Audit log',
        'Status',
      ],
      designer: ['Publishing', 'Settings'],
      support: ['People', 'Payments', 'Documents', 'Videos'],
      accountant: ['Dashboard', 'Payments', 'Documents', 'Month-end', 'Audit log'],
    })
    expect(listSections('buyer')).toEqual([])
  })

  it('are found by an address, in any case and below it', () => {
    const labelOf = (path: string) => findSection(path)?.label
    expect(labelOf('/internal-dashboard-admin')).toBe('Dashboard')
    expect(labelOf('/Internal-Dashboard-Admin/')).toBe('Dashboard')
    expect(labelOf('/internal-dashboard-admin/people/42')).toBe('People')
    expect(labelOf('/internal-dashboard-admin/publishing/new-template')).toBe('Publishing')
    expect(labelOf('/internal-dashboard-admin/my-sign-in')).toBe('My sign-in')
    expect(labelOf('/internal-dashboard-admin/peoples')).toBeUndefined()
  })
})
