// Owns how large a film may be made here: whole for the entitled, small and marked for everybody else, as on the server.

const previewShortEdge = 540

/** Pixels of the film in the size of its document, both even as H.264 wants; at most 540 on the short edge before payment. */
export function sizeOf(
  canvas: { width: number; height: number },
  isEntitled: boolean,
): { width: number; height: number } {
  const shortEdge = Math.min(canvas.width, canvas.height)
  const scale = isEntitled ? 1 : Math.min(1, previewShortEdge / shortEdge)
  const round = (edge: number) => Math.max(2, 2 * Math.round((edge * scale) / 2))
  return { width: round(canvas.width), height: round(canvas.height) }
}
