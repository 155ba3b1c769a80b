import { auditLogPage, auditLogQuery } from '../admin.ts'
import { defineRoutes } from '../route.ts'

export const adminLogRoutes = defineRoutes({
  'GET /api/admin/audit': {
    tag: 'admin',
    summary: 'Every act of owners and of the command line, newest first, with how things were before and after',
    permission: 'audit-log',
    query: auditLogQuery,
    answers: { 200: auditLogPage },
    errors: [400, 401],
  },
})
