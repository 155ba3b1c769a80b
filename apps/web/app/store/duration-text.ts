// Formats durations.

/** '0:12', '1:05'. Takes seconds; parts of a second are rounded. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** 'less than a minute', 'about 3 minutes'. Takes seconds. */
export function roughlyText(seconds: number): string {
  if (seconds < 50) return `about ${Math.max(5, Math.round(seconds / 5) * 5)} seconds`
  const minutes = Math.round(seconds / 60)
  return minutes <= 1 ? 'about a minute' : `about ${minutes} minutes`
}
