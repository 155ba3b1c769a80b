// The tabs of a customer’s page.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminEntitlements, AdminStatement } from '@vitrine/contract/admin'
import { useState } from 'react'
import { Link } from 'react-router'
import { descriptionText } from '../../features/credits/credit-statement.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { creditsChangeText } from '../../ui/money.ts'
import { adminCall } from '../api/admin-api.ts'
import { adminKey, useAdminQuery } from '../api/admin-query.ts'
import { useMay } from '../api/role.tsx'
import { AuditEventList } from '../audit/audit-event-list.tsx'
import { PaymentTable } from '../payments/payment-table.tsx'
import { hasActiveRenders, RenderTable } from '../renders/render-table.tsx'
import { publishingPath } from '../templates/publishing-api.ts'
import { AdminData, AdminPages } from '../ui/admin-data.tsx'
import { momentText } from '../ui/label.ts'
import { countText, creditsText } from '../ui/rupees.ts'
import { type AdminColumn, AdminTable } from '../ui/table.tsx'

type PersonTabProps = { userId: string }
type StatementLine = AdminStatement['items'][number]
type Entitlement = AdminEntitlements['items'][number]

const listStatementColumns = (): readonly AdminColumn<StatementLine>[] => [
  {
    header: t`What`,
    cell: ({ description, note }) => (
      <>
        <p dir="auto" className="font-medium break-words">
          {descriptionText(description)}
        </p>
        {note && (
          <p dir="auto" className="text-caption break-words text-muted">
            {`“${note}”`}
          </p>
        )}
      </>
    ),
  },
  { header: t`When`, cell: ({ createdAt }) => <time dateTime={createdAt}>{momentText(createdAt)}</time> },
  {
    header: t`Credits`,
    isNumber: true,
    cell: ({ credits }) => (
      <span className={credits > 0 ? 'font-medium text-good' : 'font-medium'}>
        {creditsChangeText(credits, countText)}
      </span>
    ),
  },
  { header: t`Balance after`, isNumber: true, cell: ({ balanceAfter }) => countText(balanceAfter) },
]

export function PersonStatement({ userId }: PersonTabProps) {
  return (
    <AdminPages
      queryKey={adminKey('GET /api/admin/users/:userId/statement', { params: { userId } })}
      read={(page, signal) =>
        adminCall('GET /api/admin/users/:userId/statement', { params: { userId }, query: page, signal })
      }
      loadingText={t`Loading the statement...`}
      empty={
        <EmptyState title={t`No credit activity`}>
          <Trans>This account has not received or spent any credits yet.</Trans>
        </EmptyState>
      }
    >
      {(lines) => (
        <AdminTable label={t`Credit statement`} columns={listStatementColumns} rows={lines} rowKey={({ id }) => id} />
      )}
    </AdminPages>
  )
}

const pageSize = 25

export function PersonPayments({ userId }: PersonTabProps) {
  const [page, setPage] = useState(1)
  const query = useAdminQuery('GET /api/admin/payments', { query: { search: userId, page, limit: pageSize } })
  return (
    <AdminData query={query} loadingText={t`Loading payments...`}>
      {({ items, matchingPayments }) =>
        matchingPayments === 0 ? (
          <EmptyState title={t`No payments`}>
            <Trans>This person has not tried to buy credits.</Trans>
          </EmptyState>
        ) : (
          <PaymentTable
            payments={items}
            isOfOnePerson
            paging={{ page, pageSize, total: matchingPayments, onPage: setPage }}
            isStale={query.isStale}
          />
        )
      }
    </AdminData>
  )
}

const listTemplateColumns = (): readonly AdminColumn<Entitlement>[] => [
  {
    header: t`Template`,
    cell: ({ templateId, templateName }) => (
      <>
        <TemplateName templateId={templateId}>{templateName}</TemplateName>
        <p className="text-caption break-all text-muted">
          <bdi translate="no" dir="ltr">{`#${templateId}`}</bdi>
        </p>
      </>
    ),
  },
  { header: t`Bought`, cell: ({ purchasedAt }) => <time dateTime={purchasedAt}>{momentText(purchasedAt)}</time> },
  { header: t`Receipt`, cell: ({ receiptNumber }) => <span className="whitespace-nowrap">{receiptNumber}</span> },
  { header: t`Licences`, isNumber: true, cell: ({ licences }) => countText(licences) },
  { header: t`Paid`, isNumber: true, cell: ({ creditsCharged }) => creditsText(creditsCharged) },
]

/** Linked to its page for staff who may open it. */
function TemplateName({ templateId, children }: { templateId: string; children: string }) {
  if (!useMay()('templates')) return <p className="font-medium break-words">{children}</p>
  return (
    <Link
      to={`${publishingPath}/${encodeURIComponent(templateId)}`}
      className="font-medium break-words text-plum underline underline-offset-4"
    >
      {children}
    </Link>
  )
}

export function PersonTemplates({ userId }: PersonTabProps) {
  return (
    <AdminPages
      queryKey={adminKey('GET /api/admin/users/:userId/purchases', { params: { userId } })}
      read={(page, signal) =>
        adminCall('GET /api/admin/users/:userId/purchases', { params: { userId }, query: page, signal })
      }
      loadingText={t`Loading templates...`}
      empty={
        <EmptyState title={t`No templates`}>
          <Trans>This person owns no templates.</Trans>
        </EmptyState>
      }
    >
      {(owned) => (
        <AdminTable
          label={t`Templates owned`}
          columns={listTemplateColumns}
          rows={owned}
          rowKey={({ templateId }) => templateId}
        />
      )}
    </AdminPages>
  )
}

export function PersonVideos({ userId }: PersonTabProps) {
  return (
    <AdminPages
      queryKey={adminKey('GET /api/admin/users/:userId/renders', { params: { userId } })}
      read={(page, signal) =>
        adminCall('GET /api/admin/users/:userId/renders', { params: { userId }, query: page, signal })
      }
      loadingText={t`Loading videos...`}
      isActive={hasActiveRenders}
      empty={
        <EmptyState title={t`No videos`}>
          <Trans>This person has not requested any videos.</Trans>
        </EmptyState>
      }
    >
      {(renders) => <RenderTable renders={renders} isOfOnePerson />}
    </AdminPages>
  )
}

export function PersonAuditLog({ userId }: PersonTabProps) {
  return (
    <AdminPages
      queryKey={adminKey('GET /api/admin/audit', { query: { subjectId: userId } })}
      read={(page, signal) => adminCall('GET /api/admin/audit', { query: { subjectId: userId, ...page }, signal })}
      loadingText={t`Loading the log...`}
      empty={
        <EmptyState title={t`No actions`}>
          <Trans>No owner has taken any action on this account.</Trans>
        </EmptyState>
      }
    >
      {(events) => <AuditEventList events={events} />}
    </AdminPages>
  )
}
