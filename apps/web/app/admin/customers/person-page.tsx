// The page of one customer: account, history, and the owner’s actions.
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminUserDetail } from '@vitrine/contract/admin'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Fragment } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { ApiResponseError } from '../../api/api.ts'
import { employmentText } from '../../features/sign-in/employment-options.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useAdminQuery } from '../api/admin-query.ts'
import { peoplePath } from '../api/people-api.ts'
import { useMay } from '../api/role.tsx'
import { AdminData } from '../ui/admin-data.tsx'
import { momentText } from '../ui/label.ts'
import { countText, creditsText, rupeesText } from '../ui/rupees.ts'
import { Stat, StatRow } from '../ui/stat.tsx'
import { AdjustCredits } from './adjust-credits.tsx'
import { BlockPerson } from './block-person.tsx'
import { PersonBadges } from './person-badges.tsx'
import { PersonAuditLog, PersonPayments, PersonStatement, PersonTemplates, PersonVideos } from './person-tab.tsx'

export default function PersonPage() {
  const { userId = '' } = useParams()
  return (
    <>
      <LinkButton to={peoplePath} variant="quiet" size="small" className="-ms-3">
        <ArrowLeft aria-hidden="true" size={17} />
        <Trans>People</Trans>
      </LinkButton>
      {/* The key resets all state when the page changes to another person. */}
      <Person key={userId} userId={userId} />
    </>
  )
}

function Person({ userId }: { userId: string }) {
  const query = useAdminQuery('GET /api/admin/users/:userId', { params: { userId } })
  if (query.failure instanceof ApiResponseError && query.failure.status === 404) {
    return (
      <div className="mt-4">
        <h1 className="sr-only">
          <Trans>Person</Trans>
        </h1>
        <EmptyState title={t`Account not found`} action={<LinkButton to={peoplePath}>{t`All people`}</LinkButton>}>
          <Trans>There is no account with this id, or it was deleted.</Trans>
        </EmptyState>
      </div>
    )
  }
  return (
    <div className="mt-4">
      {!query.data && (
        <h1 className="sr-only">
          <Trans>Person</Trans>
        </h1>
      )}
      <AdminData query={query} loadingText={t`Loading the account...`}>
        {(person) => (
          <>
            <Head person={person} />
            <Figures person={person} />
            <Parts person={person} />
          </>
        )}
      </AdminData>
    </div>
  )
}

function Head({ person }: { person: AdminUserDetail }) {
  const { userId, username, actualName, email, phoneNumber, isPhoneVerified, EmpFeild } = person
  const registeredAt = momentText(person.createdAt)
  const lastSeenAt = person.lastSeenAt && momentText(person.lastSeenAt)
  const blockedAt = person.blockedAt && momentText(person.blockedAt)
  const facts = [
    `@${username}`,
    email,
    phoneNumber && (isPhoneVerified ? phoneNumber : t`${phoneNumber} (not verified)`),
    employmentText(EmpFeild),
    t`registered ${registeredAt}`,
    lastSeenAt && t`last seen ${lastSeenAt}`,
    blockedAt && t`blocked ${blockedAt}`,
  ].filter(Boolean)
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
      <div className="min-w-0 max-w-[60ch]">
        <h1 dir="auto" className="font-headline text-headline break-words">
          {actualName || username}
        </h1>
        <PersonBadges person={person} />
        <p className="mt-2 break-words text-muted">
          {facts.map((fact, n) => (
            <Fragment key={fact}>
              {n > 0 && <span>{' · '}</span>}
              <bdi>{fact}</bdi>
            </Fragment>
          ))}
        </p>
        <p className="mt-1 text-caption break-all text-muted">{userId}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <AdjustCredits person={person} />
        <BlockPerson person={person} />
      </div>
    </header>
  )
}

function Figures({ person }: { person: AdminUserDetail }) {
  const { credits, promotionalCredits, paidCredits, creditsPurchased, moneySpent, purchases, renders, projects } =
    person
  const [free, paid, purchased] = [countText(promotionalCredits), countText(paidCredits), creditsText(creditsPurchased)]
  const projectCount = countText(projects)
  return (
    <StatRow>
      <Stat label={t`Balance`} note={t`${free} free, ${paid} paid`}>
        {creditsText(credits)}
      </Stat>
      <Stat label={t`Money spent`} note={t`${purchased} purchased`}>
        {rupeesText(moneySpent)}
      </Stat>
      <Stat label={t`Templates owned`}>{countText(purchases)}</Stat>
      <Stat
        label={t`Videos requested`}
        note={plural(projects, { one: `${projectCount} project`, other: `${projectCount} projects` })}
      >
        {countText(renders)}
      </Stat>
    </StatRow>
  )
}

const listTabs = (): { name: keyof typeof panels; label: string }[] => [
  { name: 'statement', label: t`Credit statement` },
  { name: 'payments', label: t`Payments` },
  { name: 'templates', label: t`Templates` },
  { name: 'videos', label: t`Videos` },
  { name: 'log', label: t`Audit log` },
]
const permissions = {
  statement: 'people-read',
  payments: 'payments-read',
  templates: 'people-read',
  videos: 'people-read',
  log: 'audit-log',
} as const

const panels = {
  statement: PersonStatement,
  payments: PersonPayments,
  templates: PersonTemplates,
  videos: PersonVideos,
  log: PersonAuditLog,
}

function Parts({ person }: { person: AdminUserDetail }) {
  const [address, setAddress] = useSearchParams()
  const may = useMay()
  const shown = listTabs().filter(({ name }) => may(permissions[name]))
  const open = shown.find(({ name }) => name === address.get('tab'))?.name ?? 'statement'
  const Panel = panels[open]
  return (
    <div className="mt-8">
      <Tabs
        label={t`About this person`}
        tabs={shown}
        open={open}
        onOpen={(name) => setAddress(name === 'statement' ? {} : { tab: name }, { preventScrollReset: true })}
      >
        <Panel userId={person.userId} />
      </Tabs>
    </div>
  )
}
