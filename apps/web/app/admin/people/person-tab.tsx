// The tabs of a customer’s page.
import type { AdminEntitlements, AdminPayments, AdminRender, AdminStatement, AuditEvent } from '@vitrine/contract/admin'
import { writeCredits } from '@vitrine/contract/money'
import { useState } from 'react'
import { Link } from 'react-router'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AdminData } from '../admin-data.tsx'
import { useAdminQuery } from '../admin-query.ts'
import { publishingPath } from '../publishing/publishing-api.ts'
import { useMay } from '../role.tsx'
import { countText } from '../rupees.ts'
import { type AdminColumn, AdminTable } from '../table.tsx'
import { AdminPages } from './admin-pages.tsx'
import { AuditEventList } from './audit-event-list.tsx'
import { momentText } from './label.ts'
import { PaymentTable } from './payment-table.tsx'
import { areMoving, RenderTable } from './render-table.tsx'

type PersonTabProps = { userId: string }
type StatementLine = AdminStatement['items'][number]
type Entitlement = AdminEntitlements['items'][number]

const statementColumns: readonly AdminColumn<StatementLine>[] = [
  {
    header: 'What',
    cell: ({ description, note }) => (
      <>
        <p className="font-medium break-words">{description}</p>
        {note && <p className="text-caption break-words text-muted">“{note}”</p>}
      </>
    ),
  },
  { header: 'When', cell: ({ createdAt }) => <time dateTime={createdAt}>{momentText(createdAt)}</time> },
  {
    header: 'Credits',
    isNumber: true,
    cell: ({ credits }) => (
      <span className={credits > 0 ? 'font-medium text-good' : 'font-medium'}>
        {credits > 0 ? '+' : '−'}
        {writeCredits(Math.abs(credits))}
      </span>
    ),
  },
  { header: 'Balance after', isNumber: true, cell: ({ balanceAfter }) => countText(balanceAfter) },
]

export function PersonStatement({ userId }: PersonTabProps) {
  return (
    <AdminPages<StatementLine>
      path={`/users/${userId}/statement`}
      loadingText="Loading the statement..."
      empty={
        <EmptyState title="No credit activity">This account has not received or spent any credits yet.</EmptyState>
      }
    >
      {(lines) => <AdminTable label="Statement" columns={statementColumns} rows={lines} rowKey={({ id }) => id} />}
    </AdminPages>
  )
}

const pageSize = 25

export function PersonPayments({ userId }: PersonTabProps) {
  const [page, setPage] = useState(1)
  const query = useAdminQuery<AdminPayments>('/payments', { search: userId, page, limit: pageSize })
  return (
    <AdminData query={query} loadingText="Loading payments...">
      {({ items, matchingPayments }) =>
        matchingPayments === 0 ? (
          <EmptyState title="No payments">This person has not tried to buy credits.</EmptyState>
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

const templateColumns: readonly AdminColumn<Entitlement>[] = [
  {
    header: 'Template',
    cell: ({ templateId, templateName }) => (
      <>
        <TemplateName templateId={templateId}>{templateName}</TemplateName>
        <p className="text-caption break-all text-muted">#{templateId}</p>
      </>
    ),
  },
  { header: 'Bought', cell: ({ purchasedAt }) => <time dateTime={purchasedAt}>{momentText(purchasedAt)}</time> },
  { header: 'Receipt', cell: ({ receiptNumber }) => <span className="whitespace-nowrap">{receiptNumber}</span> },
  { header: 'Licences', isNumber: true, cell: ({ licences }) => countText(licences) },
  { header: 'Paid', isNumber: true, cell: ({ creditsCharged }) => writeCredits(creditsCharged) },
]

/** Linked to its page for those who may open it. */
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
    <AdminPages<Entitlement>
      path={`/users/${userId}/purchases`}
      loadingText="Loading templates..."
      empty={<EmptyState title="No templates">This person owns no templates.</EmptyState>}
    >
      {(owned) => (
        <AdminTable
          label="Templates owned"
          columns={templateColumns}
          rows={owned}
          rowKey={({ templateId }) => templateId}
        />
      )}
    </AdminPages>
  )
}

export function PersonVideos({ userId }: PersonTabProps) {
  return (
    <AdminPages<AdminRender>
      path={`/users/${userId}/renders`}
      loadingText="Loading videos..."
      isMoving={areMoving}
      empty={<EmptyState title="No videos">This person has not requested any videos.</EmptyState>}
    >
      {(renders) => <RenderTable renders={renders} isOfOnePerson />}
    </AdminPages>
  )
}

export function PersonAuditLog({ userId }: PersonTabProps) {
  return (
    <AdminPages<AuditEvent>
      path="/audit"
      parts={{ subjectId: userId }}
      loadingText="Loading the log..."
      empty={<EmptyState title="No actions">No owner has taken any action on this account.</EmptyState>}
    >
      {(events) => <AuditEventList events={events} />}
    </AdminPages>
  )
}
