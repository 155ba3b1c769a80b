// Owns the preview film of a template page: in its own shape, retried when it fails, with the browser's own controls.
import type { Template } from '@vitrine/contract/catalogue'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { prefersStillness } from './film.tsx'

const retryLimit = 3
const retryDelayMs = 1000

/** `link` is null when the shop could not name the film; then only the picture is shown. */
export function PreviewPlayer({ template, link }: { template: Template; link: string | null }) {
  const video = useRef<HTMLVideoElement>(null)
  const [retries, setRetries] = useState(0)
  const [hasFailed, setHasFailed] = useState(link === null)
  const { width, height, dominantColor, thumbnail, templateName } = template

  useEffect(() => {
    if (!prefersStillness()) void video.current?.play().catch(() => undefined)
  }, [])

  /** Asks again under another address, so that a broken copy in a cache is not the answer. */
  const retry = () => {
    setHasFailed(false)
    setRetries((count) => Math.min(count + 1, retryLimit))
  }
  const onError = () => {
    if (retries >= retryLimit) setHasFailed(true)
    else setTimeout(retry, retryDelayMs)
  }
  const source = link && retries > 0 ? `${link}${link.includes('?') ? '&' : '?'}retry=${retries}` : link

  return (
    <div
      className="relative mx-auto w-full overflow-hidden rounded-card [--highest:56dvh] md:[--highest:min(74dvh,46rem)]"
      style={{
        aspectRatio: `${width} / ${height}`,
        maxWidth: `calc(var(--highest) * ${width / height})`,
        backgroundColor: dominantColor,
      }}
    >
      {hasFailed || source === null ? (
        <div
          className="flex size-full flex-col items-center justify-center gap-4 bg-cover bg-center"
          style={{ backgroundImage: `url("${thumbnail}")` }}
        >
          <div role="alert" className="flex flex-col items-center gap-3 rounded-card bg-raised p-5 text-center">
            <p className="font-medium">{link === null ? 'Video unavailable' : 'Media Loading Error'}</p>
            {link !== null && (
              <Button variant="secondary" size="small" onClick={retry}>
                Retry ({retries}/{retryLimit})
              </Button>
            )}
          </div>
        </div>
      ) : (
        <video
          ref={video}
          key={source}
          src={source}
          poster={thumbnail}
          width={width}
          height={height}
          controls
          muted
          loop
          playsInline
          autoPlay={retries > 0}
          preload="metadata"
          aria-label={`Preview of ${templateName}`}
          onError={onError}
          className="size-full object-cover"
        />
      )}
    </div>
  )
}
