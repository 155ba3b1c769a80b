// Calls about the staff. Each change returns the new list.
import type { StaffRole } from '@vitrine/contract/permission'
import { adminCall } from '../api/admin-api.ts'

export const staffApi = {
  invite: (email: string, role: StaffRole) => adminCall('POST /api/admin/staff/invitations', { body: { email, role } }),
  sendAgain: (id: string) => adminCall('POST /api/admin/staff/invitations/:id/send', { params: { id } }),
  cancel: (id: string) => adminCall('DELETE /api/admin/staff/invitations/:id', { params: { id } }),
  changeRole: (userId: string, role: StaffRole) =>
    adminCall('PUT /api/admin/staff/:userId/role', { params: { userId }, body: { role } }),
  remove: (userId: string) => adminCall('DELETE /api/admin/staff/:userId', { params: { userId } }),
  removeFactors: (userId: string) => adminCall('DELETE /api/admin/staff/:userId/factors', { params: { userId } }),
  switchPassword: (isOn: boolean) => adminCall('PUT /api/admin/staff/shared-password', { body: { isOn } }),
}
