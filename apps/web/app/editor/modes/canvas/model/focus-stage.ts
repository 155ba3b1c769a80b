/** Gives the focus to the stage, where keys move, delete and write what is selected. */
export function focusStage(): void {
  document.querySelector<HTMLElement>('[data-canvas-stage]')?.focus({ preventScroll: true })
}
