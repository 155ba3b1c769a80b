// The file settings of an image export: format, quality, and 1× or 2× the template's size.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { MediaValue } from '@vitrine/composition/field'
import { fieldValue as valueOfField } from '@vitrine/composition/resolve'
import { useId } from 'react'
import { i18n } from '../../../../language/i18n.ts'
import { Chip } from '../../../../ui/chip.tsx'
import { limitCrop, sharpness } from '../../cropper/crop.ts'
import { framingOf, mediaFields } from '../../fields/media-check.ts'
import { listOwnPhotos } from '../../fields/own-photo-check.ts'
import { useEditor } from '../../model/editor-context.tsx'
import type { EditorModel } from '../../model/editor-model.ts'
import { Slider } from '../../slider/slider.tsx'
import { allowsDouble, formatOf, formats } from './picture-plan.ts'
import type { PictureExport } from './use-picture-export.ts'

const optionClass = 'h-11 flex-1 px-2 text-caption'

export function PictureSettings({ exporting: { output, setOutput } }: { exporting: PictureExport }) {
  const model = useEditor()
  const id = useId()
  const canDouble = allowsDouble(photoSharpness(model))
  return (
    <div className="flex flex-col gap-4">
      <fieldset>
        <legend className="mb-2 text-caption font-medium">
          <Trans>Format</Trans>
        </legend>
        <div className="flex gap-2">
          {formats.map(({ format, name }) => (
            <Chip
              key={format}
              name={`${id}-format`}
              checked={format === output.format}
              onChange={() => setOutput({ ...output, format })}
              className={optionClass}
            >
              {name}
            </Chip>
          ))}
        </div>
        <p className="mt-2 text-caption text-muted">{i18n._(formatOf(output.format).note)}</p>
      </fieldset>
      {output.format !== 'png' && (
        <div>
          <span aria-hidden="true" className="text-caption font-medium">
            <Trans>Quality</Trans>
          </span>
          <Slider
            layout="row"
            label={t`Quality`}
            min={40}
            max={100}
            step={1}
            value={output.quality}
            text={String(output.quality)}
            onValue={(quality) => setOutput({ ...output, quality })}
            onEnd={() => undefined}
          />
        </div>
      )}
      <fieldset>
        <legend className="mb-2 text-caption font-medium">
          <Trans>Size</Trans>
        </legend>
        <div className="flex gap-2">
          {[1, 2].map((scale) => (
            <Chip
              key={scale}
              name={`${id}-scale`}
              checked={scale === output.scale}
              disabled={scale === 2 && !canDouble && output.scale !== 2}
              onChange={() => setOutput({ ...output, scale })}
              className={optionClass}
            >
              <bdi translate="no" dir="ltr">{`${scale}×`}</bdi>
            </Chip>
          ))}
        </div>
        {!canDouble && (
          <p className="mt-2 text-caption text-muted">
            <Trans>2× needs a photo with a higher resolution, or less zoom.</Trans>
          </p>
        )}
      </fieldset>
    </div>
  )
}

/** Source pixels for each pixel of the template, of each photo that the picture shows. */
function photoSharpness(model: EditorModel): number[] {
  const state = model.preview.get()
  const places = state.status === 'ready' ? state.painting.getPlaces() : []
  const ofFields = mediaFields(model).flatMap((field) => {
    const value = valueOfField(field, model.store.getContent().values) as MediaValue | undefined
    const placed = framingOf(field, value && model.library.find(value.asset), places)
    return placed ? sharpness(placed.framing, limitCrop(placed.framing, value?.crop ?? placed.crop)) : []
  })
  return [...ofFields, ...listOwnPhotos(model).map(({ framing, crop }) => sharpness(framing, crop))]
}
