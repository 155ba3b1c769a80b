// The page of one customer: account, history, and the owner’s actions.
import type { AdminUserDetail } from '@vitrine/contract/admin'
import { writeCredits } from '@vitrine/contract/money'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useParams, useSearchParams } from 'react-router'
import { ApiResponseError } from '../../api/api.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AdminData } from '../admin-data.tsx'
import { useAdminQuery } from '../admin-query.ts'
import { useMay } from '../role.tsx'
import { countText, rupeesText } from '../rupees.ts'
import { Stat, StatRow } from '../stat.tsx'
import { AdjustCredits } from './adjust-credits.tsx'
import { BlockPerson } from './block-person.tsx'
import { momentText } from './label.ts'
import { peoplePath } from './people-api.ts'
import { PersonBadges } from './person-badges.tsx'
import { PersonAuditLog, PersonPayments, PersonStatement, PersonTemplates, PersonVideos } from './person-tab.tsx'

export default function PersonPage() {
  const { userId = '' } = useParams()
  return (
    <>
      <LinkButton to={peoplePath} variant="quiet" size="small" className="-ml-3">
        <ArrowLeft aria-hidden="true" size={17} />
        People
      </LinkButton>
      {/* Another person is another page: nothing of the one before may stay on it. */}
      <Person key={userId} userId={userId} />
    </>
  )
}

function Person({ userId }: { userId: string }) {
  const query = useAdminQuery<AdminUserDetail>(`/users/${encodeURIComponent(userId)}`)
  if (query.failure instanceof ApiResponseError && query.failure.status === 404) {
    return (
      <div className="mt-4">
        <h1 className="sr-only">Person</h1>
        <EmptyState title="Account not found" action={<LinkButton to={peoplePath}>All people</LinkButton>}>
          There is no account with this id, or it was deleted.
        </EmptyState>
      </div>
    )
  }
  return (
    <div className="mt-4">
      {!query.data && <h1 className="sr-only">Person</h1>}
      <AdminData query={query} loadingText="Loading the account...">
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
  const facts = [
    `@${username}`,
    email,
    phoneNumber && `${phoneNumber}${isPhoneVerified ? '' : ' (not verified)'}`,
    EmpFeild,
    `registered ${momentText(person.createdAt)}`,
    person.lastSeenAt && `last seen ${momentText(person.lastSeenAt)}`,
    person.blockedAt && `blocked ${momentText(person.blockedAt)}`,
  ].filter(Boolean)
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
      <div className="min-w-0 max-w-[60ch]">
        <h1 className="font-headline text-headline break-words">{actualName || username}</h1>
        <PersonBadges person={person} />
        <p className="mt-2 break-words text-muted">{facts.join(' · ')}</p>
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
  return (
    <StatRow>
      <Stat label="Balance" note={`${countText(promotionalCredits)} free, ${countText(paidCredits)} paid`}>
        {writeCredits(credits)}
      </Stat>
      <Stat label="Money spent" note={`${writeCredits(creditsPurchased)} purchased`}>
        {rupeesText(moneySpent)}
      </Stat>
      <Stat label="Templates owned">{countText(purchases)}</Stat>
      <Stat label="Videos requested" note={`${countText(projects)} ${projects === 1 ? 'project' : 'projects'}`}>
        {countText(renders)}
      </Stat>
    </StatRow>
  )
}

const tabs = [
  { name: 'statement', label: 'Statement' },
  { name: 'payments', label: 'Payments' },
  { name: 'templates', label: 'Templates' },
  { name: 'films', label: 'Videos' },
  { name: 'log', label: 'Audit log' },
] as const
const permissions = {
  statement: 'people-read',
  payments: 'payments-read',
  templates: 'people-read',
  films: 'people-read',
  log: 'audit-log',
} as const

const panels = {
  statement: PersonStatement,
  payments: PersonPayments,
  templates: PersonTemplates,
  films: PersonVideos,
  log: PersonAuditLog,
}

function Parts({ person }: { person: AdminUserDetail }) {
  const [address, setAddress] = useSearchParams()
  const may = useMay()
  const shown = tabs.filter(({ name }) => may(permissions[name]))
  const open = shown.find(({ name }) => name === address.get('tab'))?.name ?? 'statement'
  const Panel = panels[open]
  return (
    <div className="mt-8">
      <Tabs
        label="About this person"
        tabs={shown}
        open={open}
        onOpen={(name) => setAddress(name === 'statement' ? {} : { tab: name }, { preventScrollReset: true })}
      >
        <Panel userId={person.userId} />
      </Tabs>
    </div>
  )
}
