// The list of a customer’s generated videos: searched by job, template or status, sorted, with live progress.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Render } from '@vitrine/contract/renders'
import Download from 'lucide-react/icons/download'
import Maximize from 'lucide-react/icons/maximize'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import X from 'lucide-react/icons/x'
import { useCallback, useRef, useState } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../api/error-text.ts'
import { api } from '../../api/member-api.ts'
import { isFinished, useOperation, withProgress } from '../../api/operation.ts'
import { roughlyText, stageText, statusText } from '../../api/status-text.ts'
import { dayAndTimeText } from '../../language/format.ts'
import { serverText } from '../../language/i18n.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Badge, type BadgeTone, ProgressBar } from '../../ui/indicator.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useToast } from '../../ui/toast.tsx'
import { ShareButtons } from '../template/share-buttons.tsx'
import { SortedList } from './sorted-list.tsx'

const queryKey = ['generated-videos']
/** A browser opens at most six connections to a server. Further videos are followed when one of these is done. */
const liveLimit = 3

const listTexts = () => ({
  search: t`Search by job, template or status`,
  placeholder: t`Job, template or status`,
  sort: t`Sort videos by`,
  nothingFound: t`No videos match your search.`,
})

export function GeneratedVideos() {
  const client = useQueryClient()
  const { data, error, isPending, refetch, isFetching } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.listGeneratedVideos(signal),
    // Pictures are listed in My Downloads.
    select: ({ videos }) => ({ videos: videos.filter(({ format }) => format === 'mp4') }),
  })
  const onChange = useCallback(() => void client.invalidateQueries({ queryKey }), [client])
  if (isPending) return <LoadingCards />
  if (!data) {
    return (
      <EmptyState
        isError
        title={errorText(error, t`Failed to load generated videos`)}
        action={
          <Button isBusy={isFetching} onClick={() => void refetch()}>
            <Trans>Try Again</Trans>
          </Button>
        }
      >
        <Trans>Your videos are safe. Please try again in a moment.</Trans>
      </EmptyState>
    )
  }
  if (data.videos.length === 0) {
    return (
      <EmptyState
        title={t`No generated videos yet`}
        action={<LinkButton to="/templates-list">{t`Browse Templates`}</LinkButton>}
      >
        <Trans>Choose a template, add your photos and text, and your video appears here.</Trans>
      </EmptyState>
    )
  }
  return <VideoList videos={data.videos} onChange={onChange} />
}

function VideoList({ videos, onChange }: { videos: readonly Render[]; onChange: () => void }) {
  const live = new Set(
    videos
      .filter((render) => !isFinished(render))
      .slice(-liveLimit)
      .map((render) => render.jobId),
  )
  return (
    <>
      <h2 className="sr-only">
        <Trans>Generated Videos</Trans>
      </h2>
      <SortedList items={videos} find={sortVideos} sorts={videoSorts} firstSort="recent" texts={listTexts()}>
        {(found) => (
          <ul className="grid gap-5 md:grid-cols-2">
            {found.map((render) => (
              <GeneratedVideoCard
                key={render.jobId}
                render={render}
                isLive={live.has(render.jobId)}
                onChange={onChange}
              />
            ))}
          </ul>
        )}
      </SortedList>
    </>
  )
}

function LoadingCards() {
  return (
    <div role="status" className="grid gap-5 md:grid-cols-2">
      <span className="sr-only">
        <Trans>Loading...</Trans>
      </span>
      <Skeleton className="h-80" />
      <Skeleton className="h-80" />
    </div>
  )
}

export const videoSorts = {
  get recent() {
    return t`Most recent`
  },
  get oldest() {
    return t`Oldest`
  },
  get status() {
    return t`Status`
  },
  get template() {
    return t`Template`
  },
}
type VideoSort = keyof typeof videoSorts

type Listed = Pick<Render, 'jobId' | 'templateId' | 'templateName' | 'status' | 'createdAt'>

const newestFirst = (a: Listed, b: Listed) => b.createdAt.localeCompare(a.createdAt)
const orders: Record<VideoSort, (a: Listed, b: Listed) => number> = {
  recent: newestFirst,
  oldest: (a, b) => newestFirst(b, a),
  status: (a, b) => a.status.localeCompare(b.status) || newestFirst(a, b),
  template: (a, b) => a.templateName.localeCompare(b.templateName) || newestFirst(a, b),
}

/** The videos whose job, template or status contains the search, ignoring case and surrounding blanks. */
export function sortVideos<T extends Listed>(videos: readonly T[], search: string, sort: VideoSort): readonly T[] {
  const query = search.trim().toLowerCase()
  return videos
    .filter(({ jobId, templateId, templateName, status }) =>
      [jobId, templateId, templateName, status, statusText({ kind: 'render', status })].some((text) =>
        text.toLowerCase().includes(query),
      ),
    )
    .toSorted(orders[sort])
}

const tones: Record<Render['status'], BadgeTone> = {
  completed: 'good',
  queued: 'warn',
  processing: 'warn',
  failed: 'bad',
  cancelled: 'plain',
}
type GeneratedVideoCardProps = {
  render: Render
  /** Follows the progress by events; for the few videos at the top. */
  isLive: boolean
  /** Called when the list must be reloaded. Must be stable. */
  onChange: () => void
}

/** In progress, ready to play and download, or failed with a retry. */
function GeneratedVideoCard({ render: listed, isLive, onChange }: GeneratedVideoCardProps) {
  const isFollowed = isLive && !isFinished(listed)
  const progress = useOperation(isFollowed ? listed.jobId : undefined, onChange)
  // A list fetched after the job ended is newer than the last event.
  const render = isFollowed && progress ? withProgress(listed, progress) : listed
  const video = useRef<HTMLVideoElement>(null)
  const isReady = render.status === 'completed' && render.signedUrl !== null
  const { jobId, templateName } = render
  return (
    <li className="flex flex-col overflow-hidden rounded-card border border-line bg-raised">
      <div className="relative flex aspect-video min-h-0 items-center justify-center bg-dark">
        {isReady ? (
          <video
            ref={video}
            src={render.signedUrl ?? undefined}
            {...(render.posterUrl && { poster: render.posterUrl })}
            controls
            playsInline
            preload={render.posterUrl ? 'none' : 'metadata'}
            aria-label={t`Your video from ${templateName}`}
            // The signed link has most likely expired; reloading the list renews it.
            onError={onChange}
            // Positioned absolutely: a portrait video would stretch the card by its own height.
            className="absolute inset-0 size-full object-contain"
          />
        ) : (
          <RenderState render={render} />
        )}
      </div>
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div className="flex items-start justify-between gap-3">
          <h3 dir="auto" translate="no" className="min-w-0 font-medium">
            <Link to={`/template/${render.templateId}`} className="rounded-control hover:underline">
              {templateName}
            </Link>
          </h3>
          <Badge tone={tones[render.status]}>{statusText({ kind: 'render', status: render.status })}</Badge>
        </div>
        <p className="text-caption text-muted tabular-nums">
          <time dateTime={render.createdAt}>{dayAndTimeText(render.createdAt)}</time>
          {render.kind === 'preview' && <span>{` · ${t`preview with watermark`}`}</span>}
          <br />
          <Trans>Job {jobId}</Trans>
        </p>
        <Actions
          render={render}
          isReady={isReady}
          onFullScreen={() => void video.current?.requestFullscreen?.()}
          onChange={onChange}
        />
      </div>
    </li>
  )
}

/** The placeholder of a video that is not ready, or failed. */
function RenderState({ render }: { render: Render }) {
  const { templateName } = render
  if (!isFinished(render)) {
    return (
      <div className="flex w-full flex-col gap-3 px-6 text-on-dark">
        <p className="flex items-baseline justify-between">
          <span className="font-medium">
            <Trans>Processing...</Trans>
          </span>
          <span className="tabular-nums">{`${render.percent} %`}</span>
        </p>
        <ProgressBar percent={render.percent} label={t`Making your video from ${templateName}`} />
        <p className="text-caption">{progressText(render)}</p>
      </div>
    )
  }
  if (render.status === 'failed') {
    return (
      <div className="flex flex-col gap-1.5 px-6 text-center text-on-dark">
        <p className="font-medium">
          <Trans>Generation Failed</Trans>
        </p>
        {render.errorMessage && <p className="text-caption">{serverText(render.errorMessage)}</p>}
        <p className="text-caption">
          <Trans>You weren’t charged for this attempt.</Trans>
        </p>
      </div>
    )
  }
  return (
    <p className="font-medium text-on-dark">
      <Trans>Video Unavailable</Trans>
    </p>
  )
}

function progressText({ stage, secondsLeft }: Render): string {
  const step = stageText(stage)
  if (secondsLeft === null || secondsLeft <= 0) return step
  const time = roughlyText(secondsLeft)
  return t`${step}, ${time} left`
}

type ActionsProps = { render: Render; isReady: boolean; onFullScreen: () => void; onChange: () => void }

function Actions({ render, isReady, onFullScreen, onChange }: ActionsProps) {
  const showToast = useToast()
  const [isBusy, setIsBusy] = useState(false)
  const run = async (action: () => Promise<unknown>, message: string) => {
    setIsBusy(true)
    try {
      await action()
    } catch (error) {
      showToast('error', errorText(error, message))
    }
    setIsBusy(false)
    onChange()
  }
  const download = async () => {
    setIsBusy(true)
    try {
      // Links expire within minutes, so each download requests a new one.
      const { downloadUrl } = await api.getRender(render.jobId)
      if (!downloadUrl) throw new Error('This video has no file any more')
      location.assign(downloadUrl)
    } catch {
      showToast('error', t`Failed to download video. Please try again.`)
    }
    setIsBusy(false)
  }
  return (
    <div className="mt-auto flex flex-wrap gap-2 pt-1">
      {isReady && (
        <>
          <Button size="small" isBusy={isBusy} onClick={download}>
            <Download aria-hidden="true" size={16} />
            <Trans>Download</Trans>
          </Button>
          <Button size="small" variant="secondary" onClick={onFullScreen}>
            <Maximize aria-hidden="true" size={16} />
            <Trans>Full screen</Trans>
          </Button>
          <ShareButtons
            file={{ kind: 'video', findUrl: async () => (await api.getRender(render.jobId)).downloadUrl ?? undefined }}
            size="small"
          />
        </>
      )}
      {(render.status === 'failed' || render.status === 'cancelled') && (
        <Button
          size="small"
          variant="secondary"
          isBusy={isBusy}
          onClick={() =>
            run(() => api.retryRender(render.jobId), t`This video could not be started again. Please try again.`)
          }
        >
          <RotateCcw aria-hidden="true" size={16} />
          <Trans>Try Again</Trans>
        </Button>
      )}
      {!isFinished(render) && (
        <Button
          size="small"
          variant="quiet"
          isBusy={isBusy}
          onClick={() => run(() => api.cancelRender(render.jobId), t`This video can no longer be cancelled`)}
        >
          <X aria-hidden="true" size={16} />
          <Trans>Cancel</Trans>
        </Button>
      )}
    </div>
  )
}
