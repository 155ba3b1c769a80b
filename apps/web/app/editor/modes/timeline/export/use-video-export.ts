// The export of the video editor: rendered in this browser if possible, else on the server, and charged once.
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { RenderKind } from '@vitrine/contract/renders'
import { watermarkText } from '@vitrine/contract/watermark'
import { renderSize, type TemplateDocument } from '@vitrine/document/document'
import { listNeededAssets } from '@vitrine/project/resolve'
import { useState } from 'react'
import { loadPart } from '../../../../api/load-part.ts'
import { useStoreBrand } from '../../../../api/root-data.ts'
import { i18n } from '../../../../language/i18n.ts'
import { findFullVideos } from '../../../export/full-video.ts'
import { type Export, offlineMessage, useExport } from '../../../export/use-export.ts'
import type { EditorModel } from '../../../model/editor-model.ts'
import { loadDocumentFonts } from '../../../preview/load-fonts.ts'
import { resolveContent } from '../../../preview/painting.ts'
import { isLocal, isUpload, type KnownAsset } from '../../../project/asset-library.ts'
import { projectApi } from '../../../project/project-api.ts'
import { ExportError, type ExportFault, type ExportProblem, type ExportProgress } from './export-contract.ts'

/** Why the server has to render a video. */
export type ServerRenderReason = ExportProblem | 'originals-in-account'

export interface VideoExport {
  exporting: Export
  /** Why this browser cannot render the whole video; undefined when it can. Known after the dialog has opened. */
  reason: ServerRenderReason | undefined
  /** Checks whether this browser can render the video. */
  look: () => void
}

/** Not part of the page: an idle editor fetches it early, because it may be offline later. */
export const loadMaker = () => import('./export-video.ts')

const stages: Record<ExportProgress['stage'], MessageDescriptor> = {
  preparing: msg`Preparing your clips`,
  drawing: msg`Rendering frames`,
  finishing: msg`Finishing the video`,
}

export function useVideoExport(model: EditorModel): VideoExport {
  const { name: storeName } = useStoreBrand()
  const [reason, setReason] = useState<ServerRenderReason>()
  const exporting = useExport({
    medium: 'video',
    device: {
      async render(kind, { signal, onProgress }) {
        const order = await createExportOrder(model, kind, storeName)
        const { exportVideo } = await loadPart(loadMaker)
        const report = ({ stage, percent, secondsLeft }: ExportProgress) =>
          onProgress({ stage: i18n._(stages[stage]), percent, secondsLeft })
        const { file, ...video } = await exportVideo({ ...order, signal, onProgress: report })
        return { ...video, blob: file, name: order.fileName, format: 'mp4' }
      },
      describeError: describeExportError,
    },
  })
  return {
    exporting,
    reason,
    // If the check fails, the render itself reports the problem.
    look: () => void findReason(model).then(setReason, () => undefined),
  }
}

/** The document to export with all its sources. Rejects while the preview is not loaded. */
async function createExportOrder(model: EditorModel, kind: RenderKind, storeName: string) {
  const { preview, document, library, projectId, store, template } = model
  if (preview.get().status !== 'ready') throw new PreviewMissing()
  const isFull = kind === 'full'
  const watermark = isFull ? undefined : watermarkText(storeName)
  const plain = resolveContent(document, store.getContent())
  const { document: resolved, fonts } = await loadDocumentFonts(plain, library, undefined, watermark)
  const needed = listNeededAssets(resolved)
  const text = template.templateName.match(/[\p{L}\p{M}\p{N}]+/gu)?.join('-') ?? 'video'
  return {
    document: resolved,
    fonts,
    files: {
      ...collectFiles(neededFiles(model)),
      ...(isFull && (await findFullVideos(projectApi, { projectId, document, needed }))),
    },
    size: computeExportSize(resolved, isFull),
    watermark,
    fileName: `${text}${isFull ? '' : '-preview'}.mp4`,
  }
}

function neededFiles({ preview, library }: EditorModel): KnownAsset[] {
  const shown = preview.get()
  if (shown.status !== 'ready') return []
  // Fonts are loaded separately.
  return listNeededAssets(shown.painting.getResolved())
    .flatMap((assetId) => library.find(assetId) ?? [])
    .filter(({ kind }) => kind !== 'font')
}

function collectFiles(assets: readonly KnownAsset[]): Record<string, Blob | string> {
  return Object.fromEntries(
    assets.flatMap(({ assetId, file, url }) => {
      const origin = file ?? url
      return origin === undefined ? [] : [[assetId, origin] as const]
    }),
  )
}

async function findReason(model: EditorModel): Promise<ServerRenderReason | undefined> {
  const shown = model.preview.get()
  if (shown.status !== 'ready') return undefined
  const assets = neededFiles(model)
  // Uploads have only a small editing copy here; the server has the originals.
  if (assets.some(({ assetId, kind, file }) => isUpload(assetId) && !isLocal(assetId) && kind === 'video' && !file))
    return 'originals-in-account'
  const document = shown.painting.getResolved()
  const { findExportProblem } = await loadPart(loadMaker)
  // Every browser can show the template's pictures; chosen files may be in any format.
  const doubtful = assets.filter(({ kind, file }) => kind !== 'image' || file !== undefined)
  return findExportProblem({ document, files: collectFiles(doubtful), size: computeExportSize(document, true) }).catch(
    () => 'source-needs-server' as const,
  )
}

/** The preview, whose document is exported, is still loading. */
class PreviewMissing extends Error {}

/** The messages prescribed for failures of sound and picture. */
const faultText: Record<ExportFault, MessageDescriptor> = {
  sound: msg`Failed to download video with audio. Please try again.`,
  picture: msg`Failed to download video. Please try again.`,
  'file-moved': msg`A file of this video was moved or changed after you added it. Please reload the page and choose it again.`,
  'no-space': msg`There is not enough space on this device for the video.`,
  storage: msg`The video could not be written.`,
  worker: msg`This device could not finish the video; it may be low on memory. Please try again, or render in the cloud.`,
}

/** The customer's message for an export error. */
export function describeExportError(error: unknown): string {
  if (error instanceof ExportError) return i18n._(faultText[error.fault])
  if (error instanceof PreviewMissing) return t`The preview is still loading. Please try again.`
  return offlineMessage(error) ?? t`The video could not be made on this device. Please try again.`
}

const previewShortEdge = 540

/**
 * Pixels of the video, both even, as H.264 requires; before payment at most 540 on the short edge, as on the server.
 */
export function computeExportSize(
  document: Pick<TemplateDocument, 'canvas' | 'output'>,
  isEntitled: boolean,
): { width: number; height: number } {
  const whole = renderSize(document)
  const scale = isEntitled ? 1 : Math.min(1, previewShortEdge / Math.min(whole.width, whole.height))
  const even = (edge: number) => Math.max(2, 2 * Math.round((edge * scale) / 2))
  return { width: even(whole.width), height: even(whole.height) }
}
