// The export of the open image: file settings, where it is drawn, payment, and the finished file.
import type { PictureOutput, RenderKind } from '@vitrine/contract/renders'
import { watermark } from '@vitrine/contract/watermark'
import { useEffect, useRef, useState } from 'react'
import { payForDownload } from '../../../../money/acquire.ts'
import { type CreditShortage, findCreditShortage } from '../../../../money/insufficient-credits.tsx'
import { moneyApi } from '../../../../money/money-api.ts'
import { api } from '../../../../store/member-api.ts'
import { isOver, watchRender } from '../../../../store/render-progress.ts'
import { refreshProfile, setCredits, useSession } from '../../../../store/session.ts'
import { templateCredits } from '../../../../ui/money.ts'
import { useRegion } from '../../../../ui/region.ts'
import type { Size } from '../../cropper/crop.ts'
import { useEditor } from '../../model/editor-context.tsx'
import { findMissingCharacters } from '../export-check.ts'
import { createExportJob, type ExportJob, type ExportState } from '../export-job.ts'
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

export interface PictureExport {
  state: PictureState
  output: PictureOutput
  setOutput: (output: PictureOutput) => void
  /** The server's part, when it makes the picture. */
  job: ExportJob
  /** What the picture costs now; 0 once the template is owned. */
  credits: number
  isOwned: boolean
  balance: number | undefined
  shortage: CreditShortage | undefined
  forgetShortage: () => void
  start: (kind: RenderKind) => void
  /** Back to the offer. */
  dismiss: () => void
}

const previewQuality = 85

export function usePictureExport(): PictureExport {
  const model = useEditor()
  const session = useSession()
  const region = useRegion()
  const [output, setOutput] = useState<PictureOutput>(() => ({
    format: model.document.output?.image?.format ?? 'png',
    quality: Math.round(model.document.output?.image?.quality ?? 90),
    scale: 1,
  }))
  const [state, setState] = useState<PictureState>({ phase: 'idle' })
  const [shortage, setShortage] = useState<CreditShortage>()
  const latest = useRef(output)
  latest.current = output
  const charged = (remaining: number) => {
    setCredits(remaining)
    void refreshProfile()
  }
  const [job] = useState(() =>
    createExportJob({
      api,
      projectId: model.projectId,
      flush: model.autosave.flush,
      watch: ({ jobId, onRender, onLost, signal }) => watchRender(jobId, onRender, signal, onLost),
      output: () => latest.current,
      onCharged: charged,
      onShortage: (error) => setShortage(findCreditShortage(error)),
      onState: setState,
    }),
  )
  useEffect(() => {
    const running = model.renders.find((render) => !isOver(render))
    if (running) job.follow(running)
    return job.stop
  }, [job, model])
  useMadeFile(state)

  const profile = session.status === 'signed-in' ? session.profile : undefined
  const { template } = model
  const isOwned = profile?.purchasedTemplates.includes(template.templateId) ?? false
  // The server's word on the price is newer than the page's.
  const price = state.phase === 'price-changed' ? state.credits : templateCredits(template, region)
  const credits = isOwned ? 0 : price

  const draw = async (kind: RenderKind) => {
    const { document, library, store } = model
    const content = store.getContent()
    const isPreview = kind === 'preview'
    const size = isPreview ? previewSize(model.shape.get()) : fullSize(model.shape.get(), output.scale)
    const format = isPreview && !writableFormats().includes(output.format) ? 'png' : output.format
    const quality = isPreview ? previewQuality : output.quality
    const order = { document, content, library, size, format, quality }
    const file = await drawPicture(isPreview ? { ...order, watermark } : order)
    const name = fileNameOf(template.templateName, format, isPreview)
    const picture = { url: URL.createObjectURL(file), name, size, sizeBytes: file.size, kind }
    save(picture)
    model.announcement.set(isPreview ? 'Your preview is ready.' : 'Your image is ready.')
    setState({ phase: 'made', picture: { ...picture, formatName: formatOf(format).name } })
  }
  const pay = async (): Promise<boolean> => {
    const order = { template, isIndianUser: region.isIndianUser, expectedCredits: credits, isSignedIn: true }
    const paid = await payForDownload(moneyApi, order)
    if (paid.outcome === 'acquired') {
      charged(paid.answer.remainingCredits)
      return true
    }
    if (paid.outcome === 'price-changed') setState({ phase: 'price-changed', credits: paid.credits })
    else if (paid.outcome === 'failed') setState({ phase: 'refused', kind: 'full', message: paid.message })
    else {
      setState({ phase: 'idle' })
      setShortage(paid.shortage)
    }
    return false
  }
  const exportFull = async () => {
    const { document, library, store } = model
    const content = store.getContent()
    const sources = sourcesInHand(document, content, library)
    const size = fullSize(model.shape.get(), output.scale)
    const task = { size, format: output.format, writable: writableFormats(), sources }
    if (showsVideo(document, content, library) || makerOf(task) === 'server') return job.start('full', credits)
    setState({ phase: 'drawing', kind: 'full' })
    const problem = await findMissingCharacters(model).catch(() => 'The fonts could not be loaded. Please try again.')
    if (problem) return setState({ phase: 'refused', kind: 'full', message: problem })
    if (!(await pay())) return
    // What this device cannot do after all, the server does; it is paid for by now.
    await draw('full').catch(() => job.start('full', 0))
  }
  const makePreview = async () => {
    if (showsVideo(model.document, model.store.getContent(), model.library)) return job.start('preview', 0)
    setState({ phase: 'drawing', kind: 'preview' })
    const message = 'The preview could not be made on this device. Please try again.'
    await draw('preview').catch(() => setState({ phase: 'refused', kind: 'preview', message }))
  }
  return {
    state,
    output,
    setOutput,
    job,
    credits,
    isOwned,
    balance: profile?.credits,
    shortage,
    forgetShortage: () => setShortage(undefined),
    start(kind) {
      const message = 'Something went wrong on this page. Please try again.'
      const made = kind === 'full' ? exportFull() : makePreview()
      made.catch(() => setState({ phase: 'refused', kind, message }))
    },
    dismiss() {
      setState({ phase: 'idle' })
      void job.dismiss()
    },
  }
}

/** The memory of a made file is given back when another one takes its place or the editor closes. */
function useMadeFile(state: PictureState): void {
  const url = state.phase === 'made' ? state.picture.url : undefined
  useEffect(() => {
    if (url !== undefined) return () => URL.revokeObjectURL(url)
  }, [url])
}

function save({ url, name }: { url: string; name: string }): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
