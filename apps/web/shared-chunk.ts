// Which file of the build a module goes into that several pages use. One file for each set of pages would be exact, but an editor
// would begin with sixty of them, each a request and badly compressed. So pages that are much alike count as one.
import { relative } from 'node:path'
import type { Rolldown } from 'vite'

type CodeSplittingGroup = Rolldown.CodeSplittingGroup

/** What is asked of the build's graph of modules. */
export interface ModuleGraph {
  getModuleInfo(id: string): {
    readonly isEntry: boolean
    readonly importers: readonly string[]
    readonly dynamicImporters: readonly string[]
  } | null
}

/** Pages that are alike, by where they are. What is in none of these folders is loaded by every page. */
const PAGE_KINDS: readonly [kind: string, path: RegExp][] = [
  ['editor', /^editors/],
  ['list', /^pages\/(template|image|direct-sell)-list/],
  ['detail', /^pages\/\w[\w-]*-detail/],
  ['read', /^(content\/|pages\/home)/],
  ['member', /^(pages\/(?!unknown|offline)|account\/|admin|setup|language\/admin-texts)/],
]

/** What at least so many editors use, each of them begins with. */
const MIN_EDITORS = 3

/** What pages and editors may share. */
const SHARED = /app\/(api|language|ui|store|money|account|service-worker|editors\/core\/project)\/|node_modules\//

/**
 * Groups for the build: a file for each set of kinds of pages that editors are one of. What most kinds use is taken first, for a
 * group takes along what its modules import.
 */
export function sharedChunks(appFolder: string): CodeSplittingGroup[] {
  // Pages of members are not named beside others.
  const most = PAGE_KINDS.length - 1
  return Array.from({ length: most }, (_, n) => ({
    debugName: `used by ${most - n} kinds of pages`,
    test: SHARED,
    minShareCount: 2,
    name: (id: string, graph: ModuleGraph) => {
      const kinds = sharingKinds(id, graph, appFolder)
      return kinds.length === most - n ? `${kinds.join('-')}-shared` : null
    },
  }))
}

/**
 * The kinds of pages whose file a module goes into; none when editors do not begin with it. Pages of members take what other pages
 * share with editors as a whole: for their sake alone each of those files would be two.
 */
export function sharingKinds(id: string, graph: ModuleGraph, appFolder: string): readonly string[] {
  const kinds = pageKinds(id, graph, appFolder)
  if (!kinds.has('editor')) return []
  const others = [...kinds].filter((kind) => kind !== 'member').sort()
  if (others.length > 1) return others
  if (kinds.has('member')) return ['editor', 'member']
  return countPages(id, graph) >= MIN_EDITORS ? ['editor'] : []
}

/**
 * The kinds of pages that load a module; every one when a page of no kind does. What only a dialog or an export loads, later, is
 * of none.
 */
export function pageKinds(id: string, graph: ModuleGraph, appFolder: string): ReadonlySet<string> {
  const kinds = new Set<string>()
  for (const entry of findEntries(id, graph)) {
    if (!graph.getModuleInfo(entry)?.isEntry) continue
    const path = relative(appFolder, entry.replace(/\?.*$/, ''))
    const kind = PAGE_KINDS.find(([, of]) => of.test(path))?.[0]
    if (kind !== undefined) kinds.add(kind)
    else for (const [name] of PAGE_KINDS) kinds.add(name)
  }
  return kinds
}

function countPages(id: string, graph: ModuleGraph): number {
  return [...findEntries(id, graph)].filter((entry) => graph.getModuleInfo(entry)?.isEntry).length
}

/** The pages and the parts loaded later that a module is loaded with. */
function findEntries(id: string, graph: ModuleGraph): Set<string> {
  const entries = new Set<string>()
  const seen = new Set([id])
  for (const each of seen) {
    const info = graph.getModuleInfo(each)
    if (!info) continue
    if (info.isEntry || info.dynamicImporters.length > 0) entries.add(each)
    for (const importer of info.importers) seen.add(importer)
  }
  return entries
}
