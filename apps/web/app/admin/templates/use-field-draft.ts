// The fields of a version in edit mode: changes, the resulting document, and uploads of default files.
import { t } from '@lingui/core/macro'
import type { Asset } from '@vitrine/contract/media'
import type { TemplateDocument } from '@vitrine/document/document'
import type { Field } from '@vitrine/document/field'
import { changeFields } from '@vitrine/project/template-field'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { ApiResponseError } from '../../api/api.ts'
import { call } from '../../api/browser-api.ts'
import { errorText } from '../../api/error-text.ts'
import { watchAsset } from '../../api/operation.ts'
import { sendFile } from '../../api/send-file.ts'
import { type KnownAsset, knownUpload } from '../../editor/project/asset-library.ts'
import { serverText } from '../../language/server-text.ts'
import { beginFieldDraft, type FieldDraft, isDraftChanged, reviseField } from './field-draft.ts'

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
      const asset = await prepared(uploadId, (percent) => reportFile(id, { stage: 'preparing', percent }), signal)
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

async function prepared(uploadId: string, onPercent: (percent: number) => void, signal: AbortSignal): Promise<Asset> {
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
