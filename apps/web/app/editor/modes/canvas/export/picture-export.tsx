// The export of an image: format, quality and size, drawn in this browser where memory and files allow, else on the server.

import { t } from '@lingui/core/macro'
import type { PictureOutput, RenderKind } from '@vitrine/contract/renders'
import { watermarkText } from '@vitrine/contract/watermark'
import type { MediaValue } from '@vitrine/document/field'
import { fieldValue as valueOfField } from '@vitrine/project/resolve'
import { useState } from 'react'
import { useObservable } from '../../../../api/observable.ts'
import { useStoreBrand } from '../../../../api/root-data.ts'
import { i18n } from '../../../../language/i18n.ts'
import { limitCrop, sharpness } from '../../../cropper/crop.ts'
import { ExportDialog, type ExportProps } from '../../../export/export-dialog.tsx'
import { ExportOffer, type ExportSetting, previewWay, useWarnings } from '../../../export/export-offer.tsx'
import { exportLabel } from '../../../export/export-text.ts'
import { type DeviceFile, type Export, type ExportPlace, useExport } from '../../../export/use-export.ts'
import { listOwnPhotos } from '../../../fields/layer-check.ts'
import { computeFraming, mediaFields } from '../../../fields/media-check.ts'
import { useEditor, useUploads } from '../../../model/editor-context.tsx'
import type { EditorModel } from '../../../model/editor-model.ts'
import { drawPicture, showsVideo, sourcesInHand, writableFormats } from './draw-picture.ts'
import {
  allowsDouble,
  chooseMaker,
  createFileName,
  findFormat,
  formats,
  fullSize,
  previewSize,
} from './picture-plan.ts'

export function PictureExport(props: ExportProps) {
  const model = useEditor()
  const { name: storeName } = useStoreBrand()
  const [output, setOutput] = useState<PictureOutput>(() => ({
    format: model.document.output?.image?.format ?? 'png',
    quality: Math.round(model.document.output?.image?.quality ?? 90),
    scale: 1,
  }))
  const exporting = useExport({
    medium: 'image',
    output: () => output,
    device: {
      async render(kind, { onProgress }) {
        onProgress(undefined)
        return renderPicture(model, kind, output, storeName)
      },
      // The server renders what this device cannot.
      describeError: (_, kind) =>
        kind === 'preview' ? t`The preview could not be made on this device. Please try again.` : undefined,
    },
  })
  const onClose = () => props.onOpen(false)
  const offer = <Offer exporting={exporting} output={output} onOutput={setOutput} onClose={onClose} />
  return <ExportDialog {...props} exporting={exporting} offer={offer} />
}

type OfferProps = {
  exporting: Export
  output: PictureOutput
  onOutput: (output: PictureOutput) => void
  onClose: () => void
}

function Offer({ exporting, output, onOutput, onClose }: OfferProps) {
  const model = useEditor()
  const { width, height } = fullSize(useObservable(model.shape), output.scale)
  const isReady = useObservable(model.preview).status === 'ready'
  const isUploading = useUploads().some(({ error }) => error === undefined)
  const isUnfit = useWarnings().some(({ blocks }) => blocks)
  const start = (kind: RenderKind) => exporting.start(chooseExportPlace(model, kind, output), kind)
  return (
    <ExportOffer
      exporting={exporting}
      onClose={onClose}
      settings={listSettings(output, onOutput, allowsDouble(photoSharpness(model)))}
      facts={t`${width} × ${height} pixels, without watermark`}
      note={t`You pay once. Later exports of this template are free.`}
      isUploading={isUploading}
      ways={[
        {
          kind: 'full',
          label: exportLabel(exporting, { owned: t`Export image` }),
          isDisabled: isUploading || isUnfit || !isReady,
          onPress: () => start('full'),
        },
        previewWay({ isDisabled: isUnfit || !isReady, onPress: () => start('preview') }),
      ]}
    />
  )
}

function listSettings(
  output: PictureOutput,
  onOutput: (output: PictureOutput) => void,
  canDouble: boolean,
): ExportSetting[] {
  const format: ExportSetting = {
    kind: 'choice',
    label: t`Format`,
    options: formats.map(({ format, name }) => ({
      name,
      isChosen: format === output.format,
      choose: () => onOutput({ ...output, format }),
    })),
    note: i18n._(findFormat(output.format).note),
  }
  const quality: ExportSetting = {
    kind: 'amount',
    label: t`Quality`,
    ...{ min: 40, max: 100, value: output.quality },
    onValue: (quality) => onOutput({ ...output, quality }),
  }
  const size: ExportSetting = {
    kind: 'choice',
    label: t`Size`,
    options: [1, 2].map((scale) => ({
      name: `${scale}×`,
      isChosen: scale === output.scale,
      isDisabled: scale === 2 && !canDouble && output.scale !== 2,
      choose: () => onOutput({ ...output, scale }),
    })),
    note: canDouble ? undefined : t`2× needs a photo with a higher resolution, or less zoom.`,
  }
  return output.format === 'png' ? [format, size] : [format, quality, size]
}

function chooseExportPlace(
  { document, store, library, shape }: EditorModel,
  kind: RenderKind,
  output: PictureOutput,
): ExportPlace {
  const content = store.getContent()
  if (showsVideo(document, content, library)) return 'server'
  if (kind === 'preview') return 'device'
  const sources = sourcesInHand(document, content, library)
  const size = fullSize(shape.get(), output.scale)
  return chooseMaker({ size, format: output.format, writable: writableFormats(), sources })
}

const previewQuality = 85

async function renderPicture(
  { document, library, store, shape, template }: EditorModel,
  kind: RenderKind,
  output: PictureOutput,
  storeName: string,
): Promise<DeviceFile> {
  const isPreview = kind === 'preview'
  const size = isPreview ? previewSize(shape.get()) : fullSize(shape.get(), output.scale)
  const format = isPreview && !writableFormats().includes(output.format) ? 'png' : output.format
  const quality = isPreview ? previewQuality : output.quality
  const order = { document, content: store.getContent(), library, size, format, quality }
  const blob = await drawPicture(isPreview ? { ...order, watermark: watermarkText(storeName) } : order)
  return { blob, name: createFileName(template.templateName, format, isPreview), format, ...size }
}

/** Source pixels per pixel of the template, for each photo in the picture. */
function photoSharpness(model: EditorModel): number[] {
  const state = model.preview.get()
  const places = state.status === 'ready' ? state.painting.getPlaces() : []
  const ofFields = mediaFields(model).flatMap((field) => {
    const value = valueOfField(field, model.store.getContent().values) as MediaValue | undefined
    const placed = computeFraming(field, value && model.library.find(value.asset), places)
    return placed ? sharpness(placed.framing, limitCrop(placed.framing, value?.crop ?? placed.crop)) : []
  })
  return [...ofFields, ...listOwnPhotos(model).map(({ framing, crop }) => sharpness(framing, crop))]
}
