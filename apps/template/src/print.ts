// Prints the report of an import: lines for people, JSON for programs.
import type { ImportResult } from '@vitrine/after-effects/import'
import type { LintLine } from '@vitrine/document/lint'

const SEVERITIES = ['error', 'warning', 'info'] as const

/** The report as lines of text, errors first. */
export function printReport({ dialect, document, report, markers }: ImportResult): string {
  const rows = SEVERITIES.flatMap((severity) => report.filter((line) => line.severity === severity))
  const lines = rows.flatMap((row) => [
    `${row.severity.padEnd(7)}  ${row.message}${row.count === undefined ? '' : ` (${row.count} times)`}${row.accepted ? ' (accepted)' : ''}`,
    `         ${describePlace(row)} · ${row.code}`,
  ])
  const count = (severity: string) => rows.filter((row) => row.severity === severity).length
  const fields = document?.fields.map(({ id, type, label }) => `  ${id} (${type}): ${label}`) ?? []
  const times = markers.map(({ name, frame }) => `  ${name}: frame ${frame}`)
  return [
    ...lines,
    ...(lines.length > 0 ? [''] : []),
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

/** The place in After Effects terms; otherwise the path in the file. */
function describePlace({ layer, property, path }: LintLine): string {
  if (layer === undefined) return path === '' ? 'The whole file' : path
  return property === undefined ? layer : `${layer} › ${property}`
}
