// Names of the staff roles, for the admin area and for invited people.
import { t } from '@lingui/core/macro'
import type { StaffRole } from '@vitrine/contract/permission'

/** The name of a role in the middle of a sentence, such as 'You are on the staff as manager'. */
export function roleInSentence(role: StaffRole): string {
  return {
    owner: t`owner`,
    manager: t`manager`,
    designer: t`designer`,
    support: t`support`,
    accountant: t`accountant`,
  }[role]
}

/** A sentence about the purpose of a role. */
export function roleText(role: StaffRole): string {
  return {
    owner: t`Everything, including staff and outside services.`,
    manager: t`Everything but staff and outside services.`,
    designer: t`Templates, imports, written pages and the blog.`,
    support: t`Customers, their videos and payments. No refunds, no credits.`,
    accountant: t`Figures, payments, refunds, exports and the audit log.`,
  }[role]
}
