// The resolved input of a render, and its limits.
import type { Timeline } from '@vitrine/document/clip'
import { type Canvas, durationSeconds } from '@vitrine/document/document'
import type { FieldValues } from '@vitrine/document/field'
import type { WorkLimits } from '@vitrine/process/bounded-child'
import type { Difference } from '@vitrine/project/difference'
import { resolveDocument } from '@vitrine/project/resolve'
import type { RenderWork } from '@vitrine/store/renders/attempt'

/** Constant rate factor of paid videos. */
export const FULL_CRF = 20
const PREVIEW_CRF = 23
/** Maximum render time per second of video. */
const MAX_MS_PER_SECOND = 10_000
/** Maximum time to finalise a video, per second of video. */
const SILENT_MS_PER_SECOND = 60

/** A render with the customer's input and its resolved document. */
export class RenderPlan {
  readonly work: RenderWork
  #resolved: ReturnType<typeof resolveDocument> | undefined

  constructor(work: RenderWork) {
    this.work = work
  }

  get operation() {
    return this.work.operation
  }

  /** The customer's input: values, edits, aspect and timeline. */
  get own(): { values: FieldValues; difference: Difference; variant?: string; timeline?: Timeline } {
    const { values, difference, aspect, timeline } = this.work
    return {
      values: values as FieldValues,
      difference,
      ...(aspect !== null && { variant: aspect }),
      // The timeline was validated before it was stored.
      ...(timeline && { timeline: timeline as unknown as Timeline }),
    }
  }

  /** Throws for a document that cannot be drawn, so it is not part of loading. */
  get resolved() {
    const { values, difference, variant, timeline } = this.own
    this.#resolved ??= resolveDocument(this.work.document, values, difference, variant, timeline)
    return this.#resolved
  }
}

/** Constant rate factor of a render. */
export function chooseCrf({ kind, document }: RenderWork): number {
  return kind === 'preview' ? PREVIEW_CRF : (document.output?.video?.crf ?? FULL_CRF)
}

/**
 * A video of half an hour may take longer than any template, and reports nothing for longer while its index is moved to the
 * front.
 */
export function limitsFor(limits: WorkLimits, canvas: Canvas): WorkLimits {
  const seconds = durationSeconds(canvas)
  return {
    ...limits,
    durationMs: Math.max(limits.durationMs, seconds * MAX_MS_PER_SECOND),
    silenceMs: limits.silenceMs + seconds * SILENT_MS_PER_SECOND,
  }
}
