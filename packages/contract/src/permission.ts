// The table of what each staff role may do in the admin area. The server refuses by it and the pages hide by it. The browser
// imports this file, so it does not use zod.

/** The roles of the staff, the one with most permissions first. */
export const staffRoles = ['owner', 'manager', 'designer', 'support', 'accountant'] as const
export type StaffRole = (typeof staffRoles)[number]

/** The role of an account: `buyer` for everyone who is not on the staff. */
export const userRoles = ['buyer', ...staffRoles] as const
export type UserRole = (typeof userRoles)[number]

const everybody: readonly StaffRole[] = staffRoles
const salesRoles: readonly StaffRole[] = ['owner', 'manager', 'accountant']
const helpRoles: readonly StaffRole[] = ['owner', 'manager', 'support']
const designRoles: readonly StaffRole[] = ['owner', 'manager', 'designer']

/** The roles of each permission. */
const permissionTable = {
  /** The user’s own admin sign-in: session, authenticator app, passkeys, recovery codes. */
  'own-sign-in': everybody,
  /** The dashboard: revenue, funnel, sales of templates, buyers. */
  figures: salesRoles,
  /** Whole lists as CSV. */
  exports: salesRoles,
  /** One customer's account, statement, purchases. */
  'people-read': helpRoles,
  /** Blocking and unblocking accounts. */
  'people-change': helpRoles,
  /** Granting and removing credits. */
  credits: ['owner', 'manager'],
  'payments-read': ['owner', 'manager', 'support', 'accountant'],
  refunds: salesRoles,
  /** Videos of all customers, retrying and stopping one. */
  renders: helpRoles,
  /** Importing, editing, publishing and withdrawing templates, and trying out drafts. */
  templates: designRoles,
  /** Written pages and blog posts. */
  content: designRoles,
  /** Brand, storefront, seller and prices. */
  settings: ['owner', 'manager'],
  /** Outside services, the tests before the opening, and the sandbox's pages in production. */
  services: ['owner'],
  status: ['owner', 'manager'],
  'audit-log': salesRoles,
  /** Inviting and removing staff, roles, and the shared admin password. */
  staff: ['owner'],
} as const satisfies Record<string, readonly StaffRole[]>

export type Permission = keyof typeof permissionTable

export const permissions = Object.keys(permissionTable) as readonly Permission[]

/** Whether a role includes a permission. */
export function may(role: UserRole, permission: Permission): boolean {
  return (permissionTable[permission] as readonly UserRole[]).includes(role)
}

/** Whether a role includes at least one of some permissions. */
export function mayAny(role: UserRole, permissions: readonly Permission[]): boolean {
  return permissions.some((permission) => may(role, permission))
}

/** Whether an account is on the staff. */
export function isStaff(role: UserRole): role is StaffRole {
  return role !== 'buyer'
}
