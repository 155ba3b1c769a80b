// The form of a template’s listing: name, tags, sections, prices, licence.
import type { AdminTemplateDetail } from '@vitrine/contract/admin'
import type { PublishingList } from '@vitrine/contract/publishing'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { controlClass } from '../../ui/control-class.ts'
import { Field, SelectField, TextField } from '../../ui/field.tsx'
import { useAdminQuery } from '../admin-query.ts'
import { kindLabels } from './label.ts'
import type { Listing } from './listing.ts'
import { TagField } from './tag-field.tsx'
import type { ListingState, ListingWork } from './use-listing.ts'

export function ListingForm({ template, form }: { template: AdminTemplateDetail; form: ListingWork }) {
  const { listing, change, problems } = form
  const { data } = useAdminQuery<PublishingList>('/publishing', { limit: 1 })
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
            label="Name"
            maxLength={120}
            value={listing.templateName}
            error={problems.templateName}
            onChange={({ target }) => change({ templateName: target.value })}
          />
          <Area
            label="Description"
            hint="What it is, for whom, what can be changed"
            rows={5}
            maxLength={4000}
            value={listing.templateDescription}
            onValue={(templateDescription) => change({ templateDescription })}
          />
          <TagField
            label="Sections"
            hint="Filters under which the store shows it"
            tags={listing.templateSection}
            known={data?.sections ?? []}
            onTags={(templateSection) => change({ templateSection })}
          />
          <TagField
            label="Categories"
            hint="Used for search and for suggestions"
            tags={listing.templateCategory}
            known={data?.categories ?? []}
            onTags={(templateCategory) => change({ templateCategory })}
          />
          <TagField
            label="Made for"
            hint="Such as WhatsApp or Instagram"
            tags={listing.templateCompatibility}
            known={['WhatsApp', 'Instagram', 'YouTube', 'Facebook', 'Print']}
            onTags={(templateCompatibility) => change({ templateCompatibility })}
          />
        </div>
        <div className="flex flex-col gap-5">
          <Prices listing={listing} problems={problems} onChange={change} />
          <KindField template={template} kind={listing.kind} onKind={(kind) => change({ kind })} />
          <TextField
            label="Licence"
            maxLength={80}
            value={listing.license.name}
            error={problems.license}
            onChange={({ target }) => change({ license: { ...listing.license, name: target.value } })}
          />
          <Area
            label="What the licence allows"
            hint="Past buyers keep the licence they bought it with"
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
              Undo changes
            </Button>
          )}
          <Button size="small" disabled={!canSave} isBusy={state.status === 'saving'} onClick={() => void save()}>
            {state.status === 'failed' ? 'Try again' : 'Save changes'}
          </Button>
        </div>
      )}
    </div>
  )
}

function stateText(state: ListingState, isAutomatic: boolean): string {
  if (state.status === 'saving') return 'Saving…'
  if (state.status === 'failed') return `${state.message} What you typed is still here.`
  if (state.status === 'changed') return isAutomatic ? 'Saved when you pause' : 'Not saved yet'
  return isAutomatic ? 'Saved. The draft saves itself.' : 'Saved. Changes go live as soon as you save them.'
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
      <TextField
        label="Price in credits"
        type="number"
        min={0}
        max={1_000_000}
        step={1}
        inputMode="numeric"
        value={Number.isNaN(listing.templatePrice) ? '' : listing.templatePrice}
        error={problems.templatePrice}
        onChange={({ target }) => onChange({ templatePrice: target.valueAsNumber })}
      />
      <TextField
        label="Price in India"
        type="number"
        min={0}
        max={1_000_000}
        step={1}
        inputMode="numeric"
        value={Number.isNaN(listing.templatePriceIND) ? '' : listing.templatePriceIND}
        error={problems.templatePriceIND}
        onChange={({ target }) => onChange({ templatePriceIND: target.valueAsNumber })}
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
    (name) => [name, kindLabels[name]] as const,
  )
  return (
    <SelectField
      label="Kind"
      hint="Ready-made videos are sold as they are: customers can’t edit them"
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
          className={classNames(controlClass, 'h-auto py-2.5')}
        />
      )}
    </Field>
  )
}
