// Wire schemas of the admin area: sign-in, dashboard figures under the specification's names, the owner's actions and the
// audit log. Amounts in `…Paise` are whole paise; `moneySpent`, `totalRevenue` and the like are rupees.
import { z } from 'zod'
import { billingDocumentRef, billingKind } from './billing.ts'
import { template, templateKind } from './catalogue.ts'
import { wireListing } from './listing.ts'
import { statementLine } from './payments.ts'
import { staffRoles, userRoles } from './permission.ts'
import { line } from './text-schema.ts'

/** The cookie of the admin session: HttpOnly, SameSite=Strict, sent to `/api/admin` only. */
export const ADMIN_COOKIE = 'vitrine-admin'

export const adminLoginRequest = z.object({ password: z.string().min(1).max(1024) })
export type AdminLoginRequest = z.infer<typeof adminLoginRequest>
export const adminSession = z.object({
  username: z.string(),
  role: z.enum(staffRoles),
  expiresAt: z.iso.datetime(),
})
export type AdminSession = z.infer<typeof adminSession>

const adminPeriodName = z.enum(['all', 'week', 'month', '60days', 'custom'])
export type AdminPeriodName = z.infer<typeof adminPeriodName>

const day = z.iso.date()
const periodFields = {
  period: adminPeriodName.default('all').describe('week, month and 60days: the last 7, 30 and 60 days up to now'),
  from: day.optional().describe('First day of a custom period'),
  to: day.optional().describe('Last day of a custom period, itself included; not after today'),
  timeZone: z
    .string()
    .regex(/^[A-Za-z0-9_+/-]{1,60}$/)
    .default('UTC')
    .describe('Name such as Asia/Kolkata: where days begin and end'),
}
const pageFields = {
  search: line(100).default(''),
  direction: z.enum(['asc', 'desc']).default('desc'),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
}

export const adminPeriodQuery = z.object(periodFields)
export type AdminPeriodQuery = z.infer<typeof adminPeriodQuery>

const adminUserSort = z.enum(['moneySpent', 'creditsPurchased', 'templatesPurchased', 'credits', 'createdAt', 'name'])
export const adminUsersQuery = z.object({
  ...periodFields,
  ...pageFields,
  sort: adminUserSort.default('moneySpent').describe('The first three go by the figures of the period'),
})
export type AdminUsersQuery = z.infer<typeof adminUsersQuery>

const adminTemplateSort = z.enum(['sales', 'views', 'name', 'price', 'createdAt'])
export const adminTemplatesQuery = z.object({
  ...periodFields,
  ...pageFields,
  sort: adminTemplateSort.default('sales').describe('`sales` and `views` go by the figures of the period'),
  status: z.enum(['draft', 'published', 'withdrawn']).optional(),
  kind: templateKind.optional(),
})
export type AdminTemplatesQuery = z.infer<typeof adminTemplatesQuery>

/** Without paging, because an export has all rows. */
export const adminUsersExportQuery = adminUsersQuery.omit({ page: true, limit: true })
export const adminTemplatesExportQuery = adminTemplatesQuery.omit({ page: true, limit: true })

/** The resolved period. Null where it is open. */
const adminPeriod = z.object({
  name: adminPeriodName,
  from: z.iso.datetime().nullable(),
  to: z.iso.datetime().nullable().describe('The moment after its end'),
  timeZone: z.string(),
})
export type AdminPeriod = z.infer<typeof adminPeriod>

const totals = {
  period: adminPeriod,
  totalUsers: z.int().describe('All accounts, whatever the period'),
  totalTemplates: z.int().describe('All templates, whatever the period'),
  totalPurchases: z.int().describe('Templates bought in the period'),
  totalRevenue: z
    .number()
    .describe('Rupees paid for packs in the period, minus refunds made in it; negative when more was refunded'),
  payingUsers: z.int().describe('Buyers with money left in totalRevenue'),
  totalCreditsPurchased: z
    .int()
    .describe('Credits of these packs, minus those that refunds made in the period took back'),
  totalCreditsSpent: z.int().describe('Credits charged for totalPurchases'),
  totalRefunded: z.number().describe('Rupees refunded in the period, whenever the packs were paid'),
}
const adminTotals = z.object(totals)
export type AdminTotals = z.infer<typeof adminTotals>

const adminPurchase = z.object({
  templateId: z.string(),
  creditsCost: z.int(),
  purchaseDate: z.iso.datetime(),
})
const adminUser = z.object({
  userId: z.uuid(),
  username: z.string(),
  actualName: z.string(),
  email: z.string(),
  isGoogleUser: z.boolean(),
  role: z.enum(userRoles),
  isBlocked: z.boolean(),
  createdAt: z.iso.datetime(),
  credits: z.int().describe('The balance'),
  creditsPurchased: z.int(),
  moneySpent: z.number().describe('Rupees'),
  templatesPurchased: z.array(adminPurchase).describe('Newest first'),
  filteredCreditsPurchased: z.int(),
  filteredMoneySpent: z.number().describe('Rupees'),
  filteredTemplatesPurchased: z.array(adminPurchase),
})
export type AdminUser = z.infer<typeof adminUser>
export const adminUsers = z.object({
  ...totals,
  users: z.array(adminUser).describe('With a period: those who bought something in it'),
  matchingUsers: z.int().describe('The number on all pages'),
})
export type AdminUsers = z.infer<typeof adminUsers>

/** How much of a period the counted visits cover. */
const adminVisits = z.object({
  countedFrom: z.iso.datetime().nullable().describe('Null while they are not counted'),
  covers: z
    .enum(['all', 'part', 'none'])
    .describe('Of the period; of an open one: of the time there have been accounts'),
})
export type AdminVisits = z.infer<typeof adminVisits>

const adminTemplate = z.object({
  templateId: z.string(),
  templateName: z.string(),
  kind: templateKind,
  status: z.enum(['draft', 'published', 'withdrawn']),
  videoLayout: z.string().describe('Aspect ratio; empty for a draft without a document'),
  templatePrice: z.int(),
  templatePriceIND: z.int(),
  templateSection: z.array(z.string()),
  templateCategory: z.array(z.string()),
  createdAt: z.iso.datetime(),
  purchaseCount: z.int().describe('Sales since the beginning'),
  filteredPurchaseCount: z.int().describe('Sales in the period'),
  filteredCreditsEarned: z.int().describe('Credits charged for these'),
  filteredViews: z.int().describe('Views of its page in the period; those of one visitor count once a day'),
})
export type AdminTemplate = z.infer<typeof adminTemplate>
export const adminTemplates = z.object({
  ...totals,
  visits: adminVisits,
  templates: z.array(adminTemplate),
  matchingTemplates: z.int(),
})
export type AdminTemplates = z.infer<typeof adminTemplates>

const adminInterval = z.enum(['day', 'week', 'month'])
export type AdminInterval = z.infer<typeof adminInterval>
export const adminRevenueQuery = z.object({
  ...periodFields,
  interval: adminInterval.optional().describe('Without it: what gives a readable number of points'),
})
export type AdminRevenueQuery = z.infer<typeof adminRevenueQuery>
const adminRevenuePoint = z.object({
  date: day.describe('The first day of the interval'),
  revenue: z.number().describe('Rupees, less what went back'),
  refunded: z.number().describe('Rupees that went back in the interval, whenever the packs were paid'),
  packs: z.int().describe('Packs paid for'),
  creditsPurchased: z.int(),
  purchases: z.int().describe('Templates bought'),
  creditsSpent: z.int(),
  newUsers: z.int(),
})
export type AdminRevenuePoint = z.infer<typeof adminRevenuePoint>
export const adminRevenue = z.object({
  ...totals,
  interval: adminInterval,
  series: z.array(adminRevenuePoint).describe('Without gaps, oldest first'),
  topUsers: z
    .array(
      z.object({
        userId: z.uuid(),
        username: z.string(),
        actualName: z.string(),
        email: z.string(),
        moneySpent: z.number().describe('Rupees in the period'),
        purchaseCount: z.int().describe('Packs bought in the period for that money'),
      }),
    )
    .describe('The ten who spent most money in the period; empty when nobody did'),
})
export type AdminRevenue = z.infer<typeof adminRevenue>

const adminFunnelStep = z.enum(['visited', 'signed-up', 'project', 'preview', 'purchase', 'full-video'])
export const adminFunnel = z.object({
  period: adminPeriod,
  visits: adminVisits,
  steps: z
    .array(z.object({ step: adminFunnelStep, users: z.int() }))
    .describe(
      'The visitors of each day of the period; then of those who signed up in it, how many have by now come at least as far',
    ),
})
export type AdminFunnel = z.infer<typeof adminFunnel>

export const adminPaymentsQuery = z.object({
  ...periodFields,
  search: line(100).default('').describe('Payment, order, receipt, user id, or part of an address'),
  status: z.enum(['granted', 'unapplied', 'none', 'returned']).optional(),
  page: pageFields.page,
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export type AdminPaymentsQuery = z.infer<typeof adminPaymentsQuery>
export const adminPaymentsExportQuery = adminPaymentsQuery.omit({ page: true, limit: true })

export const adminDocumentsQuery = z.object({
  ...periodFields,
  search: line(100).default('').describe('Document, payment or order number, user id, or part of an address'),
  kind: billingKind.optional(),
  page: pageFields.page,
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export type AdminDocumentsQuery = z.infer<typeof adminDocumentsQuery>

/** A receipt, invoice, credit note or debit note. */
export const adminDocument = billingDocumentRef.extend({
  userId: z.string(),
  username: z.string(),
  email: z.string(),
  buyer: z.string().describe('The name that is printed'),
  originalNumber: z.string().nullable().describe('What a note corrects'),
  paymentId: z.string().nullable(),
  taxPaise: z.int(),
})
export type AdminDocument = z.infer<typeof adminDocument>

export const adminDocuments = z.object({
  items: z.array(adminDocument).describe('Newest first'),
  matchingDocuments: z.int(),
})
export type AdminDocuments = z.infer<typeof adminDocuments>
export const adminPayment = z.object({
  paymentId: z.string(),
  orderId: z.string().nullable().describe('The gateway’s'),
  receiptNumber: z.string().nullable(),
  userId: z.uuid(),
  username: z.string(),
  email: z.string(),
  amountPaise: z.int(),
  returnedPaise: z.int().describe('By refunds and disputes'),
  currency: z.string(),
  method: z.string(),
  status: z.enum(['created', 'failed', 'authorized', 'captured', 'refunded']),
  errorDescription: z.string().nullable().describe('Why it failed, as the gateway says it in English'),
  errorReason: z.string().nullable().describe('The gateway’s code of that, such as `insufficient_funds`'),
  outcome: z.enum(['none', 'granted', 'unapplied']),
  unappliedReason: z.string().nullable(),
  creditsGranted: z.int(),
  creditsClawedBack: z.int().describe('Taken back for what was returned'),
  creditsShort: z.int().describe('Spent already, and so not taken back'),
  createdAt: z.iso.datetime(),
  settledAt: z.iso.datetime().nullable(),
  feePaise: z
    .int()
    .nullable()
    .describe('The gateway’s, including the tax on it; null, like the next three, until it has paid the payment out'),
  feeTaxPaise: z.int().nullable(),
  settlementId: z.string().nullable().describe('The gateway’s transfer to the owner’s bank account'),
  settledByBankAt: z.iso.datetime().nullable(),
})
export type AdminPayment = z.infer<typeof adminPayment>
export const adminPayments = z.object({
  items: z.array(adminPayment).describe('Newest first'),
  matchingPayments: z.int(),
})
export type AdminPayments = z.infer<typeof adminPayments>

const reason = z.string().trim().min(3, 'Please say why').max(500)
const requestKey = z.string().min(8).max(100).describe('Chosen by the client; the same key acts once')

export const adjustCreditsRequest = z.object({
  credits: z
    .int()
    .min(-1_000_000)
    .max(1_000_000)
    .refine((credits) => credits !== 0, 'Please enter a number other than 0')
    .describe('Positive gives, negative takes'),
  reason,
  idempotencyKey: requestKey,
})
export const adjustCreditsResponse = z.object({ credits: z.int().describe('The balance afterwards') })

export const refundRequest = z.object({
  amountPaise: z.int().min(1).optional().describe('Without it: all that is left'),
  reason,
  idempotencyKey: requestKey,
})
export const refundResponse = z.object({
  refundId: z.string(),
  status: z.enum(['pending', 'processed', 'failed']),
  amountPaise: z.int(),
  payment: adminPayment,
})

export const blockRequest = z.object({ reason })
export const blockResponse = z.object({ isBlocked: z.boolean() })

/** Calendar days in the store's time zone, both included. */
const freePeriod = z
  .object({ from: z.iso.date(), until: z.iso.date() })
  .refine(({ from, until }) => from <= until, 'The last day must not be before the first')
  .nullable()
  .describe('When the template costs nothing; null: never')

/** Only the changed fields are sent. */
export const editTemplateRequest = wireListing.partial().extend({
  disabledShapes: z
    .array(z.string().min(1).max(40))
    .max(40)
    .optional()
    .describe('All aspects that the template is not offered in; who has bought or begun it keeps them'),
  freePeriod: freePeriod.optional(),
  reason: reason.optional(),
})
export type EditTemplateRequest = z.infer<typeof editTemplateRequest>
export const templateStatusRequest = z.object({ reason: reason.optional() })

const adminTemplateVersion = z.object({
  versionId: z.uuid(),
  number: z.int().describe('1 for the first'),
  documentHash: z.string(),
  createdAt: z.iso.datetime(),
  isCurrent: z.boolean(),
  width: z.int(),
  height: z.int(),
  fps: z.number(),
  durationFrames: z.int(),
  durationSeconds: z.number(),
  sizeBytes: z.int(),
  projects: z.int().describe('Projects that were begun with it and stay on it'),
})
export const adminTemplateDetail = template
  .pick({
    templateId: true,
    templateName: true,
    templateDescription: true,
    templateCategory: true,
    templateSection: true,
    templateCompatibility: true,
    license: true,
    kind: true,
    templatePrice: true,
    templatePriceIND: true,
    purchaseCount: true,
    thumbnail: true,
    templateLink: true,
    dominantColor: true,
    disabledShapes: true,
  })
  .extend({
    freePeriod,
    status: z.enum(['draft', 'published', 'withdrawn']),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    versions: z.array(adminTemplateVersion).describe('Newest first'),
  })
export type AdminTemplateDetail = z.infer<typeof adminTemplateDetail>

export const adminUserDetail = adminUser
  .omit({ templatesPurchased: true, filteredTemplatesPurchased: true, filteredCreditsPurchased: true })
  .omit({ filteredMoneySpent: true })
  .extend({
    phoneNumber: z.string(),
    isPhoneVerified: z.boolean(),
    EmpFeild: z.string(),
    promotionalCredits: z.int(),
    paidCredits: z.int(),
    blockedAt: z.iso.datetime().nullable(),
    lastSeenAt: z.iso.datetime().nullable().describe('Of the sessions that still live'),
    sessions: z.int().describe('Devices signed in now'),
    projects: z.int(),
    renders: z.int(),
    purchases: z.int(),
  })
export type AdminUserDetail = z.infer<typeof adminUserDetail>

export const adminEntitlements = z.object({
  items: z.array(
    z.object({
      templateId: z.string(),
      templateName: z.string(),
      licences: z.int(),
      creditsCharged: z.int(),
      receiptNumber: z.string(),
      purchasedAt: z.iso.datetime(),
    }),
  ),
  nextCursor: z.string().nullable(),
})
export type AdminEntitlements = z.infer<typeof adminEntitlements>
/** The statement of a customer, for the owner. */
export const adminStatement = z.object({
  items: z.array(statementLine.extend({ note: z.string().describe('Why the owner adjusted it; empty for all else') })),
  nextCursor: z.string().nullable(),
})
export type AdminStatement = z.infer<typeof adminStatement>

const adminRender = z.object({
  jobId: z.uuid(),
  templateId: z.string(),
  templateName: z.string(),
  kind: z.enum(['preview', 'full']),
  status: z.enum(['queued', 'processing', 'completed', 'failed', 'cancelled']),
  percent: z.int(),
  attempts: z.int(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
  createdAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
  userId: z.uuid(),
  username: z.string(),
  email: z.string(),
  isStuck: z.boolean().describe('Asked for a quarter of an hour ago or longer, and neither made nor given up'),
})
export type AdminRender = z.infer<typeof adminRender>
export const adminRenders = z.object({
  items: z.array(adminRender).describe('Newest first, without the files'),
  nextCursor: z.string().nullable(),
})
export type AdminRenders = z.infer<typeof adminRenders>

export const adminPageQuery = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})

export const adminRendersQuery = adminPageQuery.extend({
  search: line(100).default('').describe('A user search, or the id of a render or template'),
  status: z.enum(['queued', 'processing', 'completed', 'failed', 'cancelled', 'stuck']).optional(),
})
export type AdminRendersQuery = z.infer<typeof adminRendersQuery>
export const renderActRequest = z.object({ reason: z.string().trim().max(500).default('').describe('May be empty') })
export const renderActionResponse = z.object({ render: adminRender })

const adminAction = z.enum([
  'gate-opened',
  'gate-refused',
  'gate-closed',
  'gate-password-set',
  'gate-password-switched',
  'factor-added',
  'factor-removed',
  'recovery-codes-made',
  'factors-reset',
  'staff-invited',
  'invitation-sent-again',
  'invitation-cancelled',
  'staff-joined',
  'staff-role-changed',
  'staff-removed',
  'owner-created',
  'owner-password-reset',
  'credits-adjusted',
  'refund-requested',
  'payment-refunded',
  'user-blocked',
  'user-unblocked',
  'user-exported',
  'user-erased',
  'render-retried',
  'render-stopped',
  'template-edited',
  'template-published',
  'template-withdrawn',
  'template-imported',
  'template-version-added',
  'template-difference-accepted',
  'template-deleted',
  'settings-changed',
])
export type AdminAction = z.infer<typeof adminAction>
const subjectKind = z.enum(['gate', 'user', 'template', 'payment', 'settings', 'invitation'])
const state = z.record(z.string(), z.unknown()).nullable()
const auditEvent = z.object({
  id: z.string(),
  happenedAt: z.iso.datetime(),
  actorId: z.uuid().nullable().describe('Null: on the command line'),
  actorName: z.string(),
  ip: z.string(),
  action: adminAction,
  subjectKind,
  subjectId: z.string(),
  subjectName: z
    .string()
    .nullable()
    .describe(
      'Name of the account or template, amount and buyer of the payment, as they are now; null for one that is gone',
    ),
  reason: z.string(),
  before: state,
  after: state,
})
export type AuditEvent = z.infer<typeof auditEvent>
export const auditLogQuery = adminPageQuery.extend({
  subjectKind: subjectKind.optional(),
  subjectId: z.string().max(200).optional(),
  search: line(200).optional().describe('Id, name or address of what it was done to'),
  action: adminAction.optional(),
  actor: z
    .union([z.uuid(), z.literal('command-line')])
    .optional()
    .describe('Who acted: an id, or whoever may use the command line'),
})
export const auditLogPage = z.object({
  items: z.array(auditEvent).describe('Newest first'),
  nextCursor: z.string().nullable(),
})
export type AuditLogPage = z.infer<typeof auditLogPage>
