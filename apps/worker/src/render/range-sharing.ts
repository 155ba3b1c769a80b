// The maker's side of a video that helpers draw ranges of: answers its process, counts what helpers have drawn, and ends the sharing
// with the attempt. Whatever goes wrong here costs time alone: the process then draws the range itself.
import { ENGINE_VERSION } from '@vitrine/composition/document'
import { type Db, transaction } from '@vitrine/database/connection'
import { processLog } from '@vitrine/providers/log'
import type { Storage } from '@vitrine/providers/storage'
import type { RenderWork } from '@vitrine/shop/renders/attempt'
import {
  endSharing,
  type FrameRange,
  listDrawnRanges,
  type RangeRequest,
  shareRanges,
  takeRange,
} from '@vitrine/shop/renders/render-range'
import { startProgressReporter } from '../operation/progress-reporter.ts'
import { PIPELINE_VERSION } from './reference-plan.ts'
import type { RenderProgress, VideoAnswer, VideoQuestion } from './render-program.ts'

/** Of programs that draw and encode alike. */
export const PIPELINE = `${ENGINE_VERSION}.${PIPELINE_VERSION}`

type Attempt = { readonly db: Db; readonly storage: Pick<Storage, 'localFile'> }

interface SharedVideo {
  readonly work: Pick<RenderWork, 'operation' | 'watermark'>
  /** Of the encoder. */
  readonly threads: number
  /** Given the progress of the process and its helpers together. */
  report(progress: RenderProgress): void
}

/** Shares one video, when its process offers it. Dispose of it when the process has ended. */
export class RangeSharing {
  readonly #attempt: Attempt
  readonly #video: SharedVideo
  readonly #request: Omit<RangeRequest, 'keyFrames'>
  #watch: ReturnType<typeof startProgressReporter> | undefined
  #drawn: readonly FrameRange[] = []
  #latest: RenderProgress | undefined
  /** The file of the range that was taken last; the process has read it when it asks for the next. */
  #file: { release(): Promise<void> } | undefined

  constructor(attempt: Attempt, video: SharedVideo) {
    this.#attempt = attempt
    this.#video = video
    const { work, threads } = video
    const { operationId: renderId, attempt: number } = work.operation
    this.#request = { renderId, attempt: number, pipeline: PIPELINE, threads, watermark: work.watermark }
  }

  /** Answers a question of the process. */
  async answer(question: VideoQuestion): Promise<VideoAnswer> {
    try {
      if (question.kind === 'take') return await this.#take(question)
      await this.#offer(question)
    } catch (error) {
      processLog().warn({ err: error, renderId: this.#request.renderId }, 'a range of a video was not shared')
    }
    return 'ours'
  }

  /** Reports progress of the process, together with what helpers have drawn of the frames that it has not reached. */
  report(progress: RenderProgress): void {
    this.#latest = progress
    const { stage, framesDone } = progress
    const beyond = ({ from, to }: FrameRange) => Math.max(0, to - Math.max(from, framesDone))
    const elsewhere = this.#drawn.reduce((sum, range) => sum + beyond(range), 0)
    this.#video.report(stage === 'drawing' ? { ...progress, framesDone: framesDone + elsewhere } : progress)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#watch) return
    await this.#watch.end()
    await this.#file?.release()
    const { renderId } = this.#request
    await transaction(this.#attempt.db, (tx) => endSharing(tx, this.#request)).catch((error: unknown) => {
      processLog().warn({ err: error, renderId }, 'ranges of a video are left to maintenance')
    })
  }

  async #offer({ ranges, keyFrames }: Extract<VideoQuestion, { kind: 'offer' }>): Promise<void> {
    const { db } = this.#attempt
    const look = async () => {
      this.#drawn = await listDrawnRanges(db, this.#request)
      if (this.#latest) this.report(this.#latest)
      return 'go-on' as const
    }
    this.#watch ??= startProgressReporter(look, { initial: undefined, about: { renderId: this.#request.renderId } })
    await transaction(db, (tx) => shareRanges(tx, { ...this.#request, keyFrames }, ranges))
  }

  async #take({ range, isLate }: Extract<VideoQuestion, { kind: 'take' }>): Promise<VideoAnswer> {
    const { db, storage } = this.#attempt
    await this.#file?.release()
    this.#file = undefined
    const taken = await transaction(db, (tx) => takeRange(tx, this.#request, range.from, { isLate }))
    if (typeof taken === 'string') return taken
    const file = await storage.localFile(taken.storageKey)
    this.#file = file
    return { path: file.path }
  }
}
