// The report that compares our painter with lottie-web: one line per file, a summary per folder.

/** How well the pictures of one animation agree. */
export interface Comparison {
  readonly file: string
  readonly outcome: 'compared' | 'not imported' | 'not played by lottie-web'
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
  /** Decibels at 0, 25, 50, 75 and 100 % over the whole picture. */
  readonly psnr: readonly number[]
  /** The same over what either side drew, which a large empty ground cannot flatter. */
  readonly inkPsnr: readonly number[]
  /** How many of these frames are white on both sides: they agree and prove nothing. */
  readonly blankFrames: number
}

/** What a whole folder came to: how many agree how well, and what was reported in how many files. */
export function summarise(all: readonly Comparison[]): string {
  const played = all.filter(({ outcome }) => outcome === 'compared')
  const compared = played.filter(({ psnr, blankFrames }) => blankFrames < psnr.length)
  const min = compared.map(({ psnr }) => Math.min(...psnr))
  const atLeast = (limit: number) => min.filter((value) => value >= limit).length
  const codes = new Map<string, number>()
  for (const { errors, warnings } of all) {
    const own = new Set(
      [...errors.map((line) => `error ${line}`), ...warnings.map((line) => `warning ${line}`)].map(
        (line) => line.split(':')[0] ?? '',
      ),
    )
    for (const code of own) codes.set(code, (codes.get(code) ?? 0) + 1)
  }
  const reported = [...codes].sort((a, b) => b[1] - a[1]).map(([code, count]) => `  ${code}: ${count} files`)
  return [
    '',
    `${all.length} files, ${compared.length} compared (${played.length - compared.length} more are white on white); worst frame at least 45 dB in ${atLeast(45)}, 40 in ${atLeast(40)}, 35 in ${atLeast(35)}, 30 in ${atLeast(30)}`,
    ...reported,
    '',
  ].join('\n')
}

/** The line of one animation. */
export function comparisonRow({ file, outcome, psnr, inkPsnr, errors, warnings }: Comparison): string {
  const min = (list: readonly number[]) => (list.length === 0 ? '—' : Math.min(...list).toFixed(1)).padStart(5)
  const figures = outcome === 'compared' ? psnr.map((value) => value.toFixed(1)).join(' ') : outcome
  return `${min(psnr)} ${min(inkPsnr)}  ${file.padEnd(48)} ${figures}  ${errors.length} errors, ${warnings.length} warnings\n`
}
