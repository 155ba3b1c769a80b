// Calls about the staff. Each change answers the list as it is afterwards.
import type { StaffRole } from '@vitrine/contract/permission'
import type { StaffList } from '@vitrine/contract/staff'
import { segment } from '../../api/api.ts'
import { adminApiPath, adminCall } from '../admin-api.ts'

const change = (method: string, path: string, body?: object) =>
  adminCall<StaffList>(method, adminApiPath(`/staff${path}`), body && { body })

export const staffApi = {
  invite: (email: string, role: StaffRole) => change('POST', '/invitations', { email, role }),
  sendAgain: (id: string) => change('POST', `/invitations/${segment(id)}/send`),
  cancel: (id: string) => change('DELETE', `/invitations/${segment(id)}`),
  changeRole: (userId: string, role: StaffRole) => change('PUT', `/${segment(userId)}/role`, { role }),
  remove: (userId: string) => change('DELETE', `/${segment(userId)}`),
  removeFactors: (userId: string) => change('DELETE', `/${segment(userId)}/factors`),
  switchPassword: (isOn: boolean) => change('PUT', '/shared-password', { isOn }),
}
