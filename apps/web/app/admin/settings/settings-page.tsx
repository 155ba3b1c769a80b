// The settings of the shop: a tab for each section, with what was changed before.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AdminSettings, SettingsSection } from '@vitrine/contract/settings'
import { useState } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AdminData } from '../admin-data.tsx'
import { useMay } from '../role.tsx'
import { BrandForm } from './brand-form.tsx'
import { PricingForm } from './pricing-form.tsx'
import { ProvidersForm } from './providers-form.tsx'
import { SellerForm } from './seller-form.tsx'
import { SettingsHistory } from './settings-history.tsx'
import { StorefrontForm } from './storefront-form.tsx'
import { settingsApi, settingsKey } from './use-section.ts'
import { WrittenPages } from './written-pages.tsx'

const tabs = [
  { name: 'brand', label: 'Brand' },
  { name: 'storefront', label: 'Storefront' },
  { name: 'pages', label: 'Pages' },
  { name: 'seller', label: 'Seller' },
  { name: 'pricing', label: 'Prices' },
  { name: 'providers', label: 'Providers' },
] as const satisfies readonly { name: SettingsSection | 'pages'; label: string }[]

/** Whoever writes pages and nothing else sees these alone. */
export default function SettingsPage() {
  return useMay()('settings', 'services') ? <AllSettings /> : <PagesOnly />
}

function PagesOnly() {
  const [isUnsaved, setIsUnsaved] = useState(false)
  return (
    <>
      <h1 className="mb-6 font-headline text-headline">Pages</h1>
      <WrittenPages onUnsaved={setIsUnsaved} />
      <UnsavedGuard isUnsaved={isUnsaved} />
    </>
  )
}

function AllSettings() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => settingsApi.get(signal),
  })
  const query = { data, failure: data ? undefined : (error ?? undefined), isStale: false, isFetching, refetch }
  return (
    <>
      <h1 className="font-headline text-headline">Settings</h1>
      <p className="mt-2 mb-6 max-w-[60ch] text-muted">
        Changes are in effect everywhere as soon as you save them. Each can be taken back.
      </p>
      <AdminData query={query} loadingText="Loading the settings...">
        {(settings) => <Sections settings={settings} />}
      </AdminData>
    </>
  )
}

function Sections({ settings }: { settings: AdminSettings }) {
  const [address, setAddress] = useSearchParams()
  const [isUnsaved, setIsUnsaved] = useState(false)
  const may = useMay()
  const shown = tabs.filter(({ name }) => name !== 'providers' || may('services'))
  const open = shown.find(({ name }) => name === address.get('section'))?.name ?? 'brand'
  const props = { settings, onUnsaved: setIsUnsaved }
  const queries = useQueryClient()
  const { revalidate } = useRevalidator()
  const restore = async (section: SettingsSection, before: Readonly<Record<string, unknown>>) => {
    const { value, revision } = settings[section]
    queries.setQueryData(settingsKey, await settingsApi.change(section, { ...value, ...before }, revision))
    void revalidate()
  }
  return (
    <>
      <Tabs
        label="Settings"
        tabs={shown}
        open={open}
        onOpen={(section) => setAddress({ section }, { preventScrollReset: true })}
      >
        {open === 'brand' && <BrandForm {...props} />}
        {open === 'storefront' && <StorefrontForm {...props} />}
        {open === 'pages' && <WrittenPages onUnsaved={setIsUnsaved} />}
        {open === 'seller' && <SellerForm {...props} />}
        {open === 'pricing' && <PricingForm {...props} />}
        {open === 'providers' && <ProvidersForm {...props} />}
        {open !== 'pages' && (
          <SettingsHistory key={open} subjectId={open} onRestore={(before) => restore(open, before)} />
        )}
      </Tabs>
      <UnsavedGuard isUnsaved={isUnsaved} />
    </>
  )
}

function UnsavedGuard({ isUnsaved }: { isUnsaved: boolean }) {
  return (
    <LeaveGuard
      isHolding={isUnsaved}
      isLostAt={(next, current) => next.pathname !== current.pathname || next.search !== current.search}
      title="Leave without saving?"
      leaveLabel="Leave"
    >
      What you changed in this section is not saved yet.
    </LeaveGuard>
  )
}
