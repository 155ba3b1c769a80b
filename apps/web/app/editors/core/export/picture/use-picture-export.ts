// The export of the open image: file settings, where it is drawn, payment, and the finished file.
import { t } from '@lingui/core/macro'
import type { PictureOutput, RenderKind } from '@vitrine/contract/renders'
import { watermarkText } from '@vitrine/contract/watermark'
import { useState } from 'react'
import { useShop } from '../../../../ui/root-data.ts'
import type { Size } from '../../cropper/crop.ts'
import { useEditor } from '../../model/editor-context.tsx'
import { findMissingCharacters } from '../export-check.ts'
import type { ExportState } from '../export-job.ts'
import { saveFile, useMadeFile } from '../made-file.ts'
import { type Checkout, useCheckout } from '../use-checkout.ts'
import { drawPicture, showsVideo, sourcesInHand, writableFormats } from './draw-picture.ts'
import { fileNameOf, formatOf, fullSize, makerOf, previewSize } from './picture-plan.ts'

/** A file that this browser has made. */
export interface MadePicture {
  url: string
  name: string
  size: Size
  sizeBytes: number
  kind: RenderKind
  formatName: string
}

export type PictureState =
  | ExportState
  /** This browser draws. */
  | { phase: 'drawing'; kind: RenderKind }
  | { phase: 'made'; picture: MadePicture }

export interface PictureExport extends Checkout {
  state: PictureState
  output: PictureOutput
  setOutput: (output: PictureOutput) => void
  /** What the picture costs now; 0 once the template is owned. */
  credits: number
  start: (kind: RenderKind) => void
  /** Back to the offer. */
  dismiss: () => void
}

const previewQuality = 85

export function usePictureExport(): PictureExport {
  const model = useEditor()
  const { name: shopName } = useShop()
  const [output, setOutput] = useState<PictureOutput>(() => ({
    format: model.document.output?.image?.format ?? 'png',
    quality: Math.round(model.document.output?.image?.quality ?? 90),
    scale: 1,
  }))
  const [state, setState] = useState<PictureState>({ phase: 'idle' })
  const checkout = useCheckout({ onState: setState, output: () => output })
  const { job, pay } = checkout
  useMadeFile(state.phase === 'made' ? state.picture : undefined)
  const { template } = model
  const credits = checkout.creditsIn(state)

  const draw = async (kind: RenderKind) => {
    const { document, library, store } = model
    const content = store.getContent()
    const isPreview = kind === 'preview'
    const size = isPreview ? previewSize(model.shape.get()) : fullSize(model.shape.get(), output.scale)
    const format = isPreview && !writableFormats().includes(output.format) ? 'png' : output.format
    const quality = isPreview ? previewQuality : output.quality
    const order = { document, content, library, size, format, quality }
    const file = await drawPicture(isPreview ? { ...order, watermark: watermarkText(shopName) } : order)
    const name = fileNameOf(template.templateName, format, isPreview)
    const picture = { url: URL.createObjectURL(file), name, size, sizeBytes: file.size, kind }
    saveFile(picture)
    model.announcement.set(isPreview ? t`Your preview is ready.` : t`Your image is ready.`)
    setState({ phase: 'made', picture: { ...picture, formatName: formatOf(format).name } })
  }
  const isPaid = async (): Promise<boolean> => {
    const paid = await pay(credits)
    if (paid.outcome === 'price-changed') setState({ phase: 'price-changed', credits: paid.credits })
    if (paid.outcome === 'failed') setState({ phase: 'refused', kind: 'full', message: paid.message })
    if (paid.outcome === 'shortage') setState({ phase: 'idle' })
    return paid.outcome === 'acquired'
  }
  const exportFull = async () => {
    const { document, library, store } = model
    const content = store.getContent()
    const sources = sourcesInHand(document, content, library)
    const size = fullSize(model.shape.get(), output.scale)
    const task = { size, format: output.format, writable: writableFormats(), sources }
    if (showsVideo(document, content, library) || makerOf(task) === 'server') return job.start('full', credits)
    setState({ phase: 'drawing', kind: 'full' })
    const problem = await findMissingCharacters(model).catch(() => t`The fonts could not be loaded. Please try again.`)
    if (problem) return setState({ phase: 'refused', kind: 'full', message: problem })
    if (!(await isPaid())) return
    // What this device cannot do after all, the server does; it is paid for by now.
    await draw('full').catch(() => job.start('full', 0))
  }
  const makePreview = async () => {
    if (showsVideo(model.document, model.store.getContent(), model.library)) return job.start('preview', 0)
    setState({ phase: 'drawing', kind: 'preview' })
    const message = t`The preview could not be made on this device. Please try again.`
    await draw('preview').catch(() => setState({ phase: 'refused', kind: 'preview', message }))
  }
  return {
    ...checkout,
    state,
    output,
    setOutput,
    credits,
    start(kind) {
      const message = t`Something went wrong on this page. Please try again.`
      const made = kind === 'full' ? exportFull() : makePreview()
      made.catch(() => setState({ phase: 'refused', kind, message }))
    },
    dismiss() {
      setState({ phase: 'idle' })
      void job.dismiss()
    },
  }
}
