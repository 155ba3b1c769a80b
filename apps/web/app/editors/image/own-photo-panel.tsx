// Owns the form for photos on a picture whose designer left no frame for one.
import type { MediaLayer } from '@vitrine/composition/document'
import ImagePlus from 'lucide-react/icons/image-plus'
import Trash from 'lucide-react/icons/trash-2'
import { useId, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { IconButton } from '../../ui/button.tsx'
import { useEditor, useUploads } from '../editor-context.tsx'
import { FilePicker } from '../fields/file-picker.tsx'
import { SliderRow } from '../fields/slider-row.tsx'
import { UploadProgress } from '../fields/upload-progress.tsx'
import { gesturePrefix } from '../project-store.ts'
import { addOwnPhoto, lacksPhotoField, listOwnPhotos, placeOwnPhoto, placingOf, removeOwnPhoto } from './own-photo.ts'

/** Nothing where the template has a frame: that is where the photo belongs. */
export function OwnPhotoPanel() {
  const model = useEditor()
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const getContent = () => model.store.getContent()
  useSyncExternalStore(model.store.subscribe, getContent, getContent)
  if (!lacksPhotoField(model)) return null
  const photos = listOwnPhotos(model)
  const add = async (files: readonly File[]) => {
    for (const file of files) setProblem(await addOwnPhoto(model, file))
  }
  return (
    <section aria-labelledby={`${id}-title`} className="mb-8 flex flex-col gap-4">
      <h2 id={`${id}-title`} className="font-headline text-lead">
        Your photos
      </h2>
      {photos.map((layer, n) => (
        <OwnPhoto key={layer.id} layer={layer} label={photos.length > 1 ? `Photo ${n + 1}` : 'Your photo'} />
      ))}
      <div className="flex flex-col gap-2">
        <FilePicker accept={['image']} describedBy={`${id}-words`} onFiles={(files) => void add(files)}>
          <ImagePlus aria-hidden="true" size={16} />
          Add a photo
        </FilePicker>
        <div id={`${id}-words`} aria-live="polite" className="flex flex-col gap-1 text-caption text-muted">
          <p>You can also drop or paste it.</p>
          {problem && <p className="text-bad">{problem}</p>}
        </div>
      </div>
      {photos.length > 0 && (
        <p className="text-caption text-muted">
          <Link
            to={`/${model.template.templateId}-template?project=${model.projectId}`}
            className="text-plum underline"
          >
            Open this picture on the canvas
          </Link>{' '}
          to move photos by hand and put them behind other things.
        </p>
      )}
    </section>
  )
}

const sliders = [
  { part: 'size', words: 'Size', min: 5, max: 150, unit: '%' },
  { part: 'across', words: 'Across', min: -20, max: 120, unit: '%' },
  { part: 'down', words: 'Down', min: -20, max: 120, unit: '%' },
  { part: 'turn', words: 'Turn', min: -180, max: 180, unit: '°' },
] as const

function OwnPhoto({ layer, label }: { layer: MediaLayer; label: string }) {
  const model = useEditor()
  const assetId = typeof layer.source === 'object' && 'asset' in layer.source ? layer.source.asset : layer.source
  const upload = useUploads().find((one) => one.assetId === assetId)
  const placing = placingOf(model, layer)
  return (
    <fieldset className="min-w-0 rounded-card border border-line px-3 pb-2">
      <legend className="px-1 text-caption font-medium">{label}</legend>
      {upload && <UploadProgress upload={upload} />}
      {sliders.map(({ part, words, min, max, unit }) => (
        <div key={part} className="flex flex-col">
          <span aria-hidden="true" className="-mb-2 text-caption text-muted">
            {words}
          </span>
          <SliderRow
            label={`${label}: ${words.toLowerCase()}`}
            min={min}
            max={max}
            step={1}
            value={Math.round(placing[part])}
            text={`${Math.round(placing[part])}${unit}`}
            onValue={(value) => placeOwnPhoto(model, layer, { [part]: value }, `${gesturePrefix}${layer.id}:${part}`)}
            onEnd={model.store.endGroup}
          />
        </div>
      ))}
      <IconButton label={`Remove ${label.toLowerCase()}`} onClick={() => removeOwnPhoto(model, layer)}>
        <Trash aria-hidden="true" size={18} />
      </IconButton>
    </fieldset>
  )
}
