// The customer's videos, photos and music: added from the device or from earlier uploads, and put on the timeline.

import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { AssetId } from '@vitrine/document/field'
import CloudUpload from 'lucide-react/icons/cloud-upload'
import FilePlus from 'lucide-react/icons/file-plus'
import Music from 'lucide-react/icons/music'
import Plus from 'lucide-react/icons/plus'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { askForAccount } from '../../../../features/sign-in/account-request.tsx'
import { Button, IconButton, PlainButton } from '../../../../ui/button.tsx'
import { ProgressBar } from '../../../../ui/indicator.tsx'
import { useFileInput } from '../../../file-import/file-picker.tsx'
import { useCustomerUploads } from '../../../model/editor-context.tsx'
import type { KnownAsset } from '../../../project/asset-library.ts'
import { rulerText } from '../drawing/time-scale.ts'
import { importedKinds, useImportFiles, useTimeline, useVideo } from '../model/video-context.tsx'
import { MissingFiles } from './missing-files.tsx'
import { TemplateSound } from './part-tools.tsx'

/** The data type of a file that is dragged to the timeline. */
export const draggedAsset = 'application/x-vitrine-asset'

export function MediaPanel() {
  const { model } = useVideo()
  const { library } = model.editor
  const timeline = useTimeline()
  const uploads = useCustomerUploads(library)
  const used = [...new Set([...timeline.clips, ...timeline.sounds].map(({ asset }) => asset))]
  const own = used.flatMap((assetId) => library.find(assetId) ?? [])
  const others = uploads.filter(({ assetId, kind }) => !used.includes(assetId) && kind !== 'font')
  return (
    <section aria-label={t`Your media`} className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
      <ChooseFiles />
      <MissingFiles />
      <TemplateSound />
      <Unsent />
      <MediaList title={t`Project media`} assets={own} />
      <MediaList title={t`My uploads`} assets={others} />
    </section>
  )
}

function ChooseFiles() {
  const importFiles = useImportFiles()
  const { input, open } = useFileInput({
    accept: importedKinds,
    label: t`Videos, photos and music from this device`,
    onFiles: (files) => void importFiles(files.map((file) => ({ file }))),
  })
  return (
    <div className="flex flex-col gap-2">
      <Button onClick={open}>
        <FilePlus aria-hidden="true" size={18} /> <Trans>Add videos, photos, music</Trans>
      </Button>
      <p className="text-caption text-muted">
        <Trans>
          Your files stay on this device while you edit; the project stores only their names and a thumbnail.
          <span className="pointer-coarse:hidden"> Drop them anywhere.</span>
        </Trans>
      </p>
      {input}
    </div>
  )
}

/** Files that only this device has, with an upload button. */
function Unsent() {
  const { model, files } = useVideo()
  const { store, uploads } = model.editor
  const count = useSyncExternalStore(
    (listener) => {
      const ends = [store.subscribe(listener), uploads.subscribe(listener)]
      return () => {
        for (const end of ends) end()
      }
    },
    () => files.listUnsent().length,
  )
  const sending = useSyncExternalStore(uploads.subscribe, uploads.list)
  const save = async () => {
    if (await askForAccount(t`Your clips move to your account with your project.`)) files.send()
  }
  if (count === 0 && sending.length === 0) return null
  return (
    <div className="flex flex-col gap-2 rounded-card border border-line p-3 text-caption">
      {count > 0 && (
        <>
          <p>
            <Plural
              value={count}
              one="# file is only on this device. Save it to your account to continue on another device."
              other="# files are only on this device. Save them to your account to continue on another device."
            />
          </p>
          <Button variant="secondary" size="small" onClick={() => void save()}>
            <CloudUpload aria-hidden="true" size={16} /> <Trans>Save to my account</Trans>
          </Button>
        </>
      )}
      {sending.map(({ assetId, fileName, percent, error, canRetry }) => (
        <div key={assetId} className="flex flex-col gap-1">
          <p dir="auto" className="truncate">
            {fileName}
          </p>
          {error ? (
            <p className="text-bad">
              <span>{error}</span>{' '}
              {canRetry && (
                <PlainButton className="underline" onClick={() => uploads.retry(assetId)}>
                  <Trans>Try again</Trans>
                </PlainButton>
              )}
            </p>
          ) : (
            <ProgressBar label={t`Uploading ${fileName}`} percent={percent} />
          )}
        </div>
      ))}
    </div>
  )
}

function MediaList({ title, assets }: { title: string; assets: readonly KnownAsset[] }) {
  if (assets.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      <h2 className="text-caption font-medium text-muted">{title}</h2>
      <ul className="grid grid-cols-2 gap-2">
        {assets.map((asset) => (
          <MediaTile key={asset.assetId} asset={asset} />
        ))}
      </ul>
    </div>
  )
}

function MediaTile({ asset }: { asset: KnownAsset }) {
  const { model } = useVideo()
  const { assetId, fileName = t`File`, durationSeconds } = asset
  return (
    <li
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(draggedAsset, assetId)
        event.dataTransfer.effectAllowed = 'copy'
      }}
      className="group relative overflow-hidden rounded-control bg-well"
    >
      <Preview asset={asset} />
      <p dir="auto" className="truncate px-2 py-1 text-caption" title={fileName}>
        {fileName}
      </p>
      {durationSeconds !== undefined && asset.kind !== 'image' && (
        <span className="absolute start-1 top-1 rounded bg-tag px-1 text-caption text-on-dark tabular-nums">
          {rulerText(Math.round(durationSeconds * 30), 30, false)}
        </span>
      )}
      <IconButton
        label={t`Add ${fileName} to the video`}
        onClick={() => model.addParts([assetId])}
        className="absolute end-0 top-0 bg-tag text-on-dark hover:bg-dark"
      >
        <Plus aria-hidden="true" size={18} />
      </IconButton>
    </li>
  )
}

/** A thumbnail of the file, drawn once it is loaded. */
function Preview({ asset: { assetId, kind } }: { asset: KnownAsset }) {
  const { media } = useVideo()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    if (kind === 'audio') return
    const draw = () => {
      const found = media.findThumbnail(assetId, 1)
      const ctx = canvas.current?.getContext('2d')
      if (!found || !ctx || !canvas.current) return
      const { width, height } = canvas.current
      const zoom = Math.max(width / found.width, height / found.height)
      const [w, h] = [found.width * zoom, found.height * zoom]
      ctx.drawImage(found.picture, (width - w) / 2, (height - h) / 2, w, h)
      setIsShown(true)
    }
    draw()
    return media.subscribe(draw)
  }, [assetId, kind, media])
  if (kind === 'audio')
    return (
      <span className="flex aspect-video items-center justify-center text-muted">
        <Music aria-hidden="true" size={28} />
      </span>
    )
  return (
    <canvas
      ref={canvas}
      width={240}
      height={135}
      className={isShown ? 'block aspect-video w-full' : 'block aspect-video w-full animate-breathe'}
    />
  )
}

/** The ids in a drop from this list. */
export function readDraggedAsset(transfer: DataTransfer): AssetId | undefined {
  return (transfer.getData(draggedAsset) || undefined) as AssetId | undefined
}
