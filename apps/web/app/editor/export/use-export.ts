// The export of the open editor: one flow from the offer to the finished file, for renders on this device and on the
// server.
import { t } from '@lingui/core/macro'
import type { PictureOutput, Render, RenderKind } from '@vitrine/contract/renders'
import { useEffect, useRef, useState } from 'react'
import { ApiResponseError } from '../../api/api.ts'
import { api } from '../../api/member-api.ts'
import { isFinished, watchRender } from '../../api/operation.ts'
import { useRegion } from '../../api/root-data.ts'
import { refreshProfile, setCredits, useSession } from '../../api/session.ts'
import { type Acquired, payForDownload } from '../../features/credits/acquire.ts'
import { type CreditShortage, findCreditShortage } from '../../features/credits/insufficient-credits.tsx'
import { moneyApi } from '../../features/credits/money-api.ts'
import { templateCredits } from '../../ui/money.ts'
import { useEditor } from '../model/editor-context.tsx'
import { findMissingCharacters } from './export-check.ts'
import { createExportJob, type ExportJob, type ExportState } from './export-job.ts'

export type ExportPlace = 'device' | 'server'

interface DeviceProgress {
  stage: string
  percent: number
  /** Undefined while unknown. */
  secondsLeft: number | undefined
}

/** A file that this device has rendered. */
export interface DeviceFile {
  blob: Blob
  name: string
  format: Render['format']
  width: number
  height: number
  /** Deletes the file's storage on this device. */
  discard?: () => unknown
}

/** How a mode renders files on this device. */
interface DeviceExport {
  /** Reports progress, or `undefined` once when rendering takes only a moment. Rejects when it fails or is aborted. */
  render(
    kind: RenderKind,
    report: { signal: AbortSignal; onProgress: (progress: DeviceProgress | undefined) => void },
  ): Promise<DeviceFile>
  /** The message for a failed render. Undefined: the server renders the file instead, which is already paid for. */
  describeError(error: unknown, kind: RenderKind): string | undefined
}

export type ExportFlow =
  | ExportState
  /** Before this device starts rendering: the texts are checked and the price is paid. */
  | { phase: 'preparing'; kind: RenderKind }
  | { phase: 'rendering'; kind: RenderKind; progress: DeviceProgress | undefined; cancel: () => void }
  | { phase: 'rendered'; kind: RenderKind; file: DeviceFile & { url: string } }

interface ExportPlan {
  medium: 'video' | 'image'
  /** Without it the server renders everything. */
  device?: DeviceExport
  /** The file settings of a picture on the server; without them the server decides. */
  output?: () => PictureOutput
}

export interface Export extends Pick<Checkout, 'isOwned' | 'balance' | 'shortage' | 'forgetShortage'> {
  medium: ExportPlan['medium']
  hasDevice: boolean
  state: ExportFlow
  /** The current price; 0 once the template is owned. */
  credits: number
  /** The server's job. It continues when the dialog is closed. */
  job: ExportJob
  start: (place: ExportPlace, kind: RenderKind) => void
  /** Returns to the offer. */
  dismiss: () => void
}

export function useExport({ medium, device, output }: ExportPlan): Export {
  const model = useEditor()
  const [state, setState] = useState<ExportFlow>({ phase: 'idle' })
  const checkout = useCheckout({
    onState(next) {
      setState(next)
      if (next.phase === 'finished')
        model.announcement.set(
          next.render.status === 'completed' ? readyText(medium, next.render.kind) : failureText(medium),
        )
    },
    ...(output && { output }),
  })
  const { job, pay, isOwned, balance, shortage, forgetShortage } = checkout
  const credits = checkout.creditsIn(state)
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  useReleasedFile(state.phase === 'rendered' ? state.file : undefined)

  const reject = (kind: RenderKind, message: string) => setState({ phase: 'rejected', kind, message })
  const isPaid = async (): Promise<boolean> => {
    // Owned templates render without a network too, except in an aspect ratio that the owner of the store has disabled.
    const { aspect } = model.store.getContent()
    if (isOwned && !(aspect && model.template.disabledShapes?.includes(aspect))) return true
    const paid = await pay(credits)
    if (paid.outcome === 'price-changed') setState({ phase: 'price-changed', credits: paid.credits })
    if (paid.outcome === 'failed') reject('full', paid.message)
    if (paid.outcome === 'shortage') setState({ phase: 'idle' })
    return paid.outcome === 'acquired'
  }
  const renderHere = async ({ render, describeError }: DeviceExport, kind: RenderKind) => {
    const abort = new AbortController()
    stop.current = abort
    const onProgress = (progress: DeviceProgress | undefined) =>
      setState({ phase: 'rendering', kind, progress, cancel: () => abort.abort() })
    try {
      const rendered = await render(kind, { signal: abort.signal, onProgress })
      const file = { ...rendered, url: URL.createObjectURL(rendered.blob) }
      saveFile(file)
      setState({ phase: 'rendered', kind, file })
      model.announcement.set(readyText(medium, kind))
    } catch (error) {
      if (abort.signal.aborted) return setState({ phase: 'idle' })
      const message = describeError(error, kind)
      if (message === undefined) await job.start(kind, 0)
      else reject(kind, message)
    }
  }
  const startHere = async (device: DeviceExport, kind: RenderKind) => {
    setState({ phase: 'preparing', kind })
    model.player.pause()
    const fontsMessage = t`The fonts could not be loaded. Please try again.`
    const problem = await findMissingCharacters(model).catch((error) => offlineMessage(error) ?? fontsMessage)
    if (problem) return reject(kind, problem)
    if (kind === 'preview' || (await isPaid())) await renderHere(device, kind)
  }
  return {
    medium,
    hasDevice: device !== undefined,
    state,
    credits,
    ...{ job, isOwned, balance, shortage, forgetShortage },
    start(place, kind) {
      const started = place === 'device' && device ? startHere(device, kind) : job.start(kind, credits)
      started.catch(() => reject(kind, t`Something went wrong on this page. Please try again.`))
    },
    dismiss() {
      job.dismiss()
      setState({ phase: 'idle' })
    },
  }
}

/** The message when an export needs a network and there is none; undefined for other failures. */
export function offlineMessage(error: unknown): string | undefined {
  return !navigator.onLine || (error instanceof ApiResponseError && error.status === 0)
    ? t`You are offline, and an export needs a connection to start. Your changes are saved; please try again later.`
    : undefined
}

function readyText(medium: Export['medium'], kind: RenderKind): string {
  if (kind === 'preview') return t`Your preview is ready.`
  return medium === 'video' ? t`Your video is ready.` : t`Your image is ready.`
}

function failureText(medium: Export['medium']): string {
  return medium === 'video' ? t`Your video could not be made.` : t`Something went wrong while making the image.`
}

/** Saves a file under its name, as a download link does. */
function saveFile({ url, name }: { url: string; name: string }): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

interface ReleasedFile {
  url: string
  /** Deletes the file's storage on this device. */
  discard?: () => unknown
}

/** Releases the memory of a rendered file when another one replaces it or the editor closes. */
function useReleasedFile(file: ReleasedFile | undefined): void {
  useEffect(() => {
    if (!file) return
    return () => {
      URL.revokeObjectURL(file.url)
      file.discard?.()
    }
  }, [file])
}

// What all exports share: the server's job, the price, whether it is due, and payment.

interface CheckoutOptions {
  /** Receives every state of the job. */
  onState: (state: ExportState) => void
  /** The file settings of a picture; without them the server decides. */
  output?: () => PictureOutput
}

interface Checkout {
  /** The server's render. It continues when the dialog is closed. */
  job: ExportJob
  isOwned: boolean
  /** The balance, when known. */
  balance: number | undefined
  /** The price of an export in this state; 0 once the template is owned. */
  creditsIn(state: { phase: string; credits?: number }): number
  /** Pays for a file that this browser renders. Missing credits are handled here, any other outcome by the caller. */
  pay(expectedCredits: number): Promise<Acquired>
  shortage: CreditShortage | undefined
  forgetShortage: () => void
}

function useCheckout(options: CheckoutOptions): Checkout {
  const model = useEditor()
  const session = useSession()
  const region = useRegion()
  const [shortage, setShortage] = useState<CreditShortage>()
  const latest = useRef(options)
  latest.current = options
  const { output } = options
  const [job] = useState(() =>
    createExportJob({
      api,
      projectId: model.projectId,
      flush: model.autosave.flush,
      watch: ({ jobId, onRender, onLost, signal }) => watchRender(jobId, onRender, signal, onLost),
      ...(output && { output: () => (latest.current.output ?? output)() }),
      onCharged: showCharged,
      onShortage: (error) => setShortage(findCreditShortage(error)),
      onState: (state) => latest.current.onState(state),
    }),
  )
  useEffect(() => {
    const running = model.renders.find((render) => !isFinished(render))
    if (running) job.follow(running)
    return job.stop
  }, [job, model])
  const { template } = model
  const profile = session.status === 'signed-in' ? session.profile : undefined
  const isOwned = profile?.purchasedTemplates.includes(template.templateId) ?? false
  return {
    job,
    isOwned,
    balance: profile?.credits,
    creditsIn({ phase, credits }) {
      if (isOwned) return 0
      // The server's price is newer than the page's.
      return phase === 'price-changed' && credits !== undefined ? credits : templateCredits(template, region)
    },
    async pay(expectedCredits) {
      const { aspect } = model.store.getContent()
      const order = { template, isIndianUser: region.isIndianUser, expectedCredits, isSignedIn: true, aspect }
      const paid = await payForDownload(moneyApi, order)
      if (paid.outcome === 'acquired') showCharged(paid.answer.remainingCredits)
      if (paid.outcome === 'shortage') setShortage(paid.shortage)
      return paid
    },
    shortage,
    forgetShortage: () => setShortage(undefined),
  }
}

function showCharged(remainingCredits: number): void {
  setCredits(remainingCredits)
  void refreshProfile()
}
