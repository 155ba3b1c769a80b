// One template of the library: licence, receipt, and download.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { TemplateKind } from '@vitrine/contract/catalogue'
import type { Purchase } from '@vitrine/contract/library'
import Download from 'lucide-react/icons/download'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../api/member-api.ts'
import { editorPath, templatePath } from '../../api/template-kind.ts'
import { projectPath, useCutHere } from '../../editor/project/project-link.tsx'
import { serverText } from '../../language/server-text.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { dayText } from '../../ui/date.ts'
import { creditsText } from '../../ui/money.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useToast } from '../../ui/toast.tsx'
import { BoxedPoster } from '../cart/boxed-poster.tsx'
import { licencesText } from '../credits/licences-text.ts'
import { ReceiptButton } from '../credits/receipt-button.tsx'
import { fetchReadyMadeVideo } from '../template/ready-made-video.ts'

export function PurchaseCard({ purchase }: { purchase: Purchase }) {
  const { template, templateName, licences, creditsCharged, purchasedAt, receiptNumber, license, isOnSale } = purchase
  return (
    <li className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-4 rounded-card border border-line bg-raised p-4 md:grid-cols-[9rem_minmax(0,1fr)] md:gap-x-6 md:p-5">
      <BoxedPoster template={template} sizes="9rem" className="md:row-span-2" />
      <div className="flex min-w-0 flex-col gap-2">
        <h2 dir="auto" translate="no" className="font-medium">
          {isOnSale ? (
            <Link to={templatePath(template)} className="rounded-control hover:underline">
              {templateName}
            </Link>
          ) : (
            templateName
          )}
        </h2>
        <p className="text-caption text-muted tabular-nums">
          <time dateTime={purchasedAt}>{dayText(purchasedAt)}</time>
          <span>{` · ${creditsText(creditsCharged)} · ${licencesText(licences)}`}</span>
          {!isOnSale && <span>{` · ${t`no longer for sale, still yours`}`}</span>}
        </p>
        <details className="text-caption">
          <summary className="inline-flex min-h-6 items-center rounded-control text-plum underline underline-offset-4">
            {serverText(license.name)}
          </summary>
          <p className="mt-1 max-w-[60ch] text-muted">{serverText(license.summary)}</p>
        </details>
      </div>
      <div className="col-span-2 flex flex-wrap items-center gap-2 md:col-span-1 md:col-start-2 md:self-end">
        <FileAction purchase={purchase} />
        <ReceiptButton receiptNumber={receiptNumber} size="small" />
      </div>
    </li>
  )
}

/**
 * For ready-made templates the video; for others the newest video or image from the server, and a link to the editor.
 * Exports of the browser have no file here and are exported again in the editor.
 */
function FileAction({ purchase: { template, latestVideo, latestProject } }: { purchase: Purchase }) {
  if (template.kind === 'direct-sell') return <DownloadAgain purchase={{ template, latestVideo }} />
  return (
    <>
      {latestVideo && <DownloadAgain purchase={{ template, latestVideo }} />}
      <EditorLink template={template} latestProject={latestProject} variant={latestVideo ? 'secondary' : 'primary'} />
    </>
  )
}

type EditorLinkProps = Pick<Purchase, 'template' | 'latestProject'> & { variant: 'primary' | 'secondary' }

function EditorLink({ template, latestProject, variant }: EditorLinkProps) {
  const cutHere = useCutHere()
  const hasProject = template.kind === 'video' && latestProject !== null
  const path = hasProject ? projectPath({ ...template, ...latestProject }, cutHere) : editorPath(template)
  return (
    <LinkButton size="small" variant={variant} to={path}>
      {hasProject ? t`Continue editing` : t`Open in editor`}
    </LinkButton>
  )
}

function DownloadAgain({
  purchase: { template, latestVideo },
}: {
  purchase: Pick<Purchase, 'template' | 'latestVideo'>
}) {
  const { templateName } = template
  const showToast = useToast()
  const [percent, setPercent] = useState<number>()
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])
  const download = async () => {
    leaving.current = new AbortController()
    const { signal } = leaving.current
    setPercent(0)
    try {
      // Links expire within minutes, so each download requests a new one.
      const url = latestVideo
        ? (await api.getRender(latestVideo.jobId, signal)).downloadUrl
        : await fetchReadyMadeVideo(template.templateId, setPercent, signal)
      if (!url) throw new Error('the video has no file any more')
      saveFile(url)
    } catch {
      if (!signal.aborted) showToast('error', failedText(template.kind))
    }
    setPercent(undefined)
  }
  return (
    <>
      <Button
        size="small"
        isBusy={percent !== undefined}
        onClick={download}
        aria-label={t`Download again: ${templateName}`}
      >
        {percent === undefined && <Download aria-hidden="true" size={16} />}
        <Trans>Download again</Trans>
      </Button>
      {percent !== undefined && percent > 0 && (
        <div className="w-32">
          <ProgressBar percent={percent} label={t`Making ${templateName}`} />
        </div>
      )}
    </>
  )
}

function failedText(kind: TemplateKind): string {
  return kind === 'image'
    ? t`Failed to download image. Please try again.`
    : t`Failed to download video. Please try again.`
}
