// Progress bars.

/** `percent` is 0 to 100; `label` names the process. */
export function ProgressBar({ percent, label }: { percent: number; label: string }) {
  const shown = Math.max(0, Math.min(100, Math.round(percent)))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={shown}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-1.5 w-full overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full origin-left rtl:origin-right bg-marigold transition-transform duration-200"
        style={{ transform: `scaleX(${shown / 100})` }}
      />
    </div>
  )
}
