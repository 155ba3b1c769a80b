// The settings of the shop: a tab for each section, with what was changed before.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminSettings, SettingsSection } from '@vitrine/contract/settings'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AdminData } from '../admin-data.tsx'
import { useEditedQuery } from '../admin-query.ts'
import { useMay } from '../role.tsx'
import { BrandForm } from './brand-form.tsx'
import { LanguagesForm } from './languages-form.tsx'
import { PricingForm } from './pricing-form.tsx'
import { ProvidersForm } from './providers-form.tsx'
import { SearchForm } from './search-form.tsx'
import { SellerForm } from './seller-form.tsx'
import { SettingsHistory } from './settings-history.tsx'
import { StorefrontForm } from './storefront-form.tsx'
import { useSaveSection } from './use-section.ts'
import { WrittenPages } from './written-pages.tsx'

type TabName = Exclude<SettingsSection, 'launch'> | 'pages'

const listTabs = (): readonly { name: TabName; label: string }[] => [
  { name: 'brand', label: t`Brand` },
  { name: 'storefront', label: t`Storefront` },
  { name: 'pages', label: t`Pages` },
  { name: 'search', label: t`Search` },
  { name: 'languages', label: t`Languages` },
  { name: 'seller', label: t`Seller` },
  { name: 'pricing', label: t`Prices` },
  { name: 'providers', label: t`Providers` },
]

/** Whoever writes pages and nothing else sees these alone. */
export default function SettingsPage() {
  return useMay()('settings', 'services') ? <AllSettings /> : <PagesOnly />
}

function PagesOnly() {
  const [isUnsaved, setIsUnsaved] = useState(false)
  return (
    <>
      <h1 className="mb-6 font-headline text-headline">
        <Trans>Pages</Trans>
      </h1>
      <WrittenPages onUnsaved={setIsUnsaved} />
      <UnsavedGuard isUnsaved={isUnsaved} />
    </>
  )
}

function AllSettings() {
  const query = useEditedQuery<AdminSettings>('/settings')
  return (
    <>
      <h1 className="font-headline text-headline">
        <Trans>Settings</Trans>
      </h1>
      <p className="mt-2 mb-6 max-w-[60ch] text-muted">
        <Trans>Changes are in effect everywhere as soon as you save them. Each can be taken back.</Trans>
      </p>
      <AdminData query={query} loadingText={t`Loading the settings...`}>
        {(settings) => <Sections settings={settings} />}
      </AdminData>
    </>
  )
}

function Sections({ settings }: { settings: AdminSettings }) {
  const [address, setAddress] = useSearchParams()
  const [isUnsaved, setIsUnsaved] = useState(false)
  const may = useMay()
  const shown = listTabs().filter(({ name }) => name !== 'providers' || may('services'))
  const open = shown.find(({ name }) => name === address.get('section'))?.name ?? 'brand'
  const props = { settings, onUnsaved: setIsUnsaved }
  const save = useSaveSection()
  const restore = (section: SettingsSection, before: Readonly<Record<string, unknown>>) => {
    const { value, revision } = settings[section]
    // The log has of a service only what was changed.
    const services = Object.entries(value).map(([name, fields]) => [
      name,
      { ...(fields as object), ...(before[name] as object) },
    ])
    const restored = section === 'providers' ? Object.fromEntries(services) : { ...value, ...before }
    return save(section, restored, revision)
  }
  return (
    <>
      <Tabs
        label={t`Settings`}
        tabs={shown}
        open={open}
        onOpen={(section) => setAddress({ section }, { preventScrollReset: true })}
      >
        {open === 'brand' && <BrandForm {...props} />}
        {open === 'storefront' && <StorefrontForm {...props} />}
        {open === 'pages' && <WrittenPages onUnsaved={setIsUnsaved} />}
        {open === 'search' && <SearchForm {...props} />}
        {open === 'languages' && <LanguagesForm {...props} />}
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
      title={t`Leave without saving?`}
      leaveLabel={t`Leave`}
    >
      <Trans>What you changed in this section is not saved yet.</Trans>
    </LeaveGuard>
  )
}
