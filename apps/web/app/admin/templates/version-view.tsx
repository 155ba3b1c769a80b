// Views a version: drawn live, with a slider for the frame that becomes the poster, and in all its aspect ratios.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminTemplateDetail } from '@vitrine/contract/admin'
import type { AdminVersionDetail, PreviewState } from '@vitrine/contract/publishing'
import type { TemplateDocument } from '@vitrine/document/document'
import { type Aspect, listAspects, listMissingAspects, type MissingAspect } from '@vitrine/project/variant'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useEffect, useMemo, useRef, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { timeText } from '../../editor/preview/player.ts'
import { numberFormat } from '../../language/format.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/field.tsx'
import { ratioText } from '../../ui/media.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { DraftedFields } from './field-draft.ts'
import { LivePicture, type LivePreview, openLivePreview } from './live-preview.tsx'
import { previewKey, publishingApi, templateKey } from './publishing-api.ts'
import '../../editor/slider/slider.css'

type VersionViewProps = {
  template: AdminTemplateDetail
  version: AdminTemplateDetail['versions'][number]
  detail: AdminVersionDetail
  preview: PreviewState
  drafted: DraftedFields
}

export function VersionView({ template, version, detail, preview, drafted }: VersionViewProps) {
  // The server validated the document.
  const document = detail.document as unknown as TemplateDocument
  const posterFrame = preview.posterFrame ?? document.output?.poster?.frame ?? Math.floor(version.durationFrames / 2)
  const live = useLivePreview(document, detail, posterFrame)
  useEffect(() => {
    if (drafted.document && live) live.show(drafted.document, drafted.files)
  }, [live, drafted])
  return (
    <section aria-label={t`Live preview`} className="flex min-w-0 flex-col gap-3">
      <div className="flex justify-center rounded-card border border-line bg-stage p-3">
        {live ? (
          <LivePicture live={live} width={version.width} height={version.height} name={template.templateName} />
        ) : (
          <div className="h-64" />
        )}
      </div>
      {live && version.durationFrames > 1 && <Scrubber live={live} posterFrame={posterFrame} />}
      {live && version.durationFrames > 1 && (
        <PosterChoice
          live={live}
          templateId={template.templateId}
          versionId={version.versionId}
          shownFrame={posterFrame}
        />
      )}
      {drafted.isChanged && (
        <p className="text-caption text-warn">
          <Trans>Shows the fields below, which are not saved yet.</Trans>
        </p>
      )}
      <p className="text-caption text-muted tabular-nums">
        <bdi translate="no" dir="ltr">{`${version.width}×${version.height}`}</bdi>
        {version.durationFrames > 1 && <span>{` · ${lengthText(version)}`}</span>}
      </p>
      <ShapePreviews template={template} document={document} detail={detail} firstFrame={posterFrame} />
    </section>
  )
}

function lengthText({ durationSeconds, fps }: VersionViewProps['version']): string {
  const [seconds, rate] = [
    secondsText(durationSeconds),
    numberFormat({ maximumFractionDigits: 2 }).format(Number(fps.toFixed(2))),
  ]
  return t`${seconds} · ${rate} fps`
}

/** '12.5 s' */
function secondsText(duration: number): string {
  const format = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false })
  const seconds = format.format(Number(duration.toFixed(1)))
  return t`${seconds} s`
}

function useLivePreview(document: TemplateDocument, { assets }: AdminVersionDetail, firstFrame: number) {
  const [live, setLive] = useState<LivePreview>()
  // Only the first frame matters: another poster must not reload the preview.
  const first = useRef(firstFrame)
  useEffect(() => {
    const opened = openLivePreview(document, assets, first.current)
    setLive(opened)
    return opened.close
  }, [document, assets])
  return live
}

function Scrubber({ live: { player }, posterFrame }: { live: LivePreview; posterFrame: number }) {
  const range = useRef<HTMLInputElement>(null)
  const time = useRef<HTMLSpanElement>(null)
  const [isPlaying, setIsPlaying] = useState(false)
  const { durationFrames, framesPerSecond: rate } = player
  useEffect(() => {
    const show = (frame: number) => {
      if (!range.current || !time.current) return
      range.current.value = String(frame)
      range.current.style.setProperty('--done', `${(frame / (durationFrames - 1)) * 100}%`)
      const text = timeText(frame, rate)
      range.current.setAttribute('aria-valuetext', t`${text}, frame ${frame}`)
      time.current.textContent = t`${text} · frame ${frame}`
    }
    const ends = [player.onFrame(show), player.onTransport(() => setIsPlaying(player.getTransport().isPlaying))]
    show(player.getFrame())
    return () => {
      for (const end of ends) end()
    }
  }, [player, rate, durationFrames])
  return (
    <div className="flex items-center gap-2">
      <IconButton label={isPlaying ? t`Pause` : t`Play`} onClick={player.toggle}>
        {isPlaying ? <Pause aria-hidden="true" size={20} /> : <Play aria-hidden="true" size={20} />}
      </IconButton>
      <input
        ref={range}
        type="range"
        aria-label={t`Time`}
        min={0}
        max={durationFrames - 1}
        step={1}
        defaultValue={posterFrame}
        onInput={(event) => {
          player.pause()
          player.seek(event.currentTarget.valueAsNumber)
        }}
        className="editor-range h-11 min-w-0 flex-1"
      />
      <span ref={time} className="min-w-28 text-end text-caption whitespace-nowrap text-muted tabular-nums" />
    </div>
  )
}

type PosterChoiceProps = { live: LivePreview; templateId: string; versionId: string; shownFrame: number }

/** Makes the current frame the poster, which lists show before a video plays. */
function PosterChoice({ live: { player }, templateId, versionId, shownFrame }: PosterChoiceProps) {
  const queries = useQueryClient()
  const showToast = useToast()
  const choose = useMutation({
    mutationFn: (posterFrame: number) => publishingApi.orderPreview(templateId, versionId, { posterFrame }),
    onSuccess: () => queries.invalidateQueries({ queryKey: previewKey(templateId, versionId) }),
    onError: (error) => showToast('error', errorText(error, t`The poster could not be changed. Please try again.`)),
  })
  const time = secondsText(shownFrame / player.framesPerSecond)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        size="small"
        variant="secondary"
        isBusy={choose.isPending}
        onClick={() => {
          player.pause()
          choose.mutate(player.getFrame())
        }}
      >
        <Trans>Use this frame as the poster</Trans>
      </Button>
      <button
        type="button"
        onClick={() => {
          player.pause()
          player.seek(shownFrame)
        }}
        className="rounded-control text-caption text-plum underline underline-offset-4"
      >
        <Trans>
          Poster: frame {shownFrame} ({time})
        </Trans>
      </button>
    </div>
  )
}

type ShapePreviewsProps = {
  template: AdminTemplateDetail
  document: TemplateDocument
  detail: AdminVersionDetail
  firstFrame: number
}

/**
 * All aspect ratios side by side, at the same frame; which of them the owner offers, and why others are not offered.
 * Initially closed, because each is a picture of its own to load and draw.
 */
function ShapePreviews(props: ShapePreviewsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="rounded-card border border-line p-3" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer font-medium">
        <Trans>All shapes</Trans>
      </summary>
      {isOpen && <Shapes {...props} />}
    </details>
  )
}

function Shapes({ template, document, detail, firstFrame }: ShapePreviewsProps) {
  const shapes = useMemo(() => listAspects(document), [document])
  const missing = useMemo(() => listMissingAspects(document), [document])
  const offers = useDisabledShapes(template)
  const [frame, setFrame] = useState(firstFrame)
  const { duration } = document.canvas
  return (
    <div className="mt-3 flex flex-col gap-3">
      <ul className="grid grid-cols-2 items-end gap-3">
        {shapes.map((shape) => (
          <li key={shape.aspect ?? ''} className="flex min-w-0 flex-col items-center gap-1">
            <ShapePreview
              document={document}
              detail={detail}
              shape={shape}
              frame={frame}
              name={template.templateName}
            />
            <ShapeOffer shape={shape} {...offers} />
          </li>
        ))}
      </ul>
      {duration > 1 && (
        <input
          type="range"
          aria-label={t`Time in all shapes`}
          min={0}
          max={duration - 1}
          value={frame}
          onChange={(event) => setFrame(event.currentTarget.valueAsNumber)}
          className="editor-range h-11 w-full"
          style={{ '--done': `${(frame / (duration - 1)) * 100}%` } as React.CSSProperties}
        />
      )}
      {shapes.length > 1 && (
        <p className="text-caption text-muted">
          <Trans>Customers who have bought or begun this template keep the shapes that you switch off.</Trans>
        </p>
      )}
      {missing.map(({ aspect, fault }) => (
        <p key={aspect} className="text-caption text-warn">
          <Trans>
            Not offered in {aspect}: {describeFault(fault)}
          </Trans>
        </p>
      ))}
    </div>
  )
}

/** The disabled aspect ratios; a change is saved at once, for drafts and for templates on sale. */
function useDisabledShapes({ templateId, disabledShapes }: AdminTemplateDetail) {
  const queries = useQueryClient()
  const showToast = useToast()
  const save = useMutation({
    mutationFn: (nextDisabled: readonly string[]) =>
      publishingApi.edit(templateId, { disabledShapes: [...nextDisabled] }),
    onSuccess: (saved) => queries.setQueryData(templateKey(templateId), saved),
    onError: (error) => showToast('error', errorText(error, t`The changes could not be saved.`)),
  })
  const disabled = save.isPending ? save.variables : disabledShapes
  const toggle = (aspect: string) => {
    if (save.isPending) return
    save.mutate(disabled.includes(aspect) ? disabled.filter((other) => other !== aspect) : [...disabled, aspect])
  }
  return { disabled, toggle }
}

type ShapeOfferProps = { shape: Aspect } & ReturnType<typeof useDisabledShapes>

function ShapeOffer({ shape, disabled, toggle }: ShapeOfferProps) {
  const ratio = ratioText(shape)
  const { aspect } = shape
  if (aspect === undefined) {
    return (
      <span className="text-caption text-muted tabular-nums">
        <Trans>{ratio}, as designed</Trans>
      </span>
    )
  }
  return (
    <CheckboxField label={t`Offer ${ratio}`} checked={!disabled.includes(aspect)} onChange={() => toggle(aspect)} />
  )
}

function describeFault(fault: MissingAspect['fault']): string {
  if (fault === 'outside') return t`texts would not fit.`
  if (fault === 'overlap') return t`texts would overlap.`
  return fault === 'too-small' ? t`texts would become too small.` : t`the template has too many layers.`
}

type ShapePreviewProps = Pick<ShapePreviewsProps, 'document' | 'detail'> & {
  shape: Aspect
  frame: number
  name: string
}

function ShapePreview({ document, detail: { assets }, shape, frame, name }: ShapePreviewProps) {
  const [live, setLive] = useState<LivePreview>()
  const aspect = shape.aspect ?? null
  useEffect(() => {
    const opened = openLivePreview(document, assets, 0, aspect)
    setLive(opened)
    return opened.close
  }, [document, assets, aspect])
  useEffect(() => {
    if (!live) return
    const seek = () => live.player.seek(frame)
    seek()
    // The first picture seeks to its own start once it is ready.
    return live.status.subscribe(seek)
  }, [live, frame])
  if (!live) return <div className="h-40" />
  const ratio = ratioText(shape)
  return <LivePicture live={live} width={shape.width} height={shape.height} name={t`${name} in ${ratio}`} />
}
