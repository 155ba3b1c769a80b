// The form for the customer's photos on an image that has no frame for one.
import { msg, select, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { MediaLayer } from '@vitrine/composition/layer'
import ToFront from 'lucide-react/icons/bring-to-front'
import Crop from 'lucide-react/icons/crop'
// Lucide names it by the line that it is flipped over.
import Mirror from 'lucide-react/icons/flip-vertical-2'
import ImagePlus from 'lucide-react/icons/image-plus'
import Trash from 'lucide-react/icons/trash-2'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { i18n } from '../../../language/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { UploadProgress } from '../../core/fields/upload-progress.tsx'
import { FilePicker } from '../../core/file-import/file-picker.tsx'
import { useUploads } from '../../core/model/editor-context.tsx'
import { gesturePrefix } from '../../core/project/project-store.ts'
import { Slider } from '../../core/slider/slider.tsx'
import { addPicture } from '../canvas/model/added-layer.ts'
import { deleteSelection, enter, flipSelection, orderSelection } from '../canvas/model/canvas-actions.ts'
import { useCanvas, useLayers, useSelection } from '../canvas/model/canvas-context.tsx'
import type { CanvasModel } from '../canvas/model/canvas-model.ts'
import { listOwnPhotos, placeOwnPhoto, placingOf } from './own-photo.ts'

export function OwnPhotoPanel() {
  const canvas = useCanvas()
  const { template, projectId } = canvas.editor
  const id = useId()
  const [problem, setProblem] = useState<string>()
  useLayers()
  const photos = listOwnPhotos(canvas)
  const add = async (files: readonly File[]) => {
    for (const file of files) setProblem(await addPicture(canvas, file))
  }
  return (
    <section aria-labelledby={`${id}-title`} className="mb-8 flex flex-col gap-4">
      <h2 id={`${id}-title`} className="font-headline text-lead">
        <Trans>Your photos</Trans>
      </h2>
      {photos.map((layer, n) => (
        <OwnPhoto key={layer.id} layer={layer} label={photos.length > 1 ? numberedPhoto(n + 1) : t`Your photo`} />
      ))}
      <div className="flex flex-col gap-2">
        <FilePicker accept={['image']} describedBy={`${id}-description`} onFiles={(files) => void add(files)}>
          <ImagePlus aria-hidden="true" size={16} />
          <Trans>Add a photo</Trans>
        </FilePicker>
        <div id={`${id}-description`} aria-live="polite" className="flex flex-col gap-1 text-caption text-muted">
          <p>
            {photos.length > 0
              ? t`Drag the photo to move it; pinch or use the wheel to resize and rotate it.`
              : t`You can also drop or paste it.`}
          </p>
          {problem && <p className="text-bad">{problem}</p>}
        </div>
      </div>
      {photos.length > 0 && (
        <p className="text-caption text-muted">
          <Trans>
            <Link to={`/${template.templateId}-template?project=${projectId}`} className="text-plum underline">
              Open in the canvas editor
            </Link>{' '}
            to put photos behind other layers and to add text and stickers.
          </Trans>
        </p>
      )}
    </section>
  )
}

const numberedPhoto = (number: number) => t`Photo ${number}`

const sliders = [
  { part: 'size', name: msg`Size`, min: 5, max: 150, unit: '%' },
  { part: 'across', name: msg`Horizontal position`, min: -20, max: 120, unit: '%' },
  { part: 'down', name: msg`Vertical position`, min: -20, max: 120, unit: '%' },
  { part: 'turn', name: msg`Rotation`, min: -180, max: 180, unit: '°' },
] as const

interface PhotoAction {
  id: 'crop' | 'flip' | 'front' | 'remove'
  Icon: typeof Trash
  run: (canvas: CanvasModel, layerId: string) => void
}

const actions: readonly PhotoAction[] = [
  { id: 'crop', Icon: Crop, run: enter },
  { id: 'flip', Icon: Mirror, run: (canvas) => flipSelection(canvas, 'horizontal') },
  { id: 'front', Icon: ToFront, run: (canvas) => orderSelection(canvas, 'front') },
  { id: 'remove', Icon: Trash, run: deleteSelection },
]

function OwnPhoto({ layer, label }: { layer: MediaLayer; label: string }) {
  const canvas = useCanvas()
  const { store } = canvas.editor
  const isSelected = useSelection().includes(layer.id)
  const assetId = typeof layer.source === 'object' && 'asset' in layer.source ? layer.source.asset : layer.source
  const upload = useUploads().find((upload) => upload.assetId === assetId)
  const placing = placingOf(canvas, layer)
  return (
    <fieldset
      className={classNames('min-w-0 rounded-card border px-3 pb-2', isSelected ? 'border-marigold' : 'border-line')}
      onFocus={() => canvas.select([layer.id])}
    >
      <legend className="px-1 text-caption font-medium">{label}</legend>
      {upload && <UploadProgress upload={upload} />}
      {sliders.map(({ part, name, min, max, unit }) => (
        <div key={part} className="flex flex-col">
          <span aria-hidden="true" className="-mb-2 text-caption text-muted">
            {i18n._(name)}
          </span>
          <Slider
            layout="row"
            label={t`${label}: ${select(part, {
              size: 'size',
              across: 'horizontal position',
              down: 'vertical position',
              other: 'rotation',
            })}`}
            min={min}
            max={max}
            step={1}
            value={Math.round(placing[part])}
            text={`${Math.round(placing[part])}${unit}`}
            onValue={(value) => placeOwnPhoto(canvas, layer, { [part]: value }, `${gesturePrefix}${layer.id}:${part}`)}
            onEnd={store.endGroup}
          />
        </div>
      ))}
      <div className="-mx-1 flex">
        {actions.map(({ id, Icon, run }) => (
          <IconButton
            key={id}
            label={t`${label}: ${select(id, {
              crop: 'crop',
              flip: 'flip horizontal',
              front: 'bring to front',
              other: 'remove',
            })}`}
            onClick={() => {
              canvas.select([layer.id])
              run(canvas, layer.id)
            }}
          >
            <Icon aria-hidden="true" size={18} />
          </IconButton>
        ))}
      </div>
    </fieldset>
  )
}
