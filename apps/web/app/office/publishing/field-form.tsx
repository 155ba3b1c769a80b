// Owns what customers read at the fields of a version: labels, headings, hints, order, limits and what stands there first.
// Saving makes another version.

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Field, TemplateDocument } from '@vitrine/composition/document'
import type { AdminTemplateDetail } from '@vitrine/contract/admin'
import type { AdminVersionDetail, FieldRevision } from '@vitrine/contract/publishing'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { errorText } from '../../account/error-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CheckboxField, TextField } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { publishingApi, templateKey } from './publishing-api.ts'

const typeWords: Readonly<Record<Field['type'], string>> = {
  text: 'Text',
  media: 'Photo or video',
  color: 'Colour',
  toggle: 'Switch',
  choice: 'Choice',
  audio: 'Sound',
}

type FieldFormProps = { template: AdminTemplateDetail; detail: AdminVersionDetail }

export function FieldForm({ template: { templateId, status }, detail }: FieldFormProps) {
  const { fields } = detail.document as unknown as TemplateDocument
  const ordered = fields.toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))
  const [revisions, setRevisions] = useState<readonly FieldRevision[]>(() => ordered.map(({ id }) => ({ id })))
  const save = useSaving(templateId, detail.versionId)
  if (fields.length === 0)
    return (
      <EmptyState title="Nothing to fill in">
        No layer of this version is named as a field, so customers can change nothing. docs/designers.md says how to
        name them.
      </EmptyState>
    )
  const isChanged = revisions.some((one, place) => one.id !== ordered[place]?.id || Object.keys(one).length > 1)
  const revise = (id: string, change: Partial<FieldRevision>) =>
    setRevisions(revisions.map((one) => (one.id === id ? { ...one, ...change } : one)))
  const move = (from: number, to: number) => {
    const next = [...revisions]
    const [moved] = next.splice(from, 1)
    if (moved) next.splice(to, 0, moved)
    setRevisions(next)
  }
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-caption text-muted">
          {status === 'draft'
            ? 'Saving makes another version of the draft.'
            : 'Saving makes another version, which waits until you publish it.'}
        </p>
        <Button size="small" disabled={!isChanged} isBusy={save.isPending} onClick={() => save.mutate(revisions)}>
          Save fields
        </Button>
      </div>
      <ol className="flex flex-col gap-4">
        {revisions.map((revision, place) => {
          const field = fields.find(({ id }) => id === revision.id)
          if (!field) return null
          return (
            <li key={field.id} className="rounded-card border border-line bg-raised p-4 md:p-5">
              <FieldCard
                field={field}
                revision={revision}
                onRevise={(change) => revise(field.id, change)}
                onUp={place > 0 ? () => move(place, place - 1) : undefined}
                onDown={place < revisions.length - 1 ? () => move(place, place + 1) : undefined}
              />
            </li>
          )
        })}
      </ol>
    </div>
  )
}

function useSaving(templateId: string, versionId: string) {
  const queries = useQueryClient()
  const showToast = useToast()
  const [, setAddress] = useSearchParams()
  return useMutation({
    mutationFn: (fields: readonly FieldRevision[]) => publishingApi.reviseFields(templateId, versionId, fields),
    onSuccess: async (added) => {
      await queries.invalidateQueries({ queryKey: templateKey(templateId), exact: true })
      setAddress(
        (present) => {
          const next = new URLSearchParams(present)
          next.set('version', added.versionId)
          return next
        },
        { preventScrollReset: true, replace: true },
      )
      showToast('success', added.isNewVersion ? 'Saved as another version.' : 'This is how an earlier version was.')
    },
    onError: (error) => showToast('error', errorText(error, 'The fields could not be saved. Please try again.')),
  })
}

type FieldCardProps = {
  field: Field
  revision: FieldRevision
  onRevise: (change: Partial<FieldRevision>) => void
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}

function FieldCard({ field, revision, onRevise, onUp, onDown }: FieldCardProps) {
  const label = revision.label ?? field.label
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center justify-between gap-3">
        <p className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="font-medium break-words">{label}</span>
          <Badge>{typeWords[field.type]}</Badge>
        </p>
        <div className="flex">
          <IconButton label={`Move ${label} up`} disabled={!onUp} onClick={onUp}>
            <ArrowUp aria-hidden="true" size={18} />
          </IconButton>
          <IconButton label={`Move ${label} down`} disabled={!onDown} onClick={onDown}>
            <ArrowDown aria-hidden="true" size={18} />
          </IconButton>
        </div>
      </div>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <TextField
          label="Label"
          maxLength={120}
          value={label}
          onChange={({ target }) => onRevise({ label: target.value })}
        />
        <TextField
          label="Heading"
          maxLength={80}
          value={revision.group === undefined ? (field.group ?? '') : (revision.group ?? '')}
          onChange={({ target }) => onRevise({ group: target.value || null })}
        />
        <TextField
          label="Hint"
          maxLength={300}
          value={revision.hint === undefined ? (field.hint ?? '') : (revision.hint ?? '')}
          onChange={({ target }) => onRevise({ hint: target.value || null })}
        />
        <DefaultField field={field} revision={revision} onRevise={onRevise} />
        {field.type === 'text' && <TextLimits field={field} revision={revision} onRevise={onRevise} />}
      </div>
      <CheckboxField
        label="Must be filled in"
        checked={revision.required ?? field.required ?? false}
        onChange={({ target }) => onRevise({ required: target.checked })}
      />
    </div>
  )
}

type PartProps<Kind extends Field = Field> = {
  field: Kind
  revision: FieldRevision
  onRevise: (change: Partial<FieldRevision>) => void
}

/** What stands there before a customer fills it in. Pictures, films and sounds keep theirs. */
function DefaultField({ field, revision, onRevise }: PartProps) {
  if (field.type === 'text')
    return (
      <TextField
        label="Stands there first"
        value={typeof revision.default === 'string' ? revision.default : field.default}
        onChange={({ target }) => onRevise({ default: target.value })}
      />
    )
  if (field.type === 'color')
    return (
      <TextField
        label="Colour at first"
        type="color"
        className="p-1"
        value={(typeof revision.default === 'string' ? revision.default : field.default).slice(0, 7)}
        onChange={({ target }) => onRevise({ default: target.value })}
      />
    )
  if (field.type === 'toggle')
    return (
      <CheckboxField
        label="On at first"
        checked={typeof revision.default === 'boolean' ? revision.default : field.default}
        onChange={({ target }) => onRevise({ default: target.checked })}
      />
    )
  return null
}

function TextLimits({ field, revision, onRevise }: PartProps<Extract<Field, { type: 'text' }>>) {
  const rules: Readonly<Record<string, number>> = revision.rules ?? { ...field.rules }
  const set = (name: string, value: number) => {
    const { [name]: _before, ...others } = rules
    onRevise({ rules: Number.isInteger(value) && value > 0 ? { ...others, [name]: value } : others })
  }
  return (
    <div className="grid grid-cols-2 gap-4">
      <TextField
        label="Characters at most"
        type="number"
        min={1}
        value={rules.maxLength ?? ''}
        onChange={({ target }) => set('maxLength', target.valueAsNumber)}
      />
      <TextField
        label="Lines at most"
        type="number"
        min={1}
        value={rules.maxLines ?? ''}
        onChange={({ target }) => set('maxLines', target.valueAsNumber)}
      />
    </div>
  )
}
