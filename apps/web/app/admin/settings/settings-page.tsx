// The settings of the store: a tab for each section, with its history.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminSettings, SettingsSection } from '@vitrine/contract/settings'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { classNames } from '../../ui/class-names.ts'
import { controlClass } from '../../ui/control-class.ts'
import { Field } from '../../ui/field.tsx'
import { type FormFieldProps, FormNumber, useFormField } from '../../ui/form/form-field.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useEditedQuery } from '../api/admin-query.ts'
import { useMay } from '../api/role.tsx'
import { AdminData } from '../ui/admin-data.tsx'
import { BrandLookFields, BrandNameFields, BrandPictureFields, BrandPreviews } from './brand-fields.tsx'
import { GiftFields } from './gift-fields.tsx'
import { LanguagesForm } from './languages-form.tsx'
import { PackList } from './pack-list.tsx'
import { ProvidersForm } from './providers-form.tsx'
import { FieldGroup, SectionForm, type SectionFormProps } from './section-form.tsx'
import { SellerForm } from './seller-form.tsx'
import { SettingsHistory } from './settings-history.tsx'
import { StorefrontForm } from './storefront-form.tsx'
import { type SectionValue, useSaveSection, useSection } from './use-section.ts'
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

/** Staff who only edit pages see no other tabs. */
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
  const query = useEditedQuery('GET /api/admin/settings')
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
    // For a service the log has only what was changed.
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

function BrandForm({ settings, onUnsaved }: SectionFormProps) {
  const form = useSection('brand', settings)
  const fields = { form, settings }
  return (
    <SectionForm form={form} onUnsaved={onUnsaved}>
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
        <div className="flex flex-col gap-10">
          <FieldGroup title={t`Name and logo`}>
            <BrandNameFields {...fields} />
          </FieldGroup>
          <FieldGroup title={t`Icon and links`}>
            <BrandPictureFields {...fields} />
          </FieldGroup>
          <FieldGroup title={t`Look`}>
            <BrandLookFields form={form} />
          </FieldGroup>
        </div>
        <BrandPreviews brand={form.values} />
      </div>
    </SectionForm>
  )
}

function PricingForm({ settings, onUnsaved }: SectionFormProps) {
  const form = useSection('pricing', settings)
  return (
    <SectionForm form={form} onUnsaved={onUnsaved}>
      <FieldGroup
        title={t`Credit packs`}
        note={t`In this order. Orders that were opened before a change keep their price. A pack that is sold once per account suits a cheap first try.`}
      >
        <PackList form={form} />
      </FieldGroup>
      <FieldGroup title={t`Value of credits and gifts`}>
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          <FormNumber
            form={form}
            name="paisePer1000Credits"
            label={t`Value of 1,000 credits`}
            hint={t`In rupees: what prices in credits are shown to be worth. It follows the recommended pack, unless you set it.`}
            unit={100}
          />
          <FormNumber
            form={form}
            name="listPaisePer1000Credits"
            label={t`List price of 1,000 credits`}
            hint={t`In rupees: what the savings of packs are counted from`}
            unit={100}
          />
          <FormNumber
            form={form}
            name="inrPerUsd"
            label={t`Rupees for a US dollar`}
            hint={t`For the approximate prices that other countries see`}
          />
          <GiftFields form={form} />
        </div>
      </FieldGroup>
    </SectionForm>
  )
}

function SearchForm({ settings, onUnsaved }: SectionFormProps) {
  const form = useSection('search', settings)
  return (
    <SectionForm form={form} onUnsaved={onUnsaved}>
      <FieldGroup
        title={t`Words with the same meaning`}
        note={t`Whoever searches for one word of a line finds templates that have any other word of it. Spelling mistakes need no entry.`}
      >
        <SynonymField
          form={form}
          name="synonyms"
          label={t`A line for each meaning`}
          hint={t`Words separated by commas, in any language. After > the first words of lines that are close, shown when nothing else is found: haldi, हल्दी > wedding`}
        />
      </FieldGroup>
    </SectionForm>
  )
}

function SynonymField(props: FormFieldProps<SectionValue<'search'>, string[]>) {
  const { value: lines, onValue, error, hint } = useFormField<SectionValue<'search'>, string[]>(props)
  const problems = lines.map((_, index) => lineProblem(index + 1, props.form.findError(`synonyms.${index}`)))
  return (
    <Field label={props.label} hint={hint} error={problems.find(Boolean) ?? error}>
      {(ids) => (
        <textarea
          {...ids}
          rows={24}
          spellCheck={false}
          dir="auto"
          value={lines.join('\n')}
          onChange={({ target }) => onValue(target.value.split('\n'))}
          className={classNames(controlClass, 'h-auto py-2.5 leading-7')}
        />
      )}
    </Field>
  )
}

const lineProblem = (line: number, problem: string | undefined) => problem && t`Line ${line}: ${problem}`
