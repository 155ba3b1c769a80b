// The first admin page: tabs of users, templates and revenue over a period.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { Tabs } from '../../ui/tabs.tsx'
import { PeriodBadge, PeriodPicker } from '../ui/period.tsx'
import { RevenueTab } from './revenue-tab.tsx'
import { TemplatesTab } from './templates-tab.tsx'
import { UsersTab } from './users-tab.tsx'

const panels = { users: UsersTab, templates: TemplatesTab, revenue: RevenueTab }
type TabName = keyof typeof panels

const listTabs = (): { name: TabName; label: string }[] => [
  { name: 'users', label: t`Users` },
  { name: 'templates', label: t`Templates` },
  { name: 'revenue', label: t`Revenue` },
]
/** Parameters of the address that all tabs share; the others belong to the open tab. */
const shared = ['period', 'from', 'to']

export default function Dashboard() {
  const [searchParams, setSearchParams] = useSearchParams()
  const tabs = listTabs()
  const open = tabs.find(({ name }) => name === searchParams.get('tab'))?.name ?? 'users'
  const Panel = panels[open]
  const show = (name: TabName) => {
    const next = new URLSearchParams([...searchParams].filter(([part]) => shared.includes(part)))
    if (name !== 'users') next.set('tab', name)
    setSearchParams(next, { preventScrollReset: true })
  }
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="font-headline text-headline">
          <Trans>Admin Dashboard</Trans>
        </h1>
        <PeriodBadge />
      </div>
      <div className="mb-6">
        <PeriodPicker />
      </div>
      <Tabs label={t`Figures`} tabs={tabs} open={open} onOpen={show}>
        <Panel />
      </Tabs>
    </>
  )
}
