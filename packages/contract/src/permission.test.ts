import { describe, expect, it } from 'vitest'
import { isStaff, may, mayAny, permissions, type StaffRole, staffRoles } from './permission.ts'

const of = (role: StaffRole) => permissions.filter((permission) => may(role, permission))

describe('the permission table', () => {
  it('gives owners everything, managers everything but staff and services', () => {
    expect(of('owner')).toEqual(permissions)
    expect(permissions.filter((permission) => !may('manager', permission))).toEqual(['services', 'staff'])
  })

  it('gives designers templates and pages, support people and videos, accountants figures and money', () => {
    expect(of('designer')).toEqual(['own-sign-in', 'templates', 'content'])
    expect(of('support')).toEqual(['own-sign-in', 'people-read', 'people-change', 'payments-read', 'renders'])
    expect(of('accountant')).toEqual(['own-sign-in', 'figures', 'exports', 'payments-read', 'refunds', 'audit-log'])
  })

  it('gives customers nothing', () => {
    expect(mayAny('buyer', permissions)).toBe(false)
    expect(isStaff('buyer')).toBe(false)
    expect(staffRoles.every(isStaff)).toBe(true)
  })
})
