// The results of a benchmark run, for people and for programs: each figure with the yardstick of the same run.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { dirname } from 'node:path'

/** One figure. Ratios travel between machines; the values do not. */
export interface Figure {
  /** `export: ivory-letter, preview`. The same in every run. */
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly better: 'lower' | 'higher'
  /** The lowest and the highest round. */
  readonly spread?: readonly [number, number]
  /** Relative to the yardstick of the same run; more is better. */
  readonly ratio?: number
}

/** What a run is of, and where it ran. */
export interface Run {
  readonly commit: string
  readonly at: string
  readonly machine: string
  /** Of the last minute before the run: a busy machine makes values worthless and ratios rough. */
  readonly load: number
}

/** A run, as it is written to a file. */
export interface Report extends Run {
  readonly figures: readonly Figure[]
}

const figures: Figure[] = []
const loadBefore = loadavg()[0] ?? 0

/** Keeps a figure for the report of this run. Printing it is the caller's. */
export function record(figure: Figure): void {
  figures.push(figure)
}

/** The median, with the lowest and the highest, of rounds. */
export function summarise(rounds: readonly number[]): Required<Pick<Figure, 'value' | 'spread'>> {
  const sorted = rounds.toSorted((a, b) => a - b)
  const at = (place: number) => sorted[place] ?? Number.NaN
  return { value: at(Math.floor(sorted.length / 2)), spread: [at(0), at(sorted.length - 1)] }
}

/** The run of this process, of the repository at `root`. */
export function describeRun(root: string): Run {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const machine = `${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.versions.node}`
  return { commit, at: new Date().toISOString(), machine, load: loadBefore }
}

/** Writes the results to `path` as JSON, and next to it as a table in Markdown. */
export function writeReport(path: string, root: string): void {
  const report: Report = { ...describeRun(root), figures }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`)
  writeFileSync(path.replace(/\.json$/, '.md'), toMarkdown(report))
}

export function readReport(path: string): Report {
  return JSON.parse(readFileSync(path, 'utf8')) as Report
}

function toMarkdown({ commit, at, machine, load, figures: all }: Report): string {
  const rows = all.map(({ name, value, unit, spread, ratio }) => [
    name,
    `${round(value)} ${unit}`,
    spread ? `${round(spread[0])} to ${round(spread[1])}` : '',
    ratio === undefined ? '' : ratio.toFixed(2),
  ])
  return `${commit}, ${at}: ${machine}, load ${load.toFixed(1)} before the run\n\n${toTable(['figure', 'median', 'spread', 'of the yardstick'], rows)}`
}

export function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

/** Three digits that matter. */
export function round(value: number): string {
  return String(Number(value.toPrecision(3)))
}
