// The page of one customer: account, history, and the owner’s actions.
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminUserDetail } from '@vitrine/contract/admin'
import { toAmount } from '@vitrine/contract/input'
import { isStaff } from '@vitrine/contract/permission'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Fragment, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { ApiResponseError } from '../../api/api.ts'
import { employmentText } from '../../features/sign-in/employment-fields.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextField } from '../../ui/field.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useAdminQuery } from '../api/admin-query.ts'
import { peopleApi, peoplePath } from '../api/people-api.ts'
import { useMay } from '../api/role.tsx'
import { ActionButton, ActionForm } from '../ui/action-dialog.tsx'
import { AdminData } from '../ui/admin-data.tsx'
import { Choice } from '../ui/choice.tsx'
import { momentText } from '../ui/label.ts'
import { PersonBadges } from '../ui/person.tsx'
import { countText, creditsText, rupeesText } from '../ui/rupees.ts'
import { Stat, StatRow } from '../ui/stat.tsx'
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
  const [searchParams, setSearchParams] = useSearchParams()
  const may = useMay()
  const shown = listTabs().filter(({ name }) => may(permissions[name]))
  const open = shown.find(({ name }) => name === searchParams.get('tab'))?.name ?? 'statement'
  const Panel = panels[open]
  return (
    <div className="mt-8">
      <Tabs
        label={t`About this person`}
        tabs={shown}
        open={open}
        onOpen={(name) => setSearchParams(name === 'statement' ? {} : { tab: name }, { preventScrollReset: true })}
      >
        <Panel userId={person.userId} />
      </Tabs>
    </div>
  )
}

/** The same limit as on the server. */
const maxCredits = 1_000_000

/** Adds credits to a customer or removes some, showing the balance before and after. */
function AdjustCredits({ person }: { person: AdminUserDetail }) {
  if (!useMay()('credits')) return null
  return (
    <ActionButton label={t`Adjust credits`} title={t`Adjust credits`}>
      {(close) => <AdjustForm person={person} onClose={close} />}
    </ActionButton>
  )
}

const adjustWays = () => ({ give: t`Add`, take: t`Remove` })
type AdjustWay = keyof ReturnType<typeof adjustWays>

function AdjustForm({ person, onClose }: { person: AdminUserDetail; onClose: () => void }) {
  const [way, setWay] = useState<AdjustWay>('give')
  const [typed, setTyped] = useState('')
  const amount = Math.max(0, toAmount(typed, 0) ?? 0)
  const credits = way === 'give' ? amount : -amount
  const after = person.credits + credits
  const problem = findAmountProblem(amount, person.credits, way)
  const amountText = creditsText(amount)
  const actionLabel = way === 'give' ? t`Add ${amountText}` : t`Remove ${amountText}`
  return (
    <ActionForm
      actionLabel={amount > 0 ? actionLabel : t`Adjust`}
      isDanger={way === 'take'}
      problem={problem}
      onClose={onClose}
      act={async (request) => {
        const answer = await peopleApi.adjustCredits(person.userId, { ...request, credits })
        const balance = creditsText(answer.credits)
        return way === 'give'
          ? t`${amountText} added. The balance is ${balance}.`
          : t`${amountText} removed. The balance is ${balance}.`
      }}
      consequence={
        <>
          <dl className="flex items-baseline justify-between gap-4 tabular-nums">
            <div>
              <dt className="text-caption text-muted">
                <Trans>Balance now</Trans>
              </dt>
              <dd className="text-lead font-medium">{creditsText(person.credits)}</dd>
            </div>
            <div className="text-end">
              <dt className="text-caption text-muted">
                <Trans>New balance</Trans>
              </dt>
              <dd className="text-lead font-medium">{after < 0 ? t`Not enough` : creditsText(after)}</dd>
            </div>
          </dl>
          <p className="mt-3 text-caption text-muted">
            <span>
              {way === 'give'
                ? t`The credits can be spent immediately.`
                : t`Free credits are removed first, then paid ones.`}
            </span>{' '}
            <Trans>The customer’s statement says “Adjusted by the store”.</Trans>
          </p>
        </>
      }
    >
      <Choice label={t`What to do`} values={adjustWays()} value={way} onChoose={setWay} />
      <TextField
        label={t`Credits`}
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </ActionForm>
  )
}

function findAmountProblem(amount: number, balance: number, way: AdjustWay): string | undefined {
  const [most, all] = [creditsText(maxCredits), creditsText(balance)]
  if (amount === 0) return t`Please enter a whole number of credits, 1 or more.`
  if (amount > maxCredits) return t`At most ${most} at a time.`
  if (way === 'take' && amount > balance) return t`Only ${all} can be removed.`
  return undefined
}

/** Blocks and unblocks an account. */
function BlockPerson({ person }: { person: AdminUserDetail }) {
  const may = useMay()
  const { userId, isBlocked, sessions } = person
  const name = person.actualName || person.username
  if (!may('people-change')) return null
  if (isBlocked) {
    return (
      <ActionButton label={t`Unblock`} title={t`Unblock ${name}`}>
        {(close) => (
          <ActionForm
            actionLabel={t`Unblock this account`}
            onClose={close}
            act={async (request) => {
              await peopleApi.setBlocked(userId, false, request)
              return t`${name} can sign in again.`
            }}
            consequence={
              <p>
                <Trans>{name} can sign in again, with the same credits, templates and videos as before.</Trans>
              </p>
            }
          />
        )}
      </ActionButton>
    )
  }
  // Staff must be removed from the staff first.
  if (isStaff(person.role)) return null
  return (
    <ActionButton label={t`Block`} title={t`Block ${name}`} isDanger>
      {(close) => (
        <ActionForm
          actionLabel={t`Block this account`}
          isDanger
          onClose={close}
          act={async (request) => {
            await peopleApi.setBlocked(userId, true, request)
            return t`${name} is blocked and signed out everywhere.`
          }}
          consequence={
            <p>
              {plural(sessions, {
                one: `${name} will be signed out of # device and can’t sign in: “This account has been blocked. Please contact support.” Credits, templates and videos are kept, and you can unblock the account later.`,
                other: `${name} will be signed out of # devices and can’t sign in: “This account has been blocked. Please contact support.” Credits, templates and videos are kept, and you can unblock the account later.`,
              })}
            </p>
          }
        />
      )}
    </ActionButton>
  )
}
