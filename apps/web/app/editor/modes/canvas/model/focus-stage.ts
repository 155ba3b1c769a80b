/** Focuses the stage, where keys move, delete and edit the selection. */
export function focusStage(): void {
  document.querySelector<HTMLElement>('[data-canvas-stage]')?.focus({ preventScroll: true })
}
