// The fields of a version in edit mode: unsaved changes of their order, texts and number, the resulting document, and
// uploads of default files.

import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { Asset } from '@vitrine/contract/media'
import type { FieldRevision } from '@vitrine/contract/publishing'
import type { TemplateDocument } from '@vitrine/document/document'
import type { Field, PointField, SliderField } from '@vitrine/document/field'
import {
  changeFields,
  type FieldPlace,
  listFieldPlaces,
  newFieldId,
  type PlaceKind,
} from '@vitrine/project/template-field'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { ApiResponseError, call } from '../../api/api.ts'
import { errorText } from '../../api/error-text.ts'
import { watchAsset } from '../../api/operation.ts'
import { sendFile } from '../../api/send-file.ts'
import { type KnownAsset, knownUpload } from '../../editor/project/asset-library.ts'
import { serverText } from '../../language/i18n.ts'

export interface FieldDraft {
  /** All current and new fields, in the order in which customers see them. */
  readonly fields: readonly FieldRevision[]
  readonly removed: readonly string[]
}

/** The fields of the saved version. */
export function beginFieldDraft({ fields }: TemplateDocument): FieldDraft {
  const ordered = fields.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
  return { fields: ordered.map(({ id }) => ({ id })), removed: [] }
}

/** Whether there is anything to save. */
export function isDraftChanged(draft: FieldDraft, document: TemplateDocument): boolean {
  const { fields } = beginFieldDraft(document)
  return (
    draft.fields.length !== fields.length ||
    draft.fields.some((field, place) => field.id !== fields[place]?.id || Object.keys(field).length > 1)
  )
}

export function reviseField(draft: FieldDraft, id: string, change: Partial<FieldRevision>): FieldDraft {
  return { ...draft, fields: draft.fields.map((field) => (field.id === id ? { ...field, ...change } : field)) }
}

/** Moves a field up (-1) or down (1). */
export function moveField({ fields, removed }: FieldDraft, id: string, steps: 1 | -1): FieldDraft {
  const from = fields.findIndex((field) => field.id === id)
  const to = from + steps
  const [one, other] = [fields[from], fields[to]]
  if (!one || !other) return { fields, removed }
  return { fields: fields.with(to, one).with(from, other), removed }
}

/** Removes a field. An unsaved one leaves no trace. */
export function removeField({ fields, removed }: FieldDraft, id: string): FieldDraft {
  const isNew = fields.some((field) => field.id === id && field.layers)
  return { fields: fields.filter((field) => field.id !== id), removed: isNew ? removed : [...removed, id] }
}

/** Restores a removed field in its place. A new field that uses the place is removed. */
export function restoreField({ fields, removed }: FieldDraft, id: string, document: TemplateDocument): FieldDraft {
  const stillRemoved = removed.filter((other) => other !== id)
  const remaining = document.fields
    .filter((field) => !stillRemoved.includes(field.id))
    .map((field) => ({ id: field.id }))
  const open = listFieldPlaces(
    changeFields(document, { fields: remaining, removed: stillRemoved }).document ?? document,
  )
  const hasPlace = (field: FieldRevision) =>
    (field.layers ?? []).every((layerId) =>
      open.some((place) => place.layerId === layerId && isPlaceForField(field, place)),
    )
  const place = beginFieldDraft(document).fields.findIndex((field) => field.id === id)
  return { fields: fields.filter(hasPlace).toSpliced(place, 0, { id }), removed: stillRemoved }
}

function isPlaceForField({ color, isSwitch }: FieldRevision, { kind, shows }: FieldPlace): boolean {
  if (isSwitch) return kind === 'toggle'
  if (color !== undefined) return kind === 'color' && shows === color
  return kind !== 'toggle' && kind !== 'color'
}

/** Layers with the same content: one field fills them all. */
export interface OpenPlace extends Omit<FieldPlace, 'layerId'> {
  readonly layers: readonly string[]
}

/** The remaining candidates for fields: each text, file, colour and layer once, top first. */
export function listOpenPlaces(document: TemplateDocument): OpenPlace[] {
  const places = new Map<string, OpenPlace>()
  for (const { layerId, ...place } of listFieldPlaces(document)) {
    const key = toPlaceKey(place)
    const known = places.get(key)
    places.set(key, { ...place, ...known, layers: [...(known?.layers ?? []), layerId] })
  }
  return [...places.values()]
}

/** The layers that a new field could control, and whether it does. */
export function listShownPlaces(field: FieldRevision, draft: FieldDraft, document: TemplateDocument): FieldPlace[] {
  const fields = draft.fields.filter(({ id }) => id !== field.id)
  const { document: without } = changeFields(document, { fields, removed: draft.removed })
  const places = without ? listFieldPlaces(without).filter((place) => isPlaceForField(field, place)) : []
  const own = places.find(({ layerId }) => field.layers?.includes(layerId))
  return places.filter(({ kind, shows }) => kind === own?.kind && shows === own.shows)
}

/** Identifies a place. */
export function toPlaceKey({ kind, shows }: Pick<OpenPlace, 'kind' | 'shows'>): string {
  return `${kind} ${shows}`
}

/** Appends a new field for a place. Its id differs from all current and recently removed ones. */
export function addField(draft: FieldDraft, place: OpenPlace, document: TemplateDocument): FieldDraft {
  const label = createLabel(place).replaceAll(/\s+/g, ' ').trim().slice(0, 60)
  const taken = [...document.fields.map(({ id }) => id), ...draft.fields.map(({ id }) => id)]
  const field = { id: newFieldId(label, taken), layers: [...place.layers], label, ...toFieldPart(place) }
  return { ...draft, fields: [...draft.fields, field] }
}

function toFieldPart({ kind, shows }: OpenPlace): Pick<FieldRevision, 'color' | 'isSwitch'> {
  if (kind === 'color') return { color: shows }
  return kind === 'toggle' ? { isSwitch: true } : {}
}

/** The initial label of a field. */
function createLabel({ kind, name, shows, layers }: OpenPlace): string {
  if (kind === 'color') return layers.length > 1 ? t`Colour` : t`${name} colour`
  if (kind === 'toggle') return t`Show ${name}`
  // An unnamed layer is labelled by its text.
  return kind === 'text' && layers.includes(name) ? shows : name
}

/** Places grouped by type. */
export const placeGroups: readonly { readonly title: MessageDescriptor; readonly kinds: readonly PlaceKind[] }[] = [
  { title: msg`Text, images and audio`, kinds: ['text', 'media', 'audio'] },
  { title: msg`Colours`, kinds: ['color'] },
  { title: msg`Layers to show or hide`, kinds: ['toggle'] },
]

/** The problem that prevents saving a field; undefined without one. */
export function findFieldProblem(field: Field): string | undefined {
  if (field.label.trim() === '') return t`Please give it a label`
  return field.type === 'slider' || field.type === 'point' ? findNumberProblem(field) : undefined
}

/** The problem of a field's numbers; undefined without one. */
function findNumberProblem(field: SliderField | PointField): string | undefined {
  if (field.type === 'point')
    return field.default.every(Number.isFinite) ? undefined : t`Please fill in both numbers of the position`
  const { min, max, step = 1 } = field.rules
  if (![min, max, step, field.default].every(Number.isFinite)) return t`Please fill in every number of the slider`
  if (min >= max || step <= 0) return t`The slider must end above where it begins`
  return field.default >= min && field.default <= max ? undefined : t`The default must lie between the ends`
}

/** A default file of a field, until the server has prepared it. */
export interface DefaultFile {
  readonly percent: number
  readonly stage: 'sending' | 'preparing'
  readonly error?: string
}

/** The document of the preview. */
export interface DraftedFields {
  /** Undefined when the fields are invalid. */
  readonly document: TemplateDocument | undefined
  readonly files: readonly KnownAsset[]
  readonly isChanged: boolean
}

export function useFieldDraft(document: TemplateDocument) {
  const [draft, setDraft] = useState<FieldDraft>(() => beginFieldDraft(document))
  const [files, setFiles] = useState<readonly KnownAsset[]>([])
  const [arriving, setArriving] = useState<Readonly<Record<string, DefaultFile>>>({})
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])

  const changed = useMemo(
    () => changeFields(document, { fields: draft.fields, removed: draft.removed }),
    [document, draft],
  )
  const isChanged = isDraftChanged(draft, document)
  const drafted = useMemo<DraftedFields>(
    () => ({ document: changed.document, files, isChanged }),
    [changed, files, isChanged],
  )

  const reportFile = (id: string, file: DefaultFile | undefined) =>
    setArriving(({ [id]: _before, ...others }) => (file ? { ...others, [id]: file } : others))
  /** Uploads a file and makes it the field's default once it is prepared. */
  const beginWith = async ({ id }: Field, file: File) => {
    reportFile(id, { stage: 'sending', percent: 0 })
    sending.current ??= new AbortController()
    const { signal } = sending.current
    try {
      const uploadId = await sendFile(file, (percent) => reportFile(id, { stage: 'sending', percent }), signal)
      const asset = await waitUntilPrepared(
        uploadId,
        (percent) => reportFile(id, { stage: 'preparing', percent }),
        signal,
      )
      setFiles((before) => [...before, knownUpload(asset)])
      setDraft((before) => reviseField(before, id, { default: asset.assetId }))
      reportFile(id, undefined)
    } catch (error) {
      if (signal.aborted) return
      reportFile(id, {
        stage: 'sending',
        percent: 0,
        error: errorText(error, t`The file could not be uploaded. Please try again.`),
      })
    }
  }
  return {
    /** The saved version. */
    original: document,
    draft,
    setDraft,
    isChanged,
    isArriving: Object.values(arriving).some(({ error }) => error === undefined),
    arriving,
    beginWith,
    fault: changed.fault,
    /** The version with changes, or the saved one while they are invalid. */
    document: changed.document ?? document,
    files,
    drafted: useDeferredValue(drafted),
    reset() {
      sending.current?.abort()
      sending.current = undefined
      setDraft(beginFieldDraft(document))
      setArriving({})
    },
  }
}

export type FieldWork = ReturnType<typeof useFieldDraft>

async function waitUntilPrepared(
  uploadId: string,
  onPercent: (percent: number) => void,
  signal: AbortSignal,
): Promise<Asset> {
  const created = await call('POST /api/assets', { body: { uploadId }, signal })
  const asset = await watchAsset(created, ({ percent }) => onPercent(percent), signal)
  if (asset.status === 'failed')
    throw new ApiResponseError(
      422,
      'media-damaged',
      asset.errorMessage === null
        ? t`This file cannot be read. Please try another one.`
        : serverText(asset.errorMessage),
    )
  return asset
}
