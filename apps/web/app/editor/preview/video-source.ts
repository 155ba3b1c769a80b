// One video of the preview: a <video> element that shows an exact frame while paused, and runs in sync with the preview
// while playing.
import type { Picture } from '@vitrine/document/host'

/** A video that is further off seeks; smaller differences are corrected by the playback rate. */
const jumpSeconds = 0.25
/** A smaller difference counts as in sync: half a frame at 50 frames a second. */
const inStepSeconds = 0.01
/** The share of the difference that is corrected per second, and the limits of the playback rate. */
const eagerness = 6
const slowest = 0.25
const fastest = 2
/** A time on the edge of two frames belongs to the later one; rounding must not return the earlier one. */
const edgeSeconds = 0.001

export interface VideoSource {
  /** Whether the first frame has been decoded. */
  isReady(): boolean
  /**
   * The picture at a time in seconds: exact while the preview is paused (`onArrived` reports when it is reached), in
   * sync while it runs. Until then it returns the last picture, because a late frame is better than a grey one.
   */
  pictureAt(seconds: number, isRunning: boolean): Picture
  /** The last picture, without seeking. */
  still(): Picture
  pause(): void
  stop(): void
}

export interface VideoEvents {
  onReady: (facts: { width: number; height: number; durationSeconds: number }) => void
  /** The requested time is shown. */
  onArrived: () => void
  onFailed: () => void
}

/** The playback rate that brings a video back in sync; `lateSeconds` is negative when it is ahead. */
export function catchUpRate(lateSeconds: number): number {
  if (Math.abs(lateSeconds) < inStepSeconds) return 1
  return Math.min(fastest, Math.max(slowest, 1 + lateSeconds * eagerness))
}

export function openVideo(url: string, events: VideoEvents): VideoSource {
  const video = document.createElement('video')
  const still = document.createElement('canvas')
  still.width = 0
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  let requested = Number.NaN

  const keepStill = () => {
    if (!hasPicture(video)) return
    if (still.width !== video.videoWidth || still.height !== video.videoHeight) {
      still.width = video.videoWidth
      still.height = video.videoHeight
    }
    still.getContext('2d')?.drawImage(video, 0, 0)
  }
  const jump = (seconds: number) => {
    requested = seconds
    keepStill()
    video.currentTime = seconds
  }
  const stand = (seconds: number) => {
    if (!video.paused) video.pause()
    // Compares requested times, not the video's current time: a browser may round that.
    if (!video.seeking && requested !== seconds) jump(seconds)
  }
  const run = (seconds: number) => {
    requested = Number.NaN
    if (video.seeking) return
    const late = seconds - video.currentTime
    if (Math.abs(late) > jumpSeconds) return jump(seconds)
    if (video.paused) void video.play().catch(() => undefined)
    const rate = catchUpRate(late)
    if (Math.abs(video.playbackRate - rate) > 0.01) video.playbackRate = rate
  }
  video.addEventListener('loadeddata', () => {
    keepStill()
    events.onReady({ width: video.videoWidth, height: video.videoHeight, durationSeconds: video.duration })
  })
  video.addEventListener('seeked', () => {
    keepStill()
    events.onArrived()
  })
  video.addEventListener('error', events.onFailed)
  video.src = url

  const size = () => ({ width: video.videoWidth, height: video.videoHeight })
  return {
    isReady: () => still.width > 0 && !Number.isNaN(video.duration),
    pictureAt(seconds, isRunning) {
      const last = Math.max(0, video.duration - 0.01)
      const moment = Math.min(seconds + edgeSeconds, last)
      if (isRunning && moment < last) run(moment)
      else stand(moment)
      return { source: hasPicture(video) ? video : still, ...size() }
    },
    still: () => ({ source: still, ...size() }),
    pause: () => video.pause(),
    stop() {
      video.pause()
      video.removeAttribute('src')
      video.load()
    },
  }
}

function hasPicture(video: HTMLVideoElement): boolean {
  return video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && !video.seeking
}
