// A template’s listing in edit mode: name, tags, sections, prices, licence.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { AdminTemplateDetail, EditTemplateRequest } from '@vitrine/contract/admin'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useId, useState } from 'react'
import { Button, PlainButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { controlClass } from '../../ui/control.tsx'
import { Field, TextField } from '../../ui/field.tsx'
import {
  Form,
  type FormFieldProps,
  FormLongText,
  FormNumber,
  FormSelect,
  FormText,
  failureText,
  useFormField,
} from '../../ui/form/form.tsx'
import {
  type FormHandle,
  findChanges,
  type Problems,
  type SaveState,
  useAutosave,
  useForm,
} from '../../ui/form/use-form.ts'
import { useAdminQuery } from '../api/admin-query.ts'
import { kindLabels } from './label.ts'
import { publishingApi, templateKey } from './publishing-api.ts'

export type Listing = Pick<AdminTemplateDetail, Exclude<keyof EditTemplateRequest, 'reason' | 'disabledShapes'>>

function readListing(template: AdminTemplateDetail): Listing {
  const { templateName, templateDescription, templateCategory, templateSection, templateCompatibility } = template
  const { templatePrice, templatePriceIND, freePeriod, license, kind } = template
  const texts = { templateName, templateDescription, templateCategory, templateSection, templateCompatibility }
  return { ...texts, templatePrice, templatePriceIND, freePeriod, license, kind }
}

/** The problems that prevent saving a listing, by path. */
export function findProblems(listing: Listing): Problems {
  const freeProblem = findFreeProblem(listing.freePeriod)
  const licenseProblem = t`Name and text of the licence`
  const isPrice = (price: number) => Number.isInteger(price) && price >= 0 && price <= 1_000_000
  return {
    ...(listing.templateName.trim() === '' && { templateName: t`Please give it a name` }),
    ...(!isPrice(listing.templatePrice) && { templatePrice: t`A whole number of credits` }),
    ...(!isPrice(listing.templatePriceIND) && { templatePriceIND: t`A whole number of credits` }),
    ...(freeProblem !== undefined && { freePeriod: freeProblem }),
    ...(listing.license.name.trim() === '' && { 'license.name': licenseProblem }),
    ...(listing.license.summary.trim() === '' && { 'license.summary': licenseProblem }),
  }
}

function findFreeProblem(period: Listing['freePeriod']): string | undefined {
  if (!period) return undefined
  if (period.from === '' || period.until === '') return t`Enter the first and the last day`
  return period.from > period.until ? t`The last day must not be before the first` : undefined
}

export type ListingWork = {
  form: FormHandle<Listing>
  /** Drafts save automatically. */
  isAutomatic: boolean
  /** Leaving the page would lose changes: a draft saves on leaving, unless saving has just failed. */
  isUnsaved: boolean
}

/** Validates and saves a listing: drafts automatically when typing pauses, published templates on request. */
export function useListing(template: AdminTemplateDetail): ListingWork {
  const { templateId } = template
  const queries = useQueryClient()
  const isAutomatic = template.status === 'draft'
  const form = useForm<Listing>({
    values: readListing(template),
    async send(typed) {
      const changes = findChanges(typed, readListing(template))
      if (Object.keys(changes).length === 0) return undefined
      const edited = await publishingApi.edit(templateId, changes)
      queries.setQueryData(templateKey(templateId), edited)
      return readListing(edited)
    },
    check: findProblems,
    mode: 'onChange',
  })
  useAutosave(form, isAutomatic)
  return { form, isAutomatic, isUnsaved: form.isChanged && (!isAutomatic || form.state.status === 'failed') }
}

export function ListingForm({ template, work }: { template: AdminTemplateDetail; work: ListingWork }) {
  const { form } = work
  const { data } = useAdminQuery('GET /api/admin/publishing', { query: { limit: 1 } })
  return (
    <Form form={form} className="flex flex-col gap-6">
      <SaveLine work={work} />
      <div className="grid gap-6 lg:grid-cols-2 lg:gap-10">
        <div className="flex flex-col gap-5">
          <FormText form={form} name="templateName" label={t`Name`} maxLength={120} />
          <FormLongText
            form={form}
            name="templateDescription"
            label={t`Description`}
            hint={t`What it is, for whom, what can be changed`}
            maxLength={4000}
            {...asHighAsItsText(5)}
          />
          <TagField
            form={form}
            name="templateSection"
            label={t`Sections`}
            hint={t`Filters under which the store shows it`}
            known={data?.sections ?? []}
          />
          <TagField
            form={form}
            name="templateCategory"
            label={t`Categories`}
            hint={t`Used for search and for suggestions`}
            known={data?.categories ?? []}
          />
          <TagField
            form={form}
            name="templateCompatibility"
            label={t`Made for`}
            hint={t`Such as WhatsApp or Instagram`}
            known={['WhatsApp', 'Instagram', 'YouTube', 'Facebook', 'Print']}
          />
        </div>
        <div className="flex flex-col gap-5">
          <div className="grid grid-cols-2 gap-4">
            <FormNumber form={form} name="templatePrice" label={t`Price in credits`} decimals={0} />
            <FormNumber form={form} name="templatePriceIND" label={t`Price in India`} decimals={0} />
          </div>
          <FreePeriod form={form} name="freePeriod" label={t`Free until`} />
          <FormSelect
            form={form}
            name="kind"
            label={t`Kind`}
            hint={t`Ready-made videos are sold as they are: customers can’t edit them`}
            choices={listKinds(template)}
          />
          <FormText form={form} name="license.name" label={t`Licence`} maxLength={80} />
          <FormLongText
            form={form}
            name="license.summary"
            label={t`What the licence allows`}
            hint={t`Past buyers keep the licence they bought it with`}
            maxLength={2000}
            {...asHighAsItsText(4)}
          />
        </div>
      </div>
    </Form>
  )
}

/** Makes a text field at least `rows` lines high, because a cut text looks complete. */
const asHighAsItsText = (rows: number) => ({
  rows,
  style: { minHeight: `${rows * 1.5 + 1.35}rem` },
  className: 'field-sizing-content max-h-96',
})

function SaveLine({ work: { form, isAutomatic } }: { work: ListingWork }) {
  const { state, isChanged, values, save, discard, isBusy } = form
  const hasFailed = state.status === 'failed'
  const status = hasFailed || isBusy ? state.status : isChanged ? 'changed' : 'saved'
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
      <p
        aria-live="polite"
        data-save={status}
        className={classNames('text-caption', hasFailed ? 'text-bad' : 'text-muted')}
      >
        {stateText(state, isChanged, isAutomatic)}
      </p>
      {(!isAutomatic || hasFailed) && (
        <div className="flex gap-2">
          {status === 'changed' && (
            <Button size="small" variant="secondary" onClick={discard}>
              <Trans>Undo changes</Trans>
            </Button>
          )}
          <Button
            size="small"
            disabled={!isChanged || Object.keys(findProblems(values)).length > 0}
            isBusy={isBusy}
            onClick={() => void save()}
          >
            {hasFailed ? t`Try again` : t`Save changes`}
          </Button>
        </div>
      )}
    </div>
  )
}

function stateText(state: SaveState, isChanged: boolean, isAutomatic: boolean): string {
  if (state.status === 'saving') return t`Saving…`
  if (state.status === 'failed') {
    const message = failureText(state)
    return t`${message} What you typed is still here.`
  }
  if (isChanged) return isAutomatic ? t`Saved when you pause` : t`Not saved yet`
  return isAutomatic ? t`Saved. The draft saves itself.` : t`Saved. Changes go live as soon as you save them.`
}

/** Clearing both days removes the free period. */
function FreePeriod(props: FormFieldProps<Listing, Listing['freePeriod']>) {
  const { value: period, onValue, error } = useFormField<Listing, Listing['freePeriod']>(props)
  const { from = '', until = '' } = period ?? {}
  const change = (days: { from: string; until: string }) => onValue(days.from === '' && days.until === '' ? null : days)
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
        label={props.label}
        hint={t`Its last free day, in India. Who gets it then keeps it.`}
        type="date"
        min={from || undefined}
        value={until}
        error={error}
        onChange={({ target }) => change({ from, until: target.value })}
      />
    </div>
  )
}

/** An image template is never a video; both can be sold ready-made. */
function listKinds({ versions }: AdminTemplateDetail): Record<string, string> {
  const current = versions.find(({ isCurrent }) => isCurrent) ?? versions[0]
  const kinds = [current?.durationFrames === 1 ? 'image' : 'video', 'direct-sell'] as const
  return Object.fromEntries(kinds.map((kind) => [kind, kindLabels()[kind]]))
}

type TagFieldProps = FormFieldProps<Listing, string[]> & {
  /** Tags of other templates. */
  known: readonly string[]
}

const MAX_TAG_LENGTH = 60
const MAX_TAGS = 20

/** A tag input: removable tags, and a text input with suggestions. */
function TagField({ known, ...props }: TagFieldProps) {
  const { label } = props
  const { value: tags, onValue: onTags, hint } = useFormField<Listing, string[]>(props)
  const listId = useId()
  const [typed, setTyped] = useState('')
  const add = (text: string) => {
    const added = text
      .split(',')
      .map((tag) => tag.trim().slice(0, MAX_TAG_LENGTH))
      .filter((tag) => tag !== '')
    setTyped('')
    const next = [...new Set([...tags, ...added])].slice(0, MAX_TAGS)
    if (next.length !== tags.length) onTags(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault()
      add(typed)
    }
    if (event.key === 'Backspace' && typed === '' && tags.length > 0) onTags(tags.slice(0, -1))
  }
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} hint={hint}>
        {(ids) => (
          <input
            {...ids}
            list={listId}
            value={typed}
            onChange={({ target }) => {
              // Choosing a suggestion adds it at once.
              if (known.includes(target.value) && !tags.includes(target.value)) add(target.value)
              else setTyped(target.value)
            }}
            onKeyDown={onKeyDown}
            onBlur={() => add(typed)}
            className={controlClass}
          />
        )}
      </Field>
      <datalist id={listId}>
        {known
          .filter((tag) => !tags.includes(tag))
          .map((tag) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
      {tags.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className="inline-flex items-center rounded-full bg-well ps-3 text-caption">
              <span>{tag}</span>
              <PlainButton
                aria-label={t`Remove ${tag}`}
                onClick={() => onTags(tags.filter((other) => other !== tag))}
                className="flex size-8 items-center justify-center rounded-full text-muted hover:text-ink"
              >
                <X aria-hidden="true" size={14} />
              </PlainButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
