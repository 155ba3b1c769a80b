// The fields of a version: labels, order, limits, defaults. Saving creates a new version.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminTemplateDetail } from '@vitrine/contract/admin'
import type { AdminVersionDetail, FieldRevision } from '@vitrine/contract/publishing'
import type { TemplateDocument } from '@vitrine/document/document'
import type { Field } from '@vitrine/document/field'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { errorText } from '../../api/error-text.ts'
import { serverText } from '../../language/server-text.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CheckboxField } from '../../ui/field.tsx'
import { losesNothing } from '../../ui/leave-guard.tsx'
import { useToast } from '../../ui/toast.tsx'
import { FieldCard } from './field-card.tsx'
import {
  type FieldDraft,
  findFieldProblem,
  listOpenPlaces,
  listShownPlaces,
  moveField,
  removeField,
  restoreField,
  reviseField,
} from './field-draft.ts'
import { NewFields } from './new-fields.tsx'
import { publishingApi, templateKey } from './publishing-api.ts'
import type { FieldWork } from './use-field-draft.ts'

type FieldFormProps = { template: AdminTemplateDetail; detail: AdminVersionDetail; work: FieldWork }

export function FieldForm({ template: { templateId }, detail, work }: FieldFormProps) {
  const { draft, setDraft, document } = work
  const places = listOpenPlaces(document)
  const shown = draft.fields.flatMap(({ id }) => document.fields.find((field) => field.id === id) ?? [])
  const added = new Map(draft.fields.filter(({ layers }) => layers !== undefined).map((field) => [field.id, field]))
  const findFile = (assetId: string) => work.files.find((file) => file.assetId === assetId) ?? detail.assets[assetId]
  if (shown.length === 0 && places.length === 0)
    return (
      <EmptyState title={t`Nothing to fill in`}>
        <Trans>This version has no layers, so there is nothing for customers to change.</Trans>
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-5">
      <SaveRow templateId={templateId} versionId={detail.versionId} work={work} />
      <ol aria-label={t`Fields`} className="flex flex-col gap-4">
        {shown.map((field, place) => (
          <li key={field.id} className="rounded-card border border-line bg-raised p-4 md:p-5">
            <FieldCard
              field={field}
              isNew={added.has(field.id)}
              isPicture={document.canvas.duration === 1}
              arriving={work.arriving[field.id]}
              findFile={findFile}
              onRevise={(change) => setDraft(reviseField(draft, field.id, change))}
              onFile={(file) => void work.beginWith(field, file)}
              onUp={place > 0 ? () => setDraft(moveField(draft, field.id, -1)) : undefined}
              onDown={place < shown.length - 1 ? () => setDraft(moveField(draft, field.id, 1)) : undefined}
              onRemove={shown.length > 1 ? () => setDraft(removeField(draft, field.id)) : undefined}
            >
              <FieldLayers
                field={added.get(field.id)}
                draft={draft}
                original={work.original}
                onLayers={(layers) => setDraft(reviseField(draft, field.id, { layers }))}
              />
            </FieldCard>
          </li>
        ))}
      </ol>
      <Removed work={work} />
      {places.length > 0 && <NewFields places={places} findFile={findFile} work={work} />}
    </div>
  )
}

function SaveRow({ templateId, versionId, work }: { templateId: string; versionId: string; work: FieldWork }) {
  const { draft, document, isChanged, isArriving, fault } = work
  const save = useSaving(templateId, versionId)
  const hasProblem = draft.fields.some(({ id }) => {
    const field = document.fields.find((field) => field.id === id)
    return field !== undefined && findFieldProblem(field) !== undefined
  })
  return (
    <div className="sticky top-0 z-10 flex flex-col gap-3 bg-paper py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[44rem] text-caption text-muted">
          <Trans>Saving creates a new version. Existing projects keep theirs.</Trans>
        </p>
        <div className="flex flex-wrap gap-3">
          {isChanged && (
            <Button size="small" variant="quiet" disabled={save.isPending} onClick={work.reset}>
              <Trans>Discard changes</Trans>
            </Button>
          )}
          <Button
            size="small"
            disabled={!isChanged || isArriving || hasProblem || fault !== undefined}
            isBusy={save.isPending}
            onClick={() => save.mutate({ fields: [...draft.fields], removed: [...draft.removed] })}
          >
            <Trans>Save fields</Trans>
          </Button>
        </div>
      </div>
      {fault && (
        <p role="alert" className="text-bad">
          {serverText(fault)}
        </p>
      )}
    </div>
  )
}

function useSaving(templateId: string, versionId: string) {
  const queries = useQueryClient()
  const showToast = useToast()
  const [, setAddress] = useSearchParams()
  return useMutation({
    mutationFn: (change: Parameters<typeof publishingApi.reviseFields>[2]) =>
      publishingApi.reviseFields(templateId, versionId, change),
    onSuccess: async (added) => {
      await queries.invalidateQueries({ queryKey: templateKey(templateId), exact: true })
      setAddress(
        (present) => {
          const next = new URLSearchParams(present)
          next.set('version', added.versionId)
          return next
        },
        { preventScrollReset: true, replace: true, state: losesNothing },
      )
      showToast('success', added.isNewVersion ? t`Saved as a new version.` : t`This matches an earlier version.`)
    },
    onError: (error) => showToast('error', errorText(error, t`The fields could not be saved. Please try again.`)),
  })
}

/** The removed fields, with a button to restore each. */
function Removed({ work: { draft, setDraft, original } }: { work: FieldWork }) {
  const removedFields = original.fields.filter(({ id }) => draft.removed.includes(id))
  if (removedFields.length === 0) return null
  return (
    <section aria-label={t`Removed fields`} className="rounded-card bg-warn-wash px-4 py-3 text-warn">
      <ul className="flex flex-col gap-2">
        {removedFields.map((field) => (
          <li key={field.id} className="flex flex-wrap items-center justify-between gap-3">
            <span className="min-w-0 break-words">{removedText(field)}</span>
            <Button size="small" variant="secondary" onClick={() => setDraft(restoreField(draft, field.id, original))}>
              <Trans>Keep it</Trans>
              <span className="sr-only">{`: ${field.label}`}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function removedText(field: Field): string {
  const { label } = field
  return isEmpty(field)
    ? t`${label} is no longer a field. It had no default, so its place stays empty.`
    : t`${label} is no longer a field. Its default stays.`
}

function isEmpty(field: Field): boolean {
  return (field.type === 'media' || field.type === 'audio') && field.default === undefined
}

type FieldLayersProps = {
  /** Undefined for a field of the saved version. */
  field: FieldRevision | undefined
  draft: FieldDraft
  /** The saved version. */
  original: TemplateDocument
  onLayers: (layers: string[]) => void
}

function FieldLayers({ field, draft, original, onLayers }: FieldLayersProps) {
  const places = useMemo(() => (field ? listShownPlaces(field, draft, original) : []), [field, draft, original])
  if (!field || places.length < 2) return null
  const layers = field.layers ?? []
  return (
    <fieldset>
      <legend className="mb-2 font-medium">
        <Trans>Where it holds</Trans>
      </legend>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        {places.map(({ layerId, name }) => {
          const isTaken = layers.includes(layerId)
          return (
            <CheckboxField
              key={layerId}
              label={name}
              checked={isTaken}
              // At least one: a field without a layer has no effect.
              disabled={isTaken && layers.length === 1}
              onChange={() => onLayers(isTaken ? layers.filter((layer) => layer !== layerId) : [...layers, layerId])}
            />
          )
        })}
      </div>
    </fieldset>
  )
}
