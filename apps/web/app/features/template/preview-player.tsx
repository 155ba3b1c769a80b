// The preview of a template page, video or image: in its own aspect ratio, retried when it fails, with the browser’s
// own controls for videos.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { backoffMs } from '@vitrine/contract/backoff'
import type { Template } from '@vitrine/contract/catalogue'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { pictureSet } from '../../ui/picture-source.ts'
import { prefersReducedMotion } from '../catalogue/card-video.tsx'
import { bustCache } from './detail-data.ts'

type PreviewProps = { template: Template; link: string | null }

/** `link` is null when the server could not resolve the video; then only the poster and a message are shown. */
export function PreviewPlayer({ template, link }: PreviewProps) {
  const video = useRef<HTMLVideoElement>(null)
  const { source, retries, hasFailed, retry, onError } = useMediaSource(link)
  const [isKnown, setIsKnown] = useState(false)
  const { width, height, templateName } = template
  useEffect(() => {
    if (source !== null && !prefersReducedMotion()) void video.current?.play().catch(() => undefined)
  }, [source])
  if (link === null || hasFailed) {
    return <Trouble template={template} isKnown={link !== null} retries={retries} onRetry={retry} />
  }
  return (
    <Stage template={template}>
      <Poster template={template} />
      <video
        ref={video}
        key={source ?? 'poster'}
        {...(source && { src: source })}
        width={width}
        height={height}
        controls={source !== null}
        muted
        loop
        playsInline
        preload="metadata"
        aria-label={t`Preview of ${templateName}`}
        onLoadedMetadata={() => setIsKnown(true)}
        onError={onError}
        // Browsers draw a video without metadata as a dark box.
        className={classNames('relative size-full object-cover', !isKnown && 'opacity-0')}
      />
      {/* Without scripts the availability of the video is not checked. */}
      <noscript>
        <video
          src={link}
          controls
          muted
          playsInline
          preload="metadata"
          poster={template.thumbnail}
          className="absolute inset-0 size-full"
        />
      </noscript>
    </Stage>
  )
}

/**
 * Shown behind the video or large picture until that has loaded. It replaces the video's `poster`, which browsers find
 * late and in one size. On phones a landscape one uses the file of its card, which is cached.
 */
function Poster({ template: { thumbnail, width, height }, alt = '' }: { template: Template; alt?: string }) {
  const share = width / height
  return (
    <img
      src={thumbnail}
      srcSet={pictureSet(thumbnail, width)}
      // As high as the stage, which is never wider than the page.
      sizes={`(width < 52rem) min(82vw, ${Math.round(50 * share)}vh), min(60vw, ${Math.round(74 * share)}vh)`}
      alt={alt}
      width={width}
      height={height}
      fetchPriority="high"
      className="absolute inset-0 size-full object-cover"
    />
  )
}

/** The picture of an image template. The poster shows at once, and the larger picture replaces it. */
export function PreviewPicture({ template, link }: PreviewProps) {
  const { source, retries, hasFailed, retry, onError } = useMediaSource(link)
  const { templateName } = template
  if (link === null || hasFailed) {
    return <Trouble template={template} isKnown={link !== null} retries={retries} onRetry={retry} />
  }
  return (
    <Stage template={template}>
      <Poster template={template} alt={t`Preview of ${templateName}`} />
      {source && (
        <img key={retries} src={source} alt="" onError={onError} className="absolute inset-0 size-full object-cover" />
      )}
    </Stage>
  )
}

function Stage({ template, children }: { template: Template; children: ReactNode }) {
  const { width, height, dominantColor } = template
  return (
    <div
      className="preview-stage relative mx-auto w-full overflow-hidden rounded-card [--highest:50dvh] md:[--highest:min(74dvh,46rem)]"
      style={{
        aspectRatio: `${width} / ${height}`,
        maxWidth: `calc(var(--highest) * ${width / height})`,
        backgroundColor: dominantColor,
      }}
    >
      {children}
    </div>
  )
}

type TroubleProps = { template: Template; isKnown: boolean; retries: number; onRetry: () => void }

function Trouble({ template, isKnown, retries, onRetry }: TroubleProps) {
  return (
    <Stage template={template}>
      <div
        className="flex size-full flex-col items-center justify-center bg-cover bg-center p-3"
        style={{ backgroundImage: `url("${template.thumbnail}")` }}
      >
        <div role="alert" className="flex flex-col items-center gap-3 rounded-card bg-raised p-5 text-center">
          <p className="font-medium">{isKnown ? t`Media Loading Error` : t`Video unavailable`}</p>
          {isKnown && (
            <Button variant="secondary" size="small" onClick={onRetry}>
              <Trans>
                Retry ({retries}/{retryLimit})
              </Trans>
            </Button>
          )}
        </div>
      </div>
    </Stage>
  )
}

const retryLimit = 3
const retryDelayMs = 1000

/**
 * `source` is the address to show: null until it is available. Pass `onError` to the element that shows it. `link` is
 * null when the server could not resolve the file.
 */
function useMediaSource(link: string | null) {
  const [retries, setRetries] = useState(0)
  const [hasFailed, setHasFailed] = useState(false)
  const [isChecked, setIsChecked] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (link === null) return
    const stop = new AbortController()
    // A missing file is tried anyway: the element's own error continues from there.
    void preloadMedia(link, { signal: stop.signal }).then(() => !stop.signal.aborted && setIsChecked(true))
    return () => {
      stop.abort()
      clearTimeout(timer.current)
    }
  }, [link])

  const retry = () => {
    setHasFailed(false)
    setRetries((count) => Math.min(count + 1, retryLimit))
  }
  const onError = () => {
    clearTimeout(timer.current)
    if (retries >= retryLimit) setHasFailed(true)
    else timer.current = setTimeout(retry, retryDelayMs)
  }
  // Another address, so that a broken cached copy is not returned again.
  return { source: isChecked && link ? bustCache(link, retries) : null, retries, hasFailed, retry, onError }
}

const attempts = 3
const firstWaitMs = 1000

type Preload = {
  signal: AbortSignal
  /** Whether the file exists. Rejects when there was no response. */
  ask?: (url: string, signal: AbortSignal) => Promise<boolean>
  wait?: (ms: number) => Promise<void>
}

/** Sends up to three HEAD requests, 1 s and 2 s apart. Returns whether the file is available; never rejects. */
export async function preloadMedia(url: string, { signal, ask = askHead, wait = pause }: Preload): Promise<boolean> {
  for (let attempt = 1; attempt <= attempts && !signal.aborted; attempt++) {
    if (await ask(url, signal).catch(() => false)) return true
    if (attempt < attempts) await wait(backoffMs(attempt, { firstMs: firstWaitMs }))
  }
  return false
}

async function askHead(url: string, signal: AbortSignal): Promise<boolean> {
  // Local files are available, and do not support HEAD.
  if (url.startsWith('blob:')) return true
  return (await fetch(url, { method: 'HEAD', signal })).ok
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
