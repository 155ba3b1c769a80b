// The controls of layers that are no single value: the file in a frame, the text, and lists of several colours.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Crop, Field, MediaValue } from '@vitrine/document/field'
import type { LightLayer, MediaLayer, ParticlesLayer } from '@vitrine/document/layer'
import { usedCrop } from '@vitrine/painter/picture'
import { fieldValue } from '@vitrine/project/resolve'
import CropIcon from 'lucide-react/icons/crop'
import { useId, useSyncExternalStore } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { classNames } from '../../../../ui/class-names.ts'
import { CutoutTools } from '../../../fields/cutout-tools.tsx'
import { controlClass, Notices } from '../../../fields/field-frame.tsx'
import { FileButtons, UploadProgress } from '../../../fields/file-buttons.tsx'
import { findOwnPhoto, isTouched, layerTextNotices, ownPhotoNotices } from '../../../fields/layer-check.ts'
import { textNotices } from '../../../fields/text-control.tsx'
import { useUploads } from '../../../model/editor-context.tsx'
import { readChosenFile } from '../../../preview/read-file.ts'
import { useCanvas, useMeasured } from '../model/canvas-context.tsx'
import type { CanvasModel } from '../model/canvas-model.ts'
import { applyContentEdits, createContentEdit, findFieldOfLayer, readText } from '../model/layer-content.ts'
import { findShownField } from '../model/layer-entry.ts'
import { ColorBox } from './color-box.tsx'
import { setProperty } from './layer-row.ts'
import { filterUnlocked, hexAt, ofType, type PropertyEdit, type Selected, useEditing } from './selected.ts'
import { listShapeColors, reshape, type SelectedShape, withColor } from './shape-paint.ts'

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

export function PictureTools({ item: file }: { item: FramedFile }) {
  const canvas = useCanvas()
  const editing = useEditing()
  const { layerId, field, value } = file
  const put = (label: string, next: MediaValue) => editing.put(label, [createContentEdit(file, 'source', next)])
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

/** The text of a layer, or the field that it shows. */
export function WordsInput({ item: { entry } }: { item: Selected }) {
  const canvas = useCanvas()
  const id = useId()
  const field = findShownField(entry.layer, canvas.getDocument())
  const { store } = canvas.editor
  const read = () => readText(canvas, entry.id)
  const text = useSyncExternalStore(store.subscribe, read, read)
  const write = (next: string, group?: string) => {
    const edit = createContentEdit({ layerId: entry.id, field }, 'text', next)
    applyContentEdits(canvas, [edit], { label: t`Edit text`, ...(group !== undefined && { group }) })
  }
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className={classNames('text-caption text-muted', !field && 'sr-only')}>
        {field ? field.label : t`Text`}
      </label>
      <textarea
        id={id}
        rows={Math.min(5, Math.max(2, text.split('\n').length))}
        dir="auto"
        value={text}
        onChange={(event) => write(event.currentTarget.value, `words:${entry.id}`)}
        className={classNames(controlClass, 'h-auto resize-y py-2.5')}
      />
      <TextNotices
        layerId={entry.id}
        onPlain={(plain) => {
          write(plain)
          document.getElementById(id)?.focus()
        }}
      />
    </div>
  )
}

function TextNotices({ layerId, onPlain }: { layerId: string; onPlain: (text: string) => void }) {
  const canvas = useCanvas()
  useMeasured(() => canvas.version.get())
  const { preview, store } = canvas.editor
  const state = preview.get()
  const resolved = canvas.findResolvedLayer(layerId)
  const isShown = resolved?.type === 'text' && state.status === 'ready'
  const fitting = isShown ? state.painting.findLayerFitting(resolved) : undefined
  const field = findFieldOfLayer(canvas, layerId)
  if (!fitting || (!field && !isTouched(canvas.editor, layerId))) return null
  const notices =
    field?.type === 'text'
      ? textNotices(field, String(fieldValue(field, store.getContent().values) ?? ''), fitting)
      : layerTextNotices(fitting)
  return (
    <div aria-live="polite" className="flex flex-col gap-1 text-caption empty:hidden">
      <Notices notices={notices} onPlain={onPlain} />
    </div>
  )
}

/** Drawings of several colours. */
export function ShapeColors({ items }: { items: readonly SelectedShape[] }) {
  const canvas = useCanvas()
  const used = items.flatMap(({ resolved }) => listShapeColors(resolved.shapes).map((color) => hexAt(canvas, color)))
  const colors = [...new Set(used)]
  return (
    <ColorList
      colors={colors}
      createLabel={(number) => (colors.length > 1 ? numberedColor(number) : t`Colour`)}
      edit={(n, next) =>
        items.map((one) =>
          reshape(one, (shapes) => withColor(shapes, (paint) => hexAt(canvas, paint) === colors[n], next)),
        )
      }
    />
  )
}

/** Decoration with several colours. */
export type Colorful = Selected & { resolved: ParticlesLayer | LightLayer }

export function LayerColors({ item }: { item: Colorful }) {
  const canvas = useCanvas()
  const { colors } = item.resolved
  return (
    <ColorList
      colors={colors.map((color) => hexAt(canvas, color))}
      createLabel={numberedColor}
      edit={(n, next) => [setProperty('colors')(item, colors.with(n, next))]}
    />
  )
}

const numberedColor = (number: number) => t`Colour ${number}`

type ColorListProps = {
  colors: readonly string[]
  createLabel: (number: number) => string
  edit: (n: number, color: string) => readonly PropertyEdit[]
}

function ColorList({ colors, createLabel, edit }: ColorListProps) {
  const editing = useEditing()
  return (
    <div className="flex flex-col gap-3">
      {colors.map((color, n) => (
        <ColorBox
          // The position identifies a colour, because each change replaces its value.
          key={n}
          label={createLabel(n + 1)}
          color={color}
          onColor={(next, isDragging) =>
            editing.put(t`Change colour`, edit(n, next), isDragging ? editing.drag() : undefined)
          }
          onEnd={editing.endDrag}
        />
      ))}
    </div>
  )
}
