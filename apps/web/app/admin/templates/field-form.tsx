// The fields of a version: labels, order, limits, defaults, and what else could become one. Saving creates a new
// version.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminTemplateDetail } from '@vitrine/contract/admin'
import type { AdminVersionDetail, FieldRevision } from '@vitrine/contract/publishing'
import type { TemplateDocument } from '@vitrine/document/document'
import type { Field } from '@vitrine/document/field'
import Plus from 'lucide-react/icons/plus'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { errorText } from '../../api/error-text.ts'
import { i18n, serverText } from '../../language/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CheckboxField } from '../../ui/field.tsx'
import { losesNothing } from '../../ui/leave-guard.tsx'
import { useToast } from '../../ui/toast.tsx'
import { AssetThumbnail, FieldCard, type FindFile } from './field-card.tsx'
import {
  addField,
  type FieldDraft,
  type FieldWork,
  findFieldProblem,
  listOpenPlaces,
  listShownPlaces,
  moveField,
  type OpenPlace,
  placeGroups,
  removeField,
  restoreField,
  reviseField,
  toPlaceKey,
} from './field-draft.ts'
import { layerLabel } from './label.ts'
import { publishingApi, templateKey } from './publishing-api.ts'

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
  const [, setSearchParams] = useSearchParams()
  return useMutation({
    mutationFn: (change: Parameters<typeof publishingApi.reviseFields>[2]) =>
      publishingApi.reviseFields(templateId, versionId, change),
    onSuccess: async (added) => {
      await queries.invalidateQueries({ queryKey: templateKey(templateId), exact: true })
      setSearchParams(
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

/** Limits the list, so that the end of the page stays within reach. */
const maxShown = 6

type NewFieldsProps = {
  places: readonly OpenPlace[]
  findFile: FindFile
  work: FieldWork
}

/**
 * Proposes fields: texts, images, videos, audio and colours of a version that no field controls, and layers that could
 * be hidden.
 */
function NewFields({ places, ...rest }: NewFieldsProps) {
  return (
    <section aria-labelledby="new-fields" className="flex flex-col gap-6 pt-3">
      <div className="flex flex-col gap-1">
        <h2 id="new-fields" className="font-headline text-title">
          <Trans>Possible fields</Trans>
        </h2>
        <p className="text-caption text-muted">
          <Trans>What else is in this version that customers can’t change yet.</Trans>
        </p>
      </div>
      {placeGroups.map(({ title, kinds }) => (
        <PlaceList
          key={kinds[0]}
          title={i18n._(title)}
          places={places.filter(({ kind }) => kinds.includes(kind))}
          {...rest}
        />
      ))}
    </section>
  )
}

function PlaceList({ title, places, findFile, work }: NewFieldsProps & { title: string }) {
  const [isWhole, setIsWhole] = useState(false)
  if (places.length === 0) return null
  const shown = isWhole ? places : places.slice(0, maxShown)
  const { draft, setDraft, document } = work
  const count = places.length
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h3 className="font-medium">{title}</h3>
      <ul className="grid gap-3 md:grid-cols-2">
        {shown.map((place) => (
          <li
            key={toPlaceKey(place)}
            className="flex items-center justify-between gap-4 rounded-card border border-line bg-raised p-3"
          >
            <PlaceText place={place} findFile={findFile} />
            <Button
              size="small"
              variant="secondary"
              aria-label={addText(place)}
              onClick={() => setDraft(addField(draft, place, document))}
            >
              <Plus aria-hidden="true" size={17} />
              <Trans>Add</Trans>
            </Button>
          </li>
        ))}
      </ul>
      {places.length > shown.length && (
        <Button size="small" variant="quiet" className="self-start" onClick={() => setIsWhole(true)}>
          <span>{t`Show all ${count}`}</span>
          <span className="sr-only">{`: ${title}`}</span>
        </Button>
      )}
    </section>
  )
}

function addText(place: OpenPlace): string {
  const name = describePlace(place)
  return place.kind === 'toggle' ? t`Add a switch for ${name}` : t`Add a field for ${name}`
}

function describePlace({ kind, name, shows }: OpenPlace): string {
  if (kind === 'color') return t`colour ${shows}`
  return kind === 'text' ? shows.replaceAll(/\s+/g, ' ').trim() : name
}

function PlaceText({ place, findFile }: { place: OpenPlace; findFile: FindFile }) {
  const { kind, shows } = place
  return (
    <div className={classNames('flex min-w-0 items-center gap-3', kind === 'audio' && 'flex-wrap')}>
      {(kind === 'media' || kind === 'audio') && <AssetThumbnail file={findFile(shows)} />}
      {kind === 'color' && (
        <span
          aria-hidden="true"
          className="size-11 shrink-0 rounded-control border border-edge"
          style={{ backgroundColor: shows }}
        />
      )}
      <div className="min-w-0">
        <p className="line-clamp-2 font-medium break-words">
          {kind === 'text' ? (
            <bdi translate="no">{`“${describePlace(place)}”`}</bdi>
          ) : (
            <bdi translate="no" dir="ltr">
              {kind === 'color' ? shows : place.name}
            </bdi>
          )}
        </p>
        <p className="text-caption break-words text-muted">{describePlaceUse(place, findFile)}</p>
      </div>
    </div>
  )
}

/** The type of place and its layers. */
function describePlaceUse({ kind, name, layers, layerType, shows }: OpenPlace, findFile: FindFile): string {
  const count = layers.length
  if (kind === 'color') return count > 1 ? t`In ${count} layers, such as ${name}` : name
  if (kind === 'toggle') return layerLabel(layerType)
  const fileText = findFile(shows)?.kind === 'video' ? t`Video` : t`Image`
  const parts = kind === 'text' ? [t`Text`, name] : [kind === 'audio' ? t`Audio` : fileText]
  return [...parts, ...(count > 1 ? [t`in ${count} places`] : [])].join(' · ')
}
