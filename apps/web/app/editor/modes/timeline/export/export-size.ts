// The size of a video exported in the browser: full for customers who paid, small and watermarked for others, as on the
// server.
import { renderSize, type TemplateDocument } from '@vitrine/document/document'

const previewShortEdge = 540

/** Pixels of the video, both even, as H.264 requires; before payment at most 540 on the short edge. */
export function computeExportSize(
  document: Pick<TemplateDocument, 'canvas' | 'output'>,
  isEntitled: boolean,
): { width: number; height: number } {
  const whole = renderSize(document)
  const scale = isEntitled ? 1 : Math.min(1, previewShortEdge / Math.min(whole.width, whole.height))
  const even = (edge: number) => Math.max(2, 2 * Math.round((edge * scale) / 2))
  return { width: even(whole.width), height: even(whole.height) }
}
