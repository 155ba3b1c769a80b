// My Downloads: every template a customer owns, with its licence, its receipt and its file.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { TemplateKind } from '@vitrine/contract/catalogue'
import type { Purchase } from '@vitrine/contract/library'
import Download from 'lucide-react/icons/download'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../api/error-text.ts'
import { api } from '../../api/member-api.ts'
import { usePages } from '../../api/query.ts'
import { editorPath, templatePath } from '../../api/template-kind.ts'
import { projectPath, useCutHere } from '../../editor/project/project-link.tsx'
import { dayText } from '../../language/format.ts'
import { serverText } from '../../language/i18n.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState, LoadFailed } from '../../ui/empty-state.tsx'
import { ProgressBar } from '../../ui/indicator.tsx'
import { SearchBox } from '../../ui/list-controls.tsx'
import { creditsText } from '../../ui/money.ts'
import { type MetaMatches, pageMeta } from '../../ui/page-meta.ts'
import { saveFile } from '../../ui/save-file.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useToast } from '../../ui/toast.tsx'
import { moneyApi } from '../credits/money-api.ts'
import { BoxedPoster, DocumentButton, licencesText } from '../credits/purchase-parts.tsx'
import { fetchReadyMadeVideo } from '../template/ready-made-video.ts'

export function meta({ matches }: MetaMatches) {
  return pageMeta({ matches, title: t`My Downloads`, description: t`The templates you own.`, isPrivate: true })
}

export default function Purchased() {
  return (
    <main className="page-width pt-10 md:pt-14">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <h1 className="font-headline text-headline">
          <Trans>My Downloads</Trans>
        </h1>
        <LinkButton to="/payment-history" variant="secondary" size="small">
          <Trans>Payment history</Trans>
        </LinkButton>
      </div>
      <Library />
    </main>
  )
}

/** Delay after typing before the library is searched. */
const restMs = 300

function Library() {
  const [search, setSearch] = useState('')
  const query = useRested(search.trim())
  const isEmpty = usePurchases('').items?.length === 0
  return (
    <div className="flex flex-col gap-6">
      {!isEmpty && (
        <SearchBox
          label={t`Search my downloads`}
          placeholder={t`Name, category or receipt`}
          search={search}
          onSearch={setSearch}
        />
      )}
      <PurchaseList search={query} onClear={() => setSearch('')} />
    </div>
  )
}

function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}

function usePurchases(search: string) {
  return usePages(['purchases', { search }], (cursor, signal) => moneyApi.listPurchases(cursor, signal, search))
}

function PurchaseList({ search, onClear }: { search: string; onClear: () => void }) {
  const {
    items: purchases,
    error,
    isPending,
    isFetching,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
    refetch,
  } = usePurchases(search)
  if (isPending) return <LoadingCards />
  if (!purchases) {
    return (
      <LoadFailed title={t`Your downloads could not be loaded`} isRetrying={isFetching} onRetry={refetch}>
        {errorText(error, t`What you own is safe. Please try again in a moment.`)}
      </LoadFailed>
    )
  }
  if (purchases.length === 0 && search === '') {
    return (
      <EmptyState
        title={t`No purchases yet`}
        action={<LinkButton to="/templates-list">{t`Browse Templates`}</LinkButton>}
      >
        <Trans>Everything you buy stays here, with its licence and receipt.</Trans>
      </EmptyState>
    )
  }
  if (purchases.length === 0) {
    return (
      <EmptyState
        title={t`Nothing found`}
        action={
          <Button variant="secondary" onClick={onClear}>
            <Trans>Clear search</Trans>
          </Button>
        }
      >
        <Trans>None of your downloads match your search.</Trans>
      </EmptyState>
    )
  }
  return (
    <>
      <ul className="grid gap-4 lg:grid-cols-2">
        {purchases.map((purchase) => (
          <PurchaseCard key={purchase.templateId} purchase={purchase} />
        ))}
      </ul>
      {hasNextPage && (
        <Button
          variant="secondary"
          className="self-center"
          isBusy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          <Trans>Show earlier</Trans>
        </Button>
      )}
    </>
  )
}

function LoadingCards() {
  return (
    <div role="status" className="grid gap-4 lg:grid-cols-2">
      <span className="sr-only">
        <Trans>Loading...</Trans>
      </span>
      <Skeleton className="h-44" />
      <Skeleton className="h-44" />
    </div>
  )
}

/** Licence, receipt, and download of one template. */
function PurchaseCard({ purchase }: { purchase: Purchase }) {
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
        <DocumentButton kind="receipt" number={receiptNumber} size="small" />
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
