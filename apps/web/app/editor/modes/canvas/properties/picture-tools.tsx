// The file in a frame, and its tools elsewhere: the cutout, and the crop on the canvas.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Crop, Field, MediaValue } from '@vitrine/document/field'
import type { MediaLayer } from '@vitrine/document/layer'
import { usedCrop } from '@vitrine/painter/picture'
import CropIcon from 'lucide-react/icons/crop'
import { useId } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { CutoutTools } from '../../../fields/cutout-tools.tsx'
import { Notices } from '../../../fields/field-frame.tsx'
import { FileButtons, UploadProgress } from '../../../fields/file-buttons.tsx'
import { findOwnPhoto, ownPhotoNotices } from '../../../fields/layer-check.ts'
import { useUploads } from '../../../model/editor-context.tsx'
import { readChosenFile } from '../../../preview/read-file.ts'
import { useCanvas } from '../model/canvas-context.tsx'
import type { CanvasModel } from '../model/canvas-model.ts'
import { findShownField } from '../model/layer-entry.ts'
import { filterUnlocked, ofType, type PropertyEdit, type Selected, useEditing } from './selected.ts'

/** A file and its place in its frame. */
export interface FramedFile {
  layerId: string
  layer: MediaLayer
  /** The field of the template that the layer shows. */
  field: Field | undefined
  value: MediaValue
  isVideo: boolean
  crop: Crop
}

/** The file of the one selected photo or video, if it may be replaced. */
export function findFramedFile(selected: readonly Selected[], canvas: CanvasModel): readonly FramedFile[] {
  if (selected.length !== 1) return []
  return filterUnlocked(ofType(selected, 'media'), 'content').map(({ entry, resolved: layer }) => {
    const value = readMediaValue(layer)
    const file = canvas.editor.library.find(value.asset)
    const crop = usedCrop(value, layer, { width: file?.width ?? 0, height: file?.height ?? 0 })
    const field = findShownField(entry.layer, canvas.getDocument())
    return { layerId: entry.id, layer, field, value, isVideo: file?.kind === 'video', crop }
  })
}

function readMediaValue({ source }: MediaLayer): MediaValue {
  return typeof source === 'string' ? { asset: source } : (source as MediaValue)
}

/** A layer with a template field changes that field. */
export function withFile({ layerId, field }: FramedFile, value: MediaValue): PropertyEdit {
  return field ? { fieldId: field.id, value } : [{ op: 'set', layer: layerId, property: 'source', value }]
}

export function PictureTools({ item: file }: { item: FramedFile }) {
  const canvas = useCanvas()
  const editing = useEditing()
  const { layerId, field, value } = file
  const put = (label: string, next: MediaValue) => editing.put(label, [withFile(file, next)])
  return (
    <div className="flex flex-col gap-3">
      <FileChoice
        kinds={field?.type === 'media' ? field.accept : ['image', 'video']}
        assetId={value.asset}
        onAsset={(next) => put(t`Replace photo`, { asset: next })}
      />
      <SizeNotices layerId={layerId} />
      <CutoutTools
        value={value}
        findValue={() => {
          const present = canvas.findResolvedLayer(layerId)
          return present?.type === 'media' ? readMediaValue(present) : undefined
        }}
        onChange={(next, label) => put(label, next)}
      />
      <Button variant="secondary" onClick={() => canvas.editing.set({ kind: 'crop', layerId })}>
        <CropIcon aria-hidden="true" size={16} />
        <Trans>Crop on the canvas</Trans>
      </Button>
    </div>
  )
}

type FileChoiceProps = {
  kinds: readonly ('image' | 'video')[]
  assetId: MediaValue['asset']
  onAsset: (assetId: MediaValue['asset']) => void
}

function FileChoice({ kinds, assetId, onAsset }: FileChoiceProps) {
  const canvas = useCanvas()
  const { uploads } = canvas.editor
  const id = useId()
  const upload = useUploads().find((upload) => upload.assetId === assetId)
  const take = async ([file]: readonly File[]) => {
    if (!file) return
    const read = await readChosenFile(file, kinds)
    if (typeof read === 'string') return canvas.refuse(`${file.name}: ${read}`)
    onAsset(uploads.add(file, read.kind))
  }
  return (
    <div className="flex flex-col gap-2">
      <span id={id} className="sr-only">
        <Trans>Replace the file in this frame</Trans>
      </span>
      {upload && <UploadProgress upload={upload} />}
      <FileButtons
        kinds={kinds}
        label={t`Replace`}
        describedBy={id}
        onFiles={(files) => void take(files)}
        onAsset={onAsset}
      />
    </div>
  )
}

/** Whether a customer's photo has enough pixels for its place; the template's photos are checked by their fields. */
function SizeNotices({ layerId }: { layerId: string }) {
  const canvas = useCanvas()
  const layer = canvas.findLayer(layerId)
  const photo = layer?.type === 'media' ? findOwnPhoto(canvas.editor, layer) : undefined
  return (
    <div aria-live="polite" className="text-caption empty:hidden">
      <Notices notices={photo ? ownPhotoNotices(photo) : []} />
    </div>
  )
}
