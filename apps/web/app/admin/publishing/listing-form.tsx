// The form of a template’s listing: name, tags, sections, prices, licence.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminTemplateDetail } from '@vitrine/contract/admin'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { controlClass } from '../../ui/control-class.ts'
import { Field, SelectField, TextField } from '../../ui/field.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { useAdminQuery } from '../admin-query.ts'
import { kindLabels } from './label.ts'
import type { Listing } from './listing.ts'
import { TagField } from './tag-field.tsx'
import type { ListingState, ListingWork } from './use-listing.ts'

export function ListingForm({ template, form }: { template: AdminTemplateDetail; form: ListingWork }) {
  const { listing, change, problems } = form
  const { data } = useAdminQuery('GET /api/admin/publishing', { query: { limit: 1 } })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void form.save()
      }}
      className="flex flex-col gap-6"
    >
      <SaveLine form={form} />
      <div className="grid gap-6 lg:grid-cols-2 lg:gap-10">
        <div className="flex flex-col gap-5">
          <TextField
            label={t`Name`}
            maxLength={120}
            value={listing.templateName}
            error={problems.templateName}
            onChange={({ target }) => change({ templateName: target.value })}
          />
          <Area
            label={t`Description`}
            hint={t`What it is, for whom, what can be changed`}
            rows={5}
            maxLength={4000}
            value={listing.templateDescription}
            onValue={(templateDescription) => change({ templateDescription })}
          />
          <TagField
            label={t`Sections`}
            hint={t`Filters under which the store shows it`}
            tags={listing.templateSection}
            known={data?.sections ?? []}
            onTags={(templateSection) => change({ templateSection })}
          />
          <TagField
            label={t`Categories`}
            hint={t`Used for search and for suggestions`}
            tags={listing.templateCategory}
            known={data?.categories ?? []}
            onTags={(templateCategory) => change({ templateCategory })}
          />
          <TagField
            label={t`Made for`}
            hint={t`Such as WhatsApp or Instagram`}
            tags={listing.templateCompatibility}
            known={['WhatsApp', 'Instagram', 'YouTube', 'Facebook', 'Print']}
            onTags={(templateCompatibility) => change({ templateCompatibility })}
          />
        </div>
        <div className="flex flex-col gap-5">
          <Prices listing={listing} problems={problems} onChange={change} />
          <FreePeriod period={listing.freePeriod} problem={problems.freePeriod} onChange={change} />
          <KindField template={template} kind={listing.kind} onKind={(kind) => change({ kind })} />
          <TextField
            label={t`Licence`}
            maxLength={80}
            value={listing.license.name}
            error={problems.license}
            onChange={({ target }) => change({ license: { ...listing.license, name: target.value } })}
          />
          <Area
            label={t`What the licence allows`}
            hint={t`Past buyers keep the licence they bought it with`}
            rows={4}
            maxLength={2000}
            value={listing.license.summary}
            onValue={(summary) => change({ license: { ...listing.license, summary } })}
          />
        </div>
      </div>
    </form>
  )
}

function SaveLine({ form: { isAutomatic, state, problems, save, reset } }: { form: ListingWork }) {
  const canSave = (state.status === 'changed' || state.status === 'failed') && Object.keys(problems).length === 0
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
      <p
        aria-live="polite"
        data-save={state.status}
        className={classNames('text-caption', state.status === 'failed' ? 'text-bad' : 'text-muted')}
      >
        {stateText(state, isAutomatic)}
      </p>
      {(!isAutomatic || state.status === 'failed') && (
        <div className="flex gap-2">
          {state.status === 'changed' && (
            <Button size="small" variant="secondary" onClick={reset}>
              <Trans>Undo changes</Trans>
            </Button>
          )}
          <Button size="small" disabled={!canSave} isBusy={state.status === 'saving'} onClick={() => void save()}>
            {state.status === 'failed' ? t`Try again` : t`Save changes`}
          </Button>
        </div>
      )}
    </div>
  )
}

function stateText(state: ListingState, isAutomatic: boolean): string {
  if (state.status === 'saving') return t`Saving…`
  if (state.status === 'failed') {
    const { message } = state
    return t`${message} What you typed is still here.`
  }
  if (state.status === 'changed') return isAutomatic ? t`Saved when you pause` : t`Not saved yet`
  return isAutomatic ? t`Saved. The draft saves itself.` : t`Saved. Changes go live as soon as you save them.`
}

function Prices({
  listing,
  problems,
  onChange,
}: {
  listing: Listing
  problems: ListingWork['problems']
  onChange: (changes: Partial<Listing>) => void
}) {
  return (
    <div className="grid grid-cols-2 gap-4">
      <NumberField
        label={t`Price in credits`}
        decimals={0}
        value={listing.templatePrice}
        error={problems.templatePrice}
        onValue={(templatePrice) => onChange({ templatePrice })}
      />
      <NumberField
        label={t`Price in India`}
        decimals={0}
        value={listing.templatePriceIND}
        error={problems.templatePriceIND}
        onValue={(templatePriceIND) => onChange({ templatePriceIND })}
      />
    </div>
  )
}

type FreePeriodProps = {
  period: Listing['freePeriod']
  problem: string | undefined
  onChange: (changes: Partial<Listing>) => void
}

/** Both days emptied: it is never free. */
function FreePeriod({ period, problem, onChange }: FreePeriodProps) {
  const { from = '', until = '' } = period ?? {}
  const change = (days: { from: string; until: string }) =>
    onChange({ freePeriod: days.from === '' && days.until === '' ? null : days })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={t`Free from`}
        hint={t`Empty: it always has its price`}
        type="date"
        max={until || undefined}
        value={from}
        onChange={({ target }) => change({ from: target.value, until })}
      />
      <TextField
        label={t`Free until`}
        hint={t`Its last free day, in India. Who gets it then keeps it.`}
        type="date"
        min={from || undefined}
        value={until}
        error={problem}
        onChange={({ target }) => change({ from, until: target.value })}
      />
    </div>
  )
}

/** A picture is never a video; both can be sold as they are. */
function KindField({
  template,
  kind,
  onKind,
}: {
  template: AdminTemplateDetail
  kind: Listing['kind']
  onKind: (kind: Listing['kind']) => void
}) {
  const current = template.versions.find(({ isCurrent }) => isCurrent) ?? template.versions[0]
  const isPicture = current?.durationFrames === 1
  const kinds = ([isPicture ? 'image' : 'video', 'direct-sell'] as const).map(
    (name) => [name, kindLabels()[name]] as const,
  )
  return (
    <SelectField
      label={t`Kind`}
      hint={t`Ready-made videos are sold as they are: customers can’t edit them`}
      value={kind}
      onChange={({ target }) => onKind(target.value as Listing['kind'])}
    >
      {kinds.map(([name, tags]) => (
        <option key={name} value={name}>
          {tags}
        </option>
      ))}
    </SelectField>
  )
}

type AreaProps = {
  label: string
  hint: string
  rows: number
  maxLength: number
  value: string
  onValue: (value: string) => void
}

function Area({ label, hint, rows, maxLength, value, onValue }: AreaProps) {
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <textarea
          {...ids}
          rows={rows}
          maxLength={maxLength}
          value={value}
          onChange={({ target }) => onValue(target.value)}
          // As high as its text, and at least `rows`: a line that is cut looks like the end.
          style={{ minHeight: `${rows * 1.5 + 1.35}rem` }}
          className={classNames(controlClass, 'field-sizing-content h-auto max-h-96 py-2.5')}
        />
      )}
    </Field>
  )
}
