// Prints the report of an import: a table for people, JSON for programs.
import type { ImportResult } from '@vitrine/composition/import'
import type { LintLine } from '@vitrine/composition/import-lint'

const SEVERITIES = ['error', 'warning', 'info'] as const

/** The report as lines of text, errors first. */
export function printReport({ dialect, document, report, markers }: ImportResult): string {
  const rows = SEVERITIES.flatMap((severity) => report.filter((line) => line.severity === severity))
  const widths = (
    [(line) => line.severity, (line) => line.code, (line) => shorten(line.path)] as ((line: LintLine) => string)[]
  ).map((cell) => ({ cell, width: Math.max(0, ...rows.map((row) => cell(row).length)) }))
  const table = rows.map(
    (row) => `${widths.map(({ cell, width }) => cell(row).padEnd(width)).join('  ')}  ${row.message}`,
  )
  const count = (severity: string) => rows.filter((row) => row.severity === severity).length
  const fields = document?.fields.map(({ id, type, label }) => `  ${id} (${type}): ${label}`) ?? []
  const times = markers.map(({ name, frame }) => `  ${name}: frame ${frame}`)
  return [
    ...table,
    ...(table.length > 0 ? [''] : []),
    ...(document
      ? [
          `${dialect}: ${document.canvas.width}x${document.canvas.height}, ${document.canvas.duration} frames, ${document.layers.length} layers`,
        ]
      : ['Nothing that could be drawn']),
    ...(fields.length > 0 ? ['Fields:', ...fields] : document ? ['No fields: customers can change nothing'] : []),
    ...(times.length > 0 ? ['Named times:', ...times] : []),
    `${count('error')} errors, ${count('warning')} warnings, ${count('info')} remarks`,
    '',
  ].join('\n')
}

/** The report as JSON. */
export function reportJson({ dialect, document, report, markers }: ImportResult): string {
  const facts = document && { canvas: document.canvas, layers: document.layers.length, fields: document.fields }
  return `${JSON.stringify({ dialect, isValid: document !== undefined, document: facts, markers, report }, undefined, 2)}\n`
}

function shorten(path: string): string {
  return path.length > 60 ? `…${path.slice(-59)}` : path
}
