// Finds the layer that a line of an import report refers to: designers know layers by name, not by path.
import type { LintLine } from '@vitrine/composition/import-lint'

/** The report with the names of the layers that its paths lead through, outermost first: `Scene / Glow`. */
export function withLayerNames(report: readonly LintLine[], json: unknown): (LintLine & { readonly layer?: string })[] {
  return report.map((line) => {
    const names = namesOnPath(json, line.path)
    return names.length === 0 ? line : { ...line, layer: names.join(' / ') }
  })
}

function namesOnPath(json: unknown, path: string): string[] {
  const names: string[] = []
  let present = json
  let list = ''
  for (const step of path.match(/[^.[\]]+/g) ?? []) {
    if (typeof present !== 'object' || present === null || !Object.hasOwn(present, step)) break
    present = (present as Record<string, unknown>)[step]
    // Precomps lie among the assets, and have names as well.
    if (list === 'layers' || list === 'assets') names.push(...nameOf(present))
    list = step
  }
  return names
}

function nameOf(layer: unknown): string[] {
  if (typeof layer !== 'object' || layer === null) return []
  const { nm, name, id } = layer as { nm?: unknown; name?: unknown; id?: unknown }
  const found = [nm, name, id].find((text) => typeof text === 'string' && text !== '')
  return typeof found === 'string' ? [found.slice(0, 100)] : []
}
