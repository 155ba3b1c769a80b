// Adding the customer's photos and videos: from the device, by drag and drop, or from earlier uploads.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import Film from 'lucide-react/icons/film'
import Upload from 'lucide-react/icons/upload'
import { type DragEvent, useId, useState } from 'react'
import { classNames } from '../../../../ui/class-names.ts'
import { useToast } from '../../../../ui/toast.tsx'
import { UploadProgress, useFileUrl } from '../../../fields/file-buttons.tsx'
import { FilePicker, showProblems } from '../../../file-import/file-picker.tsx'
import { useCustomerUploads, useUploads } from '../../../model/editor-context.tsx'
import type { KnownAsset } from '../../../project/asset-library.ts'
import { addPicture, draggable, pictureLayer } from '../model/added-layer.ts'
import { focusStage, useCanvas } from '../model/canvas-context.tsx'
import type { CanvasModel } from '../model/canvas-model.ts'
import { Tile, ToolGroup, ToolScroll } from './tool-scroll.tsx'

export function PhotoTools() {
  const canvas = useCanvas()
  const { library } = canvas.editor
  const showToast = useToast()
  const id = useId()
  const sending = useUploads()
  const [isOver, setIsOver] = useState(false)
  const kinds = canvas.getDocument().canvas.duration > 1 ? (['image', 'video'] as const) : (['image'] as const)
  const uploads = useCustomerUploads(library).filter(({ kind }) => (kinds as readonly string[]).includes(kind))
  const addAll = async (files: Iterable<File>) => {
    const problems: string[] = []
    for (const file of files) {
      const problem = await addPicture(canvas, file)
      if (problem) problems.push(`${file.name}: ${problem}`)
      else focusStage()
    }
    showProblems(showToast, problems)
  }
  const drop = (event: DragEvent) => {
    setIsOver(false)
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    void addAll(event.dataTransfer.files)
  }
  return (
    <ToolScroll>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files can be dropped here; the button inside does the same. */}
      <div
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className={classNames(
          'flex flex-col items-center gap-2 rounded-card border border-dashed p-5 text-center',
          isOver ? 'border-marigold' : 'border-edge',
        )}
      >
        <FilePicker accept={kinds} describedBy={id} onFiles={(files) => void addAll(files)}>
          <Upload aria-hidden="true" size={16} />
          <span>{kinds.length > 1 ? t`Add photos or videos` : t`Add photos`}</span>
        </FilePicker>
        <p id={id} className="text-caption text-muted">
          <Trans>You can also drop or paste files on the canvas.</Trans>
        </p>
      </div>
      {sending.map((upload) => (
        <UploadProgress key={upload.assetId} upload={upload} />
      ))}
      <ToolGroup title={t`My uploads`}>
        {uploads.length === 0 ? (
          <p className="text-caption text-muted">
            <Trans>No uploads yet. Files you upload stay available for your next design.</Trans>
          </p>
        ) : (
          <ul className="grid grid-cols-3 gap-2">
            {uploads.map((asset) => (
              <li key={asset.assetId}>
                <Tile
                  aria-label={addingText(asset.fileName)}
                  title={asset.fileName}
                  onClick={() => addUpload(canvas, asset)}
                  {...draggable(() => addUpload(canvas, asset), asset)}
                  className="w-full p-0!"
                >
                  <UploadPicture asset={asset} />
                </Tile>
              </li>
            ))}
          </ul>
        )}
      </ToolGroup>
    </ToolScroll>
  )
}

const addingText = (fileName: string | undefined) => (fileName === undefined ? t`Add upload` : t`Add ${fileName}`)

function addUpload(canvas: CanvasModel, asset: KnownAsset): void {
  canvas.addLayer(pictureLayer(canvas, asset, readSize(asset)), {
    label: asset.kind === 'video' ? t`Add video` : t`Add photo`,
  })
  focusStage()
}

/** A square while the size is unknown. */
function readSize({ width, height }: KnownAsset): { width: number; height: number } {
  return width && height ? { width, height } : { width: 1, height: 1 }
}

function UploadPicture({ asset }: { asset: KnownAsset }) {
  const url = useFileUrl(asset)
  if (asset.kind === 'image' && url)
    return <img src={url} alt="" draggable={false} loading="lazy" decoding="async" className="size-full object-cover" />
  return (
    <span className="flex flex-col items-center gap-1 p-2 text-caption text-muted">
      <Film aria-hidden="true" size={22} />
      <span dir="auto" className="w-full truncate">
        {asset.fileName}
      </span>
    </span>
  )
}
