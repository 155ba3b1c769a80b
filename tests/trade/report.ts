// A day of trade for people and for programs: visitors, duration of each route, memory and queue, and broken promises.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describeRun, round, toTable } from '../bench/report.ts'
import { toTime } from './day.ts'
import type { DayReport } from './trade-day.ts'

/** Writes the report to `path` as JSON, and next to it as Markdown. */
export function writeDayReport(path: string, root: string, report: DayReport): void {
  const run = describeRun(root)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify({ ...run, ...report }, null, 2)}\n`)
  const head = `${run.commit}, ${run.at}: ${run.machine}, load ${run.load.toFixed(1)} before the run\n\n`
  writeFileSync(path.replace(/\.json$/, '.md'), head + describeDay(report))
}

/** The report in Markdown. */
export function describeDay(report: DayReport): string {
  const { memory, failures, warnings, faults } = report
  return [
    describeTrade(report),
    `${toTable(
      ['route', 'answers', 'p50 ms', 'p99 ms', 'longest ms'],
      report.routes.map(({ route, count, p50Ms, p99Ms, maxMs }) => [
        route,
        `${count}`,
        round(p50Ms),
        round(p99Ms),
        round(maxMs),
      ]),
    )}`,
    `${toTable(
      ['process', 'MB after the first third', 'MB at the end', 'highest', 'MB an hour', 'heap: MB an hour'],
      memory.map((each) => [
        each.process,
        ...[each.firstMb, each.lastMb, each.peakMb, each.residentSlope].map(round),
        each.heapSlope === undefined ? '' : round(each.heapSlope),
      ]),
    )}`,
    toTable(['refused or failed', 'times'], toRows(failures)),
    toTable(['warned of', 'times'], toRows(warnings)),
    faults.length === 0
      ? 'Every promise was kept.\n'
      : `Broken promises:\n\n${faults.map((fault) => `- ${fault}\n`).join('')}`,
  ].join('\n')
}

const toRows = (counts: Readonly<Record<string, number>>) => Object.entries(counts).map(([what, n]) => [what, `${n}`])

function describeTrade({
  part,
  speed,
  realMinutes,
  came,
  answers,
  queue,
  lostAnswers,
  owner,
  settlement,
}: DayReport): string {
  const longest = Math.max(0, ...queue.map(({ waiting }) => waiting))
  const busy = queue.filter(({ waiting }) => waiting > 0).length / Math.max(1, queue.length)
  return (
    `From ${toTime(part.from)} to ${toTime(part.to)} at ${speed} times real speed, ${realMinutes.toFixed(1)} minutes: ` +
    `${came.visitors} visitors and ${came.buyers} buyers came, ${answers} answers, ${lostAnswers} of them lost on the way. ` +
    `${settlement.videos} videos of two seconds were made of ${came.videosWanted} wanted, and downloaded again at the end. ` +
    `The owner published ${owner.published}, changed ${owner.repriced} prices, withdrew ${owner.withdrawn} and refunded ` +
    `${owner.refunded}; the slowest change was seen on both servers ${Math.round(owner.slowestVisibleMs)} ms later. ` +
    `${settlement.charges} charges and ${settlement.transfers} transfers were compared, ${settlement.invariants} invariants ` +
    `checked. The queue was ${longest} jobs long at most, and something waited ${Math.round(busy * 100)} % of the time.\n`
  )
}
