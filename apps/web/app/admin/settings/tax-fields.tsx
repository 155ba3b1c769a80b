// The section `tax`: which taxes the store charges, at which rates, and when tax falls on credits.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { findTaxPoint, type SaleKind } from '@vitrine/contract/tax'
import {
  findGstinProblem,
  findStandardEuRate,
  GSTIN_PROBLEM_TEXT,
  STANDARD_EU_RATES,
  toGstin,
} from '@vitrine/contract/tax-place'
import { Link } from 'react-router'
import { countryText, rateText } from '../../language/format.ts'
import { i18n, serverText } from '../../language/i18n.ts'
import { stateName } from '../../language/place-names.ts'
import { Button } from '../../ui/button.tsx'
import { FormNumber, FormSelect, FormText, useFormField } from '../../ui/form/form.tsx'
import { type FormHandle, isSame } from '../../ui/form/use-form.ts'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { saleKindNames, taxProfileNames } from '../ui/label.ts'
import { FieldGroup, SectionForm, type SectionFormProps, type SectionValue, useSection } from './section-form.tsx'
import { TaxExample } from './tax-example.tsx'

type Tax = SectionValue<'tax'>
type FieldsProps = { form: FormHandle<Tax> }

export function TaxForm({ settings, onUnsaved }: SectionFormProps) {
  const form = useSection('tax', settings)
  const { profile } = form.values
  const { errors } = form.formState
  return (
    <SectionForm form={form} onUnsaved={onUnsaved}>
      <FieldGroup
        title={t`Taxes`}
        note={t`A change counts for orders opened from now on. Open orders keep the price and the tax they were opened with, and documents already issued never change.`}
      >
        <Choice form={form} name="profile" label={t`Taxes`} choices={listProfiles()} className="sm:grid-cols-2" />
      </FieldGroup>
      {/* What is typed for one profile stays when another is chosen; a mistake in it must be seen to be corrected. */}
      {(profile === 'gst' || errors.rates || errors.lutNumber) && <GstFields form={form} />}
      {(profile === 'flat' || errors.flatName || errors.flatRateBp) && <FlatFields form={form} />}
      {(profile === 'eu' || errors.euVatNumber || errors.euRates) && <EuFields form={form} />}
      {profile !== 'none' && (
        <>
          <FieldGroup title={t`Prices of packs`}>
            <Choice
              form={form}
              name="pricesIncludeTax"
              label={t`Prices of packs`}
              choices={listPriceKinds()}
              className="sm:grid-cols-2"
            />
            <TaxExample tax={form.values} packs={settings.pricing.value.packs} />
          </FieldGroup>
          <TaxPointFields form={form} />
          <Numbers prefix={settings.seller.value.receiptPrefix} />
        </>
      )}
    </SectionForm>
  )
}

type ChoiceProps<Name extends 'profile' | 'pricesIncludeTax' | 'taxedWhen'> = {
  form: FormHandle<Tax>
  name: Name
  label: string
  choices: readonly { value: Tax[Name]; label: string; note: string }[]
  className?: string
}

function Choice<Name extends 'profile' | 'pricesIncludeTax' | 'taxedWhen'>(props: ChoiceProps<Name>) {
  const { form, name, ...rest } = props
  const { value, onValue, error } = useFormField<Tax, string | boolean | null>({ form, name, label: props.label })
  return (
    <RadioCards
      {...rest}
      isLabelHidden
      value={value as Tax[Name]}
      error={error}
      onValue={(chosen) => {
        onValue(chosen)
        // These choices decide what is wrong with other fields.
        if (form.formState.isSubmitted) void form.trigger()
      }}
    />
  )
}

function listProfiles(): ChoiceProps<'profile'>['choices'] {
  const notes = {
    none: t`For a seller who is not registered. Receipts show no tax.`,
    gst: t`Tax invoices with CGST and SGST or with IGST, by the state of the buyer, who is asked for it once.`,
    flat: t`One tax at one rate for every buyer, under a name of your choice.`,
    eu: t`VAT at the rate of the buyer’s country. Businesses in other member states owe it themselves.`,
  }
  const names = taxProfileNames()
  return (['none', 'gst', 'flat', 'eu'] as const).map((value) => ({ value, label: names[value], note: notes[value] }))
}

const listPriceKinds = (): ChoiceProps<'pricesIncludeTax'>['choices'] => [
  { value: true, label: t`Include the tax`, note: t`Every buyer pays the same price.` },
  { value: false, label: t`Tax is added`, note: t`Buyers pay the price and their tax.` },
]

function GstFields({ form }: FieldsProps) {
  const { gstin } = form.values
  const problem = findGstinProblem(gstin)
  const state = stateName(gstin.slice(0, 2))
  return (
    <>
      <FieldGroup title={t`Registration`}>
        <div className="grid gap-5 sm:grid-cols-2">
          <FormText
            form={form}
            name="gstin"
            label={t`GSTIN`}
            hint={t`As on the certificate of registration`}
            error={problem && gstin.length >= 15 ? serverText(GSTIN_PROBLEM_TEXT[problem]) : undefined}
            success={problem === undefined ? t`Registered in ${state}` : undefined}
            // Room for a pasted number with spaces.
            maxLength={24}
            dir="ltr"
            className="rtl:text-end"
            autoComplete="off"
            write={toGstin}
          />
          <FormText
            form={form}
            name="lutNumber"
            label={t`Letter of undertaking (LUT)`}
            hint={t`For buyers abroad, without tax. Empty: exports bear IGST.`}
            dir="ltr"
            className="rtl:text-end"
          />
        </div>
      </FieldGroup>
      <FieldGroup
        title={t`Rates`}
        note={t`The rate of credits counts if tax falls when they are sold, the others if it falls when they are spent. SAC is the code of the service on invoices and in returns.`}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          {(Object.keys(saleKindNames()) as SaleKind[]).map((kind) => (
            <fieldset key={kind} className="rounded-card border border-line bg-raised p-4">
              <legend className="sr-only">{saleKindNames()[kind]}</legend>
              <p aria-hidden="true" className="mb-3 font-medium">
                {saleKindNames()[kind]}
              </p>
              <div className="grid grid-cols-2 gap-4">
                <FormText
                  form={form}
                  name={`rates.${kind}.sac`}
                  label={t`SAC`}
                  inputMode="numeric"
                  dir="ltr"
                  maxLength={6}
                />
                <FormNumber form={form} name={`rates.${kind}.rateBp`} label={t`Rate in %`} unit={100} />
              </div>
            </fieldset>
          ))}
        </div>
      </FieldGroup>
    </>
  )
}

function FlatFields({ form }: FieldsProps) {
  return (
    <FieldGroup title={t`Flat tax`}>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormText form={form} name="flatName" label={t`Name`} hint={t`On invoices, such as Sales tax`} />
        <FormNumber form={form} name="flatRateBp" label={t`Rate in %`} unit={100} />
      </div>
    </FieldGroup>
  )
}

function EuFields({ form }: FieldsProps) {
  const { euRates } = form.values
  const byName = (names: readonly string[]) =>
    names
      .map((country) => [country, countryText(country)] as const)
      .toSorted(([, a], [, b]) => a.localeCompare(b, i18n.locale))
  const members = byName(STANDARD_EU_RATES.map(({ country }) => country))
  return (
    <>
      <FieldGroup title={t`Registration`}>
        <div className="grid gap-5 sm:grid-cols-2">
          <FormSelect
            form={form}
            name="euCountry"
            label={t`Country`}
            placeholder={t`Choose a country`}
            choices={Object.fromEntries(members)}
          />
          <FormText
            form={form}
            name="euVatNumber"
            label={t`VAT number`}
            hint={t`Of this country, such as DE136695976`}
            dir="ltr"
            className="rtl:text-end"
            autoComplete="off"
          />
        </div>
      </FieldGroup>
      <FieldGroup
        title={t`Rates by country`}
        note={t`In %. They begin with the standard rates of 1 January 2026; correct them when a country changes its rate. Buyers outside these countries pay no VAT.`}
      >
        <div className="grid grid-cols-2 gap-x-5 gap-y-4 sm:grid-cols-3 lg:grid-cols-4">
          {byName(euRates.map(({ country }) => country)).map(([country, name]) => {
            const index = euRates.findIndex((rate) => rate.country === country)
            const standard = findStandardEuRate(country)
            const isOwn = standard !== undefined && euRates[index]?.rateBp !== standard
            const usual = rateText(standard ?? 0)
            return (
              <FormNumber
                key={country}
                form={form}
                name={`euRates.${index}.rateBp`}
                label={name}
                hint={isOwn ? t`Standard: ${usual}` : undefined}
                unit={100}
              />
            )
          })}
        </div>
        {!isSame(euRates, STANDARD_EU_RATES) && (
          <Button
            variant="secondary"
            size="small"
            className="self-start"
            onClick={() => form.change({ euRates: [...STANDARD_EU_RATES] })}
          >
            <Trans>Restore the standard rates</Trans>
          </Button>
        )}
      </FieldGroup>
    </>
  )
}

function TaxPointFields({ form }: FieldsProps) {
  const { profile } = form.values
  return (
    <FieldGroup
      title={t`When tax falls on credits`}
      note={t`Buyers pay for credits first and spend them later. Tax is charged at one of the two moments, never at both.`}
    >
      <Choice form={form} name="taxedWhen" label={t`When tax falls on credits`} choices={listTaxPoints(form.values)} />
      <div className="flex max-w-[70ch] flex-col gap-2">
        {profile === 'gst' && (
          <p className="text-caption text-muted">
            <Trans>
              The rule is that of sections 12(4) and 13(4) of the CGST Act: a voucher was taxed at its issue if the
              supply was identifiable then, otherwise at its redemption. The Finance Act 2025 omitted both from 1
              October 2025; Circular 243/37/2024-GST explains vouchers since.
            </Trans>
          </p>
        )}
        {profile === 'eu' && (
          <p className="text-caption text-muted">
            <Trans>The rule is that of Directive (EU) 2016/1065 about single-purpose and multi-purpose vouchers.</Trans>
          </p>
        )}
        <p className="font-medium">
          <Trans>Your accountant must confirm this choice.</Trans>
        </p>
      </div>
    </FieldGroup>
  )
}

function listTaxPoints(tax: Tax): ChoiceProps<'taxedWhen'>['choices'] {
  return [
    { value: null, label: t`By rule`, note: ruleText(tax) },
    {
      value: 'sold',
      label: t`When credits are sold`,
      note: t`Credits count as a voucher for something known (in the EU: a single-purpose voucher). The payment gets the invoice, and spending the credits costs no further tax.`,
    },
    {
      value: 'spent',
      label: t`When credits are spent`,
      note: t`Credits count as a voucher for something still open (in the EU: a multi-purpose voucher). The payment gets a receipt without tax, and each template gets an invoice over what was paid for its credits.`,
    },
  ]
}

function ruleText(tax: Tax): string {
  if (findTaxPoint({ ...tax, taxedWhen: null }) === 'spent')
    return t`With these settings: when credits are spent, because videos, images and ready-made templates have different rates.`
  return tax.profile === 'gst'
    ? t`With these settings: when credits are sold, because everything they buy has the same rate.`
    : t`With these settings: when credits are sold, because the rate is known then.`
}

/** Two years, such as 2627: the Indian financial year, from 1 April. */
function financialYear(now: Date): string {
  const inIndia = new Date(now.getTime() + 5.5 * 3_600_000)
  const first = inIndia.getUTCFullYear() - (inIndia.getUTCMonth() < 3 ? 1 : 0)
  return `${first % 100}`.padStart(2, '0') + `${(first + 1) % 100}`.padStart(2, '0')
}

function Numbers({ prefix }: { prefix: string }) {
  const year = financialYear(new Date())
  const first = (letter: string) => (
    <bdi dir="ltr" translate="no" className="whitespace-nowrap text-ink">{`${prefix}${letter}-${year}-000001`}</bdi>
  )
  const [invoices, creditNotes, debitNotes] = ['I', 'C', 'D'].map(first)
  return (
    <FieldGroup title={t`Numbers`}>
      <p className="max-w-[70ch] text-muted">
        <Trans>
          Invoices {invoices}, credit notes {creditNotes}, debit notes {debitNotes}: each counts without gaps and begins
          again with the financial year on 1 April.
        </Trans>{' '}
        <Link to="?section=seller" className="rounded-control text-plum underline underline-offset-4">
          {prefix === '' ? <Trans>Add your prefix under Seller</Trans> : <Trans>The prefix is set under Seller</Trans>}
        </Link>
      </p>
    </FieldGroup>
  )
}
