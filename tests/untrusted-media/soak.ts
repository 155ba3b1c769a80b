// `npm run test:soak -- media [files] [first]`: twenty thousand broken files, and a store that is attacked with expensive ones.
import { type FuzzReport, fuzz } from './batch.ts'
import { attackStore } from './store-under-attack.ts'

const DEADLINE_MS = 60_000
const MAX_PEAK_BYTES = 1024 * 2 ** 20
/** How much longer an ordinary photo may take because of others' files. */
const MAX_DELAY_MS = 2000
const MAX_LOOK_MS = 200
const ATTACKERS = 6

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`

/** Runs both and reports their results; `printResult` receives whether it succeeded. */
export async function soakMedia(
  printResult: (isGreen: boolean, line: string) => void,
  files = 20_000,
  from = 0,
): Promise<void> {
  const report = await fuzz({
    files,
    from,
    deadlineMs: DEADLINE_MS,
    onProgress: (done) => done % 1000 === 0 && console.log(`  ${done} files`),
  })
  for (const { number, name, what } of [...report.unexpected, ...report.crashed, ...report.late])
    console.error(`  file ${number} (${name}): ${what}`)
  for (const path of report.opened ?? []) console.error(`  opened ${path}`)
  printResult(isClean(report), describe(report))

  const { attacks, aloneMs, besideMs, lookMs } = await attackStore(ATTACKERS, (line) => console.log(`  ${line}`))
  const delayMs = Math.max(...besideMs) - median(aloneMs)
  printResult(
    attacks.every(({ status }) => status < 500) && delayMs <= MAX_DELAY_MS && Math.max(...lookMs) < MAX_LOOK_MS,
    `${attacks.length} costly files of ${ATTACKERS} accounts: an ordinary photo took ${Math.round(median(aloneMs))} ms alone and ` +
      `${Math.round(median(besideMs))} (at most ${Math.round(Math.max(...besideMs))}) ms beside them; ` +
      `${lookMs.length} other requests took ${Math.round(median(lookMs))} (at most ${Math.round(Math.max(...lookMs))}) ms`,
  )
}

function isClean({ unexpected, crashed, late, opened, peakBytes }: FuzzReport): boolean {
  return [unexpected, crashed, late, opened ?? []].every(({ length }) => length === 0) && peakBytes < MAX_PEAK_BYTES
}

function describe({ files, read, refused, unexpected, crashed, late, opened, peakBytes, slowest }: FuzzReport): string {
  const watched = opened ? `${opened.length} foreign files opened` : 'nothing watched which files were opened'
  return (
    `${files} broken files: ${read} read, ${refused} refused, ${unexpected.length} unexpected errors, ` +
    `${crashed.length} crashes, ${late.length} late, ${watched}, at most ${megabytes(peakBytes)}, ` +
    `slowest ${Math.round(slowest.milliseconds)} ms (file ${slowest.number}, ${slowest.name})`
  )
}
