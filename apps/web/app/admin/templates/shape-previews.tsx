// All aspect ratios of a version side by side, at the same frame; which of them the owner offers, and why others are
// not offered.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminTemplateDetail } from '@vitrine/contract/admin'
import type { AdminVersionDetail } from '@vitrine/contract/publishing'
import type { TemplateDocument } from '@vitrine/document/document'
import { type Aspect, listAspects, listMissingAspects, type MissingAspect } from '@vitrine/project/variant'
import { useEffect, useMemo, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { CheckboxField } from '../../ui/field.tsx'
import { ratioText } from '../../ui/shape-outline.tsx'
import { useToast } from '../../ui/toast.tsx'
import { LivePicture } from './live-picture.tsx'
import { type LivePreview, openLivePreview } from './live-preview.ts'
import { publishingApi, templateKey } from './publishing-api.ts'

type ShapePreviewsProps = {
  template: AdminTemplateDetail
  document: TemplateDocument
  detail: AdminVersionDetail
  firstFrame: number
}

/** Initially closed, because each aspect ratio is a picture of its own to load and draw. */
export function ShapePreviews(props: ShapePreviewsProps) {
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
