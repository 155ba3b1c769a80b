// `npm run bench -- compare A B [NAMES]`: the benchmarks of two commits in turns on this machine, each from a checkout of its own,
// and how their figures differ.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Figure, type Report, readReport, round, toTable } from './report.ts'

const root = resolve(import.meta.dirname, '../..')
/** A B B A: what drifts during the run hits both alike. */
const TURNS = [0, 1, 1, 0] as const

/** Measures both commits and prints a table. Throws when a commit does not install, or has no report yet. */
export function compareCommits([first, second, ...names]: readonly string[]): void {
  if (first === undefined || second === undefined) throw new Error('Usage: npm run bench -- compare A B [NAMES]')
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-compare-'))
  const checkouts = [first, second].map((commit, n) => ({ commit, path: join(folder, String(n)) }))
  try {
    for (const { commit, path } of checkouts)
      execFileSync('git', ['worktree', 'add', '--detach', path, commit], { cwd: root, stdio: 'ignore' })
    const reports: [Report[], Report[]] = [[], []]
    for (const [turn, n] of TURNS.entries()) {
      const out = join(folder, `${turn}.json`)
      const path = checkouts[n]?.path ?? ''
      const args = ['scripts/run.mjs', 'tests/bench/bench.ts', ...names, '--out', out]
      const { status } = spawnSync(process.execPath, args, { cwd: path, stdio: 'inherit' })
      if (status !== 0) throw new Error(`the benchmarks of ${checkouts[n]?.commit} ended with ${status}`)
      reports[n].push(readReport(out))
    }
    console.log(compareReports(reports[0], reports[1]))
  } finally {
    for (const { path } of checkouts)
      spawnSync('git', ['worktree', 'remove', '--force', path], { cwd: root, stdio: 'ignore' })
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A table of the figures that both have: the better round of each, by its ratio to the yardstick where there is one. */
export function compareReports(before: readonly Report[], after: readonly Report[]): string {
  const rows = (before[0]?.figures ?? []).flatMap(({ name }) => {
    const [a, b] = [findBest(before, name), findBest(after, name)]
    if (!a || !b) return []
    const [old, now] = [scoreFigure(a), scoreFigure(b)]
    const percent = (now / old - 1) * 100
    return [[name, show(a), show(b), `${percent >= 0 ? '+' : ''}${percent.toFixed(1)} %`]]
  })
  return toTable(['figure', before[0]?.commit ?? '', after[0]?.commit ?? '', 'better by'], rows)
}

function findBest(reports: readonly Report[], name: string): Figure | undefined {
  const rounds = reports.flatMap(({ figures }) => figures.filter((figure) => figure.name === name))
  return rounds.toSorted((a, b) => scoreFigure(b) - scoreFigure(a))[0]
}

/** More is better. */
function scoreFigure({ value, better, ratio }: Figure): number {
  if (ratio !== undefined) return ratio
  return better === 'higher' ? value : 1 / value
}

function show({ value, unit, ratio }: Figure): string {
  return ratio === undefined ? `${round(value)} ${unit}` : `${ratio.toFixed(2)} (${round(value)} ${unit})`
}
