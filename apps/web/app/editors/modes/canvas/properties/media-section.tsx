// Properties of photos and videos: the file, its crop, and the frame.
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Crop, Flip, MediaValue } from '@vitrine/composition/field'
import type { ClipShape, MediaLayer } from '@vitrine/composition/layer'
import { usedCrop } from '@vitrine/composition/painter-picture'
import CropIcon from 'lucide-react/icons/crop'
import Images from 'lucide-react/icons/images'
import Upload from 'lucide-react/icons/upload'
import { useId, useState } from 'react'
import { i18n } from '../../../../language/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { CutoutTools } from '../../../core/fields/cutout-tools.tsx'
import { Notices } from '../../../core/fields/field-frame.tsx'
import { LibraryDialog } from '../../../core/fields/library-dialog.tsx'
import { ownPhotoNotices, ownPhotoOf } from '../../../core/fields/own-photo-check.ts'
import { UploadProgress } from '../../../core/fields/upload-progress.tsx'
import { FilePicker } from '../../../core/file-import/file-picker.tsx'
import { useUploads } from '../../../core/model/editor-context.tsx'
import { readChosenFile } from '../../../core/preview/read-file.ts'
import { Slider } from '../../../core/slider/slider.tsx'
import { useCanvas } from '../model/canvas-context.tsx'
import { findShownField } from '../model/layer-entry.ts'
import { ColorBox } from './color-box.tsx'
import { Choices, Pick, Section, Switch } from './control.tsx'
import { type Editing, freeOf, hexAt, numberAt, type Selected, shared } from './selected.ts'

type SelectedMedia = Selected & { resolved: MediaLayer }
type MediaProps = { media: readonly SelectedMedia[]; editing: Editing }

export function MediaSections({ media, editing }: MediaProps) {
  const [only, ...others] = freeOf(media, 'content')
  const framed = freeOf(media, 'style')
  return (
    <>
      {only && others.length === 0 && media.length === 1 && <PictureSection one={only} editing={editing} />}
      {framed.length > 0 && <FrameSection media={framed} editing={editing} />}
    </>
  )
}

function mediaValueOf({ source }: MediaLayer): MediaValue {
  return typeof source === 'string' ? { asset: source } : (source as MediaValue)
}

/** The file and its place in the frame. A layer that shows a field of the template changes that field. */
function PictureSection({ one, editing }: { one: SelectedMedia; editing: Editing }) {
  const canvas = useCanvas()
  const { entry, resolved } = one
  const field = findShownField(entry.layer, canvas.getDocument())
  const value = mediaValueOf(resolved)
  const asset = canvas.editor.library.find(value.asset)
  const crop = usedCrop(value, resolved, { width: asset?.width ?? 0, height: asset?.height ?? 0 })
  const put = (label: string, next: MediaValue, group?: string) =>
    field
      ? canvas.fill(field.id, next, { label, ...(group !== undefined && { group }) })
      : editing.set(label, [{ layer: entry.id, property: 'source', value: next }], group)
  const putCrop = (change: Partial<Crop>, isDragging: boolean) =>
    put(t`Crop photo`, { ...value, crop: { ...crop, ...change } }, isDragging ? editing.drag() : undefined)
  return (
    <Section title={asset?.kind === 'video' ? t`Video` : t`Photo`}>
      <FileChoice
        kinds={field?.type === 'media' ? field.accept : ['image', 'video']}
        assetId={value.asset}
        onAsset={(next) => put(t`Replace photo`, { asset: next })}
      />
      <SizeNotices layerId={entry.id} />
      <CutoutTools
        value={value}
        findValue={() => {
          const present = canvas.findResolvedLayer(entry.id)
          return present?.type === 'media' ? mediaValueOf(present) : undefined
        }}
        onChange={(next, label) => put(label, next)}
      />
      <Button variant="secondary" onClick={() => canvas.editing.set({ kind: 'crop', layerId: entry.id })}>
        <CropIcon aria-hidden="true" size={16} />
        <Trans>Crop on the canvas</Trans>
      </Button>
      <Slider
        label={t`Zoom`}
        value={Math.round(crop.zoom * 100)}
        min={resolved.fit === 'contain' ? 10 : 100}
        max={400}
        unit="%"
        onValue={(percent) => putCrop({ zoom: percent / 100 }, true)}
        onEnd={editing.endDrag}
      />
      <Slider
        label={t`Rotate in frame`}
        value={crop.rotate}
        min={-180}
        max={180}
        unit="°"
        onValue={(rotate) => putCrop({ rotate }, true)}
        onEnd={editing.endDrag}
      />
      <Pick<Flip | 'none'>
        label={t`Flip`}
        value={crop.flip ?? 'none'}
        choices={[
          { value: 'none', label: t`None` },
          { value: 'horizontal', label: t`Horizontal` },
          { value: 'vertical', label: t`Vertical` },
          { value: 'both', label: t`Both` },
        ]}
        onValue={(flip) => {
          const { flip: _, ...rest } = crop
          put(t`Flip photo`, { ...value, crop: flip === 'none' ? rest : { ...rest, flip } })
        }}
      />
      {asset?.kind === 'video' && (
        <Switch
          label={t`Sound`}
          isOn={!value.mute}
          onChange={(isOn) => {
            const { mute: _, ...rest } = value
            put(isOn ? t`Unmute` : t`Mute`, isOn ? rest : { ...rest, mute: true })
          }}
        />
      )}
    </Section>
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
  const [isLibraryOpen, setIsLibraryOpen] = useState(false)
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
      <div className="flex flex-wrap gap-2">
        <FilePicker accept={kinds} describedBy={id} onFiles={(files) => void take(files)}>
          <Upload aria-hidden="true" size={16} />
          <Trans>Replace</Trans>
        </FilePicker>
        <Button variant="quiet" onClick={() => setIsLibraryOpen(true)}>
          <Images aria-hidden="true" size={16} />
          <Trans>My uploads</Trans>
        </Button>
      </div>
      <LibraryDialog
        isOpen={isLibraryOpen}
        kinds={kinds}
        onClose={() => setIsLibraryOpen(false)}
        onChoose={(next) => {
          setIsLibraryOpen(false)
          onAsset(next)
        }}
      />
    </div>
  )
}

const clips: readonly { value: Extract<ClipShape, string>; label: MessageDescriptor }[] = [
  { value: 'rect', label: msg`Rectangle` },
  { value: 'ellipse', label: msg`Ellipse` },
  { value: 'arch', label: msg`Arch` },
  { value: 'hexagon', label: msg`Hexagon` },
  { value: 'diamond', label: msg`Diamond` },
  { value: 'heart', label: msg`Heart` },
  { value: 'leaf', label: msg`Leaf` },
]

function FrameSection({ media, editing }: MediaProps) {
  const canvas = useCanvas()
  const set = (label: string, property: keyof MediaLayer, value: unknown, group?: string) =>
    editing.set(
      label,
      media.map(({ entry }) => ({ layer: entry.id, property, value })),
      group,
    )
  const putBorder = (change: { width?: number; color?: string } | null, isDragging: boolean) =>
    editing.set(
      t`Change border`,
      media.map(({ entry, resolved }) => ({
        layer: entry.id,
        property: 'border',
        value: change === null ? null : { ...(resolved.border ?? { width: 8, color: '#ffffff' }), ...change },
      })),
      isDragging ? editing.drag() : undefined,
    )
  const hasBorder = shared(media, ({ resolved }) => resolved.border !== undefined)
  const ownClip = media.some(({ resolved }) => typeof resolved.clip === 'object')
  const max = Math.min(...media.map(({ resolved }) => Math.round(Math.min(resolved.box[2], resolved.box[3]) / 2)))
  return (
    <Section title={t`Frame`}>
      <Choices
        label={t`Scaling`}
        value={shared(media, ({ resolved }) => resolved.fit ?? 'cover')}
        choices={[
          { value: 'cover', label: t({ message: 'Fill', context: 'scaling' }) },
          { value: 'contain', label: t({ message: 'Fit', context: 'scaling' }) },
        ]}
        onValue={(fit) => set(t`Change scaling`, 'fit', fit)}
      />
      <Pick
        label={t`Frame shape`}
        value={
          ownClip ? undefined : shared(media, ({ resolved }) => (resolved.clip ?? 'rect') as Extract<ClipShape, string>)
        }
        choices={clips.map(({ value, label }) => ({ value, label: i18n._(label) }))}
        onValue={(clip) => set(t`Change frame`, 'clip', clip === 'rect' ? null : clip)}
      />
      <Slider
        label={t`Corner radius`}
        value={shared(media, ({ resolved }) => numberAt(canvas, resolved.radius, 0))}
        min={0}
        max={Math.max(1, max)}
        unit="px"
        onValue={(radius) => set(t`Change corner radius`, 'radius', radius, editing.drag())}
        onEnd={editing.endDrag}
      />
      <Switch label={t`Border`} isOn={hasBorder} onChange={(isOn) => putBorder(isOn ? {} : null, false)} />
      {hasBorder && (
        <>
          <ColorBox
            label={t`Border colour`}
            color={shared(media, ({ resolved }) => hexAt(canvas, resolved.border?.color, '#ffffff'))}
            onColor={(color, isDragging) => putBorder({ color }, isDragging)}
            onEnd={editing.endDrag}
          />
          <Slider
            label={t`Border width`}
            value={shared(media, ({ resolved }) => numberAt(canvas, resolved.border?.width, 0))}
            min={1}
            max={80}
            unit="px"
            onValue={(width) => putBorder({ width }, true)}
            onEnd={editing.endDrag}
          />
        </>
      )}
    </Section>
  )
}

/** Whether a photo of the customer's own has pixels enough for its place; of the template's photos their fields say so. */
function SizeNotices({ layerId }: { layerId: string }) {
  const canvas = useCanvas()
  const layer = canvas.findLayer(layerId)
  const photo = layer?.type === 'media' ? ownPhotoOf(canvas.editor, layer) : undefined
  return (
    <div aria-live="polite" className="text-caption empty:hidden">
      <Notices notices={photo ? ownPhotoNotices(photo) : []} />
    </div>
  )
}
