// The report that compares our painter with lottie-web and Skottie: one line per file, a summary per folder.

/** The similarity of our pictures and the players' for one animation. */
export interface Comparison {
  readonly file: string
  readonly outcome: 'compared' | 'not imported' | 'not played by lottie-web'
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
  /** Decibels relative to lottie-web at 0, 25, 50, 75 and 100 % over the whole picture. */
  readonly psnr: readonly number[]
  /** The same relative to Skottie; empty when it cannot read the file. */
  readonly skottie: readonly number[]
  /** The same between the two players: where they differ, the correct result is uncertain. */
  readonly players: readonly number[]
  /** The same over the pixels that either side drew, so that a large empty background does not raise the value. */
  readonly inkPsnr: readonly number[]
  /** How many of these frames are white on both sides: they match but prove nothing. */
  readonly blankFrames: number
}

/** The summary of a folder: how many animations match how well, and which reports occur in how many files. */
export function summarise(all: readonly Comparison[]): string {
  const played = all.filter(({ outcome }) => outcome === 'compared')
  const compared = played.filter(({ psnr, blankFrames }) => blankFrames < psnr.length)
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
    `${all.length} files, ${compared.length} compared (${played.length - compared.length} more are white on white); ${all.filter(({ errors }) => errors.length === 0).length} can be published`,
    'worst frame at least   45 dB    40    35    30',
    atLeastRow(
      'to lottie-web',
      compared.map(({ psnr }) => Math.min(...psnr)),
    ),
    atLeastRow(
      'to Skottie',
      compared.map(({ skottie }) => (skottie.length > 0 ? Math.min(...skottie) : 0)),
    ),
    atLeastRow('to the nearer one', compared.map(nearer)),
    atLeastRow('… without remarks', compared.filter(isWithoutRemarks).map(nearer)),
    atLeastRow('… and without doubt', compared.filter(isWithoutRemarks).filter(isBeyondDoubt).map(nearer)),
    ...reported,
    '',
  ].join('\n')
}

/** The worst frame relative to the player that is closer overall. */
export function nearer({ psnr, skottie }: Comparison): number {
  return Math.max(Math.min(...psnr), skottie.length > 0 ? Math.min(...skottie) : 0)
}

/** Whether the players match each other as closely as we should match them: any difference is then our fault. */
function isBeyondDoubt({ players }: Comparison): boolean {
  return players.length > 0 && Math.min(...players) >= 40
}

/** Whether the import reports nothing that changes the picture. */
function isWithoutRemarks({ errors, warnings }: Comparison): boolean {
  return errors.length === 0 && warnings.every((line) => line.startsWith('field:'))
}

function atLeastRow(name: string, values: readonly number[]): string {
  const counts = [45, 40, 35, 30].map((limit) => values.filter((value) => value >= limit).length)
  return `${`${name} (${values.length})`.padEnd(24)}${counts.map((count) => String(count).padStart(5)).join(' ')}`
}

/** The line of one animation. */
export function comparisonRow({ file, outcome, psnr, inkPsnr, errors, warnings }: Comparison): string {
  const min = (list: readonly number[]) => (list.length === 0 ? '—' : Math.min(...list).toFixed(1)).padStart(5)
  const figures = outcome === 'compared' ? psnr.map((value) => value.toFixed(1)).join(' ') : outcome
  return `${min(psnr)} ${min(inkPsnr)}  ${file.padEnd(48)} ${figures}  ${errors.length} errors, ${warnings.length} warnings\n`
}
