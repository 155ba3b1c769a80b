// The export of the video editor: rendered in this browser where it can be, else in the cloud, and paid once.
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { neededAssets } from '@vitrine/composition/resolve'
import type { RenderKind } from '@vitrine/contract/renders'
import { watermarkText } from '@vitrine/contract/watermark'
import { useEffect, useRef, useState } from 'react'
import { ApiResponseError } from '../../../../api/api.ts'
import { i18n } from '../../../../language/i18n.ts'
import { loadPart } from '../../../../ui/load-part.ts'
import { creditsText } from '../../../../ui/money.ts'
import { useShop } from '../../../../ui/root-data.ts'
import { findMissingCharacters } from '../../../core/export/export-check.ts'
import { findFullVideos } from '../../../core/export/full-video.ts'
import { saveFile, useMadeFile } from '../../../core/export/made-file.ts'
import { type Export, useExport } from '../../../core/export/use-export.ts'
import type { EditorModel } from '../../../core/model/editor-model.ts'
import { loadDocumentFonts } from '../../../core/preview/load-fonts.ts'
import { resolvedFor } from '../../../core/preview/painting.ts'
import { isLocal, isUpload, type KnownAsset } from '../../../core/project/asset-library.ts'
import { projectApi } from '../../../core/project/project-api.ts'
import {
  ExportError,
  type ExportedVideo,
  type ExportFault,
  type ExportProblem,
  type ExportProgress,
} from './export-contract.ts'
import { sizeOf } from './export-size.ts'

export interface MadeVideo extends ExportedVideo {
  kind: RenderKind
  url: string
  name: string
}

export type ExportingState =
  | { phase: 'idle' }
  | { phase: 'starting'; kind: RenderKind }
  | { phase: 'making'; kind: RenderKind; progress: ExportProgress; cancel: () => void }
  | { phase: 'made'; video: MadeVideo }
  | { phase: 'failed'; message: string }

/** Why the server has to make a video. */
export type ShopReason = ExportProblem | 'originals-in-account'

export interface VideoExport {
  /** The server's part: price, credits, and its renders. */
  shop: Export
  state: ExportingState
  /** Why this browser cannot make the whole video; undefined when it can. Known after the dialog has opened. */
  reason: ShopReason | undefined
  /** Looks whether this browser can. */
  look: () => void
  make: (kind: RenderKind) => void
  dismiss: () => void
}

/** Not part of the page: fetched once an editor has nothing better to do, as it may be offline later. */
export const loadMaker = () => import('./export-video.ts')

const idle: ExportingState = { phase: 'idle' }

export function useVideoExport(model: EditorModel): VideoExport {
  const shop = useExport()
  const { name: shopName } = useShop()
  const [state, setState] = useState<ExportingState>(idle)
  const [reason, setReason] = useState<ShopReason>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  useMadeFile(state.phase === 'made' ? state.video : undefined)

  const isPaid = async (): Promise<boolean> => {
    // What is owned is made without a network too, except in a shape that the owner of the shop has disabled.
    const { aspect } = model.store.getContent()
    if (shop.isOwned && !(aspect && model.template.disabledShapes?.includes(aspect))) return true
    const paid = await shop.pay(shop.credits)
    if (paid.outcome === 'price-changed') {
      const price = creditsText(paid.credits)
      setState({ phase: 'failed', message: t`The price has changed to ${price}. Nothing was charged.` })
    }
    if (paid.outcome === 'failed') setState({ phase: 'failed', message: paid.message })
    if (paid.outcome === 'shortage') setState(idle)
    return paid.outcome === 'acquired'
  }
  const draw = async (kind: RenderKind) => {
    const order = await orderOf(model, kind, shopName).catch(wordsOf)
    if (typeof order === 'string') return setState({ phase: 'failed', message: order })
    if (!order) return setState({ phase: 'failed', message: t`The preview is still loading. Please try again.` })
    const abort = new AbortController()
    stop.current = abort
    const onProgress = (progress: ExportProgress) =>
      setState({ phase: 'making', kind, progress, cancel: () => abort.abort() })
    try {
      const { exportVideo } = await loadPart(loadMaker)
      const video = await exportVideo({ ...order, signal: abort.signal, onProgress })
      const made = { ...video, kind, name: order.fileName, url: URL.createObjectURL(video.file) }
      if (!video.isSaved) saveFile(made)
      setState({ phase: 'made', video: made })
      model.announcement.set(kind === 'full' ? t`Your video is ready.` : t`Your preview is ready.`)
    } catch (error) {
      if (abort.signal.aborted) return setState(idle)
      setState({ phase: 'failed', message: wordsOf(error) })
    }
  }
  const make = async (kind: RenderKind) => {
    setState({ phase: 'starting', kind })
    model.player.pause()
    const problem = await findMissingCharacters(model).catch(wordsOf)
    if (problem) return setState({ phase: 'failed', message: problem })
    if (kind === 'full' && !(await isPaid())) return
    await draw(kind)
  }
  return {
    shop,
    state,
    reason,
    // What could not be found out is said when the video is made.
    look: () => void findReason(model).then(setReason, () => undefined),
    make: (kind) => void make(kind).catch((error: unknown) => setState({ phase: 'failed', message: wordsOf(error) })),
    dismiss: () => setState(idle),
  }
}

/** What is drawn, with everything it is drawn from; undefined while the preview is not there. */
async function orderOf(model: EditorModel, kind: RenderKind, shopName: string) {
  const { preview, document, library, projectId, store, template } = model
  const shown = preview.get()
  if (shown.status !== 'ready') return undefined
  const isFull = kind === 'full'
  const watermark = isFull ? undefined : watermarkText(shopName)
  const plain = resolvedFor(document, store.getContent())
  const { document: resolved, fonts } = await loadDocumentFonts(plain, library, undefined, watermark)
  const needed = neededAssets(resolved)
  const text = template.templateName.match(/[\p{L}\p{M}\p{N}]+/gu)?.join('-') ?? 'video'
  return {
    document: resolved,
    fonts,
    files: {
      ...filesOf(neededFiles(model)),
      ...(isFull && (await findFullVideos(projectApi, { projectId, document, needed }))),
    },
    size: sizeOf(resolved, isFull),
    watermark,
    fileName: `${text}${isFull ? '' : '-preview'}.mp4`,
  }
}

function neededFiles({ preview, library }: EditorModel): KnownAsset[] {
  const shown = preview.get()
  if (shown.status !== 'ready') return []
  // Fonts are loaded by themselves.
  return neededAssets(shown.painting.getResolved())
    .flatMap((assetId) => library.find(assetId) ?? [])
    .filter(({ kind }) => kind !== 'font')
}

function filesOf(assets: readonly KnownAsset[]): Record<string, Blob | string> {
  return Object.fromEntries(
    assets.flatMap(({ assetId, file, url }) => {
      const origin = file ?? url
      return origin === undefined ? [] : [[assetId, origin] as const]
    }),
  )
}

async function findReason(model: EditorModel): Promise<ShopReason | undefined> {
  const shown = model.preview.get()
  if (shown.status !== 'ready') return undefined
  const assets = neededFiles(model)
  // Of what was uploaded this browser has a small copy for editing; the originals are the server's.
  if (assets.some(({ assetId, kind, file }) => isUpload(assetId) && !isLocal(assetId) && kind === 'video' && !file))
    return 'originals-in-account'
  const document = shown.painting.getResolved()
  const { findExportProblem } = await loadPart(loadMaker)
  // Every browser shows the pictures of the template; what was chosen here may be of any kind.
  const doubtful = assets.filter(({ kind, file }) => kind !== 'image' || file !== undefined)
  return findExportProblem({ document, files: filesOf(doubtful), size: sizeOf(document, true) }).catch(
    () => 'source-needs-server' as const,
  )
}

/** The failures of sound and picture as the seeds say. */
const faultText: Record<ExportFault, MessageDescriptor> = {
  sound: msg`Failed to download video with audio. Please try again.`,
  picture: msg`Failed to download video. Please try again.`,
  'file-moved': msg`A file of this video was moved or changed after you added it. Please reload the page and choose it again.`,
  'no-space': msg`There is not enough space on this device for the video.`,
  storage: msg`The video could not be written.`,
  worker: msg`This device could not finish the video; it may be low on memory. Please try again, or render in the cloud.`,
}

/** An error of an export as the customer reads it. */
export function wordsOf(error: unknown): string {
  if (error instanceof ExportError) return i18n._(faultText[error.fault])
  if (!navigator.onLine || (error instanceof ApiResponseError && error.status === 0))
    return t`You are offline, and an export needs a connection to start. Your changes are saved; please try again later.`
  return t`The video could not be made on this device. Please try again.`
}
