// The settings of the store: a tab for each section, with its history.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminSettings, SettingsSection } from '@vitrine/contract/settings'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { classNames } from '../../ui/class-names.ts'
import { controlClass } from '../../ui/control.tsx'
import { Field } from '../../ui/field.tsx'
import { type FormFieldProps, FormNumber, FormText, useFormField } from '../../ui/form/form.tsx'
import { FormLines } from '../../ui/form/form-lines.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useEditedQuery } from '../api/admin-query.ts'
import { useMay } from '../api/role.tsx'
import { AdminData } from '../ui/admin-data.tsx'
import { BrandLookFields, BrandNameFields, BrandPictureFields, BrandPreviews } from './brand-fields.tsx'
import { LanguagesForm } from './languages-form.tsx'
import { GiftFields, PackList } from './pricing-fields.tsx'
import { ProvidersForm } from './providers-form.tsx'
import {
  FieldGroup,
  SectionForm,
  type SectionFormProps,
  type SectionValue,
  useSaveSection,
  useSection,
} from './section-form.tsx'
import { SettingsHistory } from './settings-history.tsx'
import { TaxForm } from './tax-fields.tsx'
import { WrittenPages } from './written-pages.tsx'

type TabName = Exclude<SettingsSection, 'launch'> | 'pages'

const listTabs = (): readonly { name: TabName; label: string }[] => [
  { name: 'brand', label: t`Brand` },
  { name: 'storefront', label: t`Storefront` },
  { name: 'pages', label: t`Pages` },
  { name: 'search', label: t`Search` },
  { name: 'languages', label: t`Languages` },
  { name: 'seller', label: t`Seller` },
  { name: 'tax', label: t`Tax` },
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
  const [searchParams, setSearchParams] = useSearchParams()
  const [isUnsaved, setIsUnsaved] = useState(false)
  const may = useMay()
  const shown = listTabs().filter(({ name }) => name !== 'providers' || may('services'))
  const open = shown.find(({ name }) => name === searchParams.get('section'))?.name ?? 'brand'
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
        onOpen={(section) => setSearchParams({ section }, { preventScrollReset: true })}
      >
        {open === 'brand' && <BrandForm {...props} />}
        {open === 'storefront' && <StorefrontForm {...props} />}
        {open === 'pages' && <WrittenPages onUnsaved={setIsUnsaved} />}
        {open === 'search' && <SearchForm {...props} />}
        {open === 'languages' && <LanguagesForm {...props} />}
        {open === 'seller' && <SellerForm {...props} />}
        {open === 'tax' && <TaxForm {...props} />}
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

function SellerForm({ settings, onUnsaved }: SectionFormProps) {
  const form = useSection('seller', settings)
  return (
    <SectionForm form={form} onUnsaved={onUnsaved}>
      <div className="grid gap-10 lg:grid-cols-2">
        <FieldGroup title={t`Legal details`} note={t`On receipts, in the footer and on the contact page.`}>
          <FormText form={form} name="legalName" label={t`Legal name`} hint={t`Empty: the name of the store`} />
          <FormLines
            form={form}
            name="address"
            label={t`Address`}
            hint={t`Line by line, as on a letter`}
            maxLines={6}
          />
          <FormLines
            form={form}
            name="taxNumbers"
            label={t`Tax numbers`}
            hint={t`Printed on receipts, such as PAN or CIN. The GSTIN of a store that charges GST is entered under Tax.`}
            maxLines={4}
          />
          <FormText
            form={form}
            name="receiptPrefix"
            label={t`Receipt prefix`}
            hint={t`Up to 3 letters or digits: ABC gives ABC-2026-000001. Receipts already issued keep their numbers.`}
            maxLength={3}
            write={(typed) => typed.toUpperCase()}
          />
        </FieldGroup>
        <div className="flex flex-col gap-10">
          <FieldGroup title={t`Contact`}>
            <FormText
              form={form}
              name="email"
              label={t`Email for customers`}
              type="email"
              hint={t`Empty: support@ at the store’s address`}
            />
            <FormText form={form} name="phone" label={t`Phone`} type="tel" />
            <FormText
              form={form}
              name="hours"
              label={t`Hours`}
              hint={t`When somebody answers, such as Monday to Saturday, 10 to 6. On the contact page, below the phone number.`}
            />
            <FormLines
              form={form}
              name="socialLinks"
              label={t`Social profiles`}
              hint={t`Addresses such as https://instagram.com/store, linked in the footer`}
              maxLines={8}
            />
          </FieldGroup>
          <FieldGroup
            title={t`Grievance officer`}
            note={t`Stores that sell to consumers in India must name one (Consumer Protection (E-Commerce) Rules 2020). Shown on the contact page.`}
          >
            <FormText form={form} name="grievanceOfficer.name" label={t`Name`} />
            <FormText form={form} name="grievanceOfficer.email" label={t`Email`} type="email" />
            <FormText form={form} name="grievanceOfficer.phone" label={t`Phone number`} type="tel" />
          </FieldGroup>
        </div>
      </div>
    </SectionForm>
  )
}

function StorefrontForm({ settings, onUnsaved }: SectionFormProps) {
  const form = useSection('storefront', settings)
  return (
    <SectionForm form={form} onUnsaved={onUnsaved}>
      <div className="grid gap-10 lg:grid-cols-2">
        <div className="flex flex-col gap-10">
          <FieldGroup
            title={t`Home page`}
            note={t`Headline, announcement and tagline are translated under Languages, at the top of each list.`}
          >
            <FormText form={form} name="headline" label={t`Headline`} />
          </FieldGroup>
          <FieldGroup title={t`Announcement`} note={t`A bar above every page of the store, for an offer or a holiday.`}>
            <FormText form={form} name="announcement" label={t`Text`} hint={t`Empty: no bar`} />
            <FormText
              form={form}
              name="announcementLink"
              label={t`Link`}
              hint={t`Such as /templates-list?section=Diwali; empty: none`}
            />
          </FieldGroup>
        </div>
        <FieldGroup
          title={t`Promises`}
          note={t`Named on the pages about contact, refunds and questions, and beside every price.`}
        >
          <FormNumber form={form} name="answerDays" label={t`Messages are answered within (working days)`} />
          <FormNumber form={form} name="refundDays" label={t`A purchase can be returned within (days)`} />
          <FormNumber form={form} name="refundPaidDays" label={t`A refund is paid within (working days)`} />
        </FieldGroup>
      </div>
    </SectionForm>
  )
}
