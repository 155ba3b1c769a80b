// Which module may import which: between workspaces, and between the folders of one workspace.
import { posix } from 'node:path'

/** The workspaces, or single exports of one, that each workspace may import. Its manifest declares the same ones. */
export const WORKSPACES: Readonly<Record<string, readonly string[]>> = {
  'packages/document': [],
  'packages/auto-layout': ['document'],
  'packages/project': ['auto-layout', 'document'],
  'packages/after-effects': ['document'],
  'packages/painter': ['after-effects', 'document'],
  'packages/billing-pdf': [],
  'packages/contract': [],
  'packages/language': [],
  'packages/providers': ['contract', 'language/texts'],
  'packages/database': ['contract'],
  'packages/process': ['providers'],
  'packages/media': ['contract', 'process'],
  'packages/sandbox-payment': ['contract', 'database', 'providers'],
  'packages/store': [
    'after-effects/validate',
    'billing-pdf/sheet',
    'contract',
    'database',
    'document',
    'language',
    'painter/fallback-face',
    'project',
    'providers',
  ],
  'apps/web': ['auto-layout', 'contract', 'document', 'language/language', 'language/write-text', 'painter', 'project'],
  'apps/server': [
    'billing-pdf',
    'contract',
    'database',
    'document',
    'language',
    'media',
    'painter',
    'process',
    'project',
    'providers',
    'samples/catalogue',
    'sandbox-payment',
    'store',
  ],
  'apps/worker': [
    'after-effects',
    'billing-pdf',
    'contract',
    'database',
    'document',
    'media',
    'painter',
    'process',
    'project',
    'providers',
    'samples/bundled-font',
    'store',
  ],
  'apps/template': [
    'after-effects',
    'contract',
    'database',
    'document',
    'project',
    'providers',
    'samples',
    'store',
    'worker',
  ],
  'apps/launcher': ['contract', 'database', 'providers', 'store', 'template/install-samples'],
  samples: ['contract', 'document', 'painter', 'project'],
}

/** What tests may import besides: their manifest names it for development. */
const TESTS_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'packages/project': ['after-effects'],
  'packages/painter': ['project'],
  'apps/web': ['after-effects'],
  samples: ['after-effects'],
}

const salesAreas = [
  'settings',
  'accounts',
  'media',
  'catalogue',
  'credits',
  'billing',
  'payments',
  'projects',
  'library',
  'renders',
]

/** The areas of the store, each with the areas that it may import. */
export const STORE_AREAS: Readonly<Record<string, readonly string[]>> = {
  settings: [],
  accounts: ['settings'],
  operations: ['accounts'],
  media: ['accounts', 'operations'],
  catalogue: ['accounts', 'media', 'operations'],
  visits: ['accounts', 'media', 'catalogue'],
  credits: ['accounts', 'media'],
  billing: ['settings', 'accounts'],
  payments: ['settings', 'accounts', 'media', 'catalogue', 'credits', 'billing'],
  projects: ['accounts', 'media', 'catalogue', 'credits'],
  library: ['accounts', 'media', 'catalogue', 'credits', 'billing'],
  renders: ['settings', 'accounts', 'operations', 'media', 'catalogue', 'credits', 'payments', 'projects', 'library'],
  purchases: salesAreas,
  'account-lifecycle': salesAreas,
  invariants: salesAreas,
  analytics: [...salesAreas, 'visits'],
  monitoring: [...salesAreas, 'account-lifecycle', 'operations'],
  admin: [...salesAreas, 'account-lifecycle', 'analytics'],
}

/** Folders of one workspace in order: a folder imports only those before it, and files next to all of them. */
export const LAYERS: Readonly<Record<string, readonly string[]>> = {
  'packages/document/src': ['schema', 'animation', 'raster', 'bodymovin', 'effect', 'template', 'timeline'],
  'packages/after-effects/src': ['expression', 'source', 'bodymovin', 'import'],
  'packages/painter/src': ['text', 'sound', 'painter'],
  'apps/server/src': ['http', 'uploads', 'deps', 'session', 'media', 'pages', 'routes', 'routes/admin'],
  'apps/worker/src': ['operation', 'media', 'alpha-video', 'compose', 'render', 'normalise', 'import', 'preview'],
  'apps/web/app': [
    'fonts',
    'language',
    'api',
    'ui',
    'service-worker',
    'ui/form',
    'features/sign-in',
    'features/credits',
    'features/cart',
    'features/catalogue',
    'editor/project',
    'features/template',
    'editor/actions',
    'editor/slider',
    'editor/cropper',
    'editor/preview',
    'editor/media',
    'editor/vision',
    'editor/model',
    'editor/file-import',
    'editor/fields',
    'editor/versions',
    'editor/shell',
    'editor/stage',
    'editor/export',
    'editor/modes/profile-picture',
    'editor/modes/form',
    'editor/modes/canvas/model',
    'editor/modes/canvas/actions',
    'editor/modes/canvas/stickers',
    'editor/modes/canvas/properties',
    'editor/modes/canvas/layers',
    'editor/modes/canvas/tools',
    'editor/modes/canvas/stage',
    'editor/modes/canvas/export',
    'editor/modes/canvas',
    'editor/modes/timeline/drawing',
    'editor/modes/timeline/media',
    'editor/modes/timeline/model',
    'editor/modes/timeline/actions',
    'editor/modes/timeline/view',
    'editor/modes/timeline/panels',
    'editor/modes/timeline/export',
    'editor/modes/timeline',
    'features/projects',
    'features/library',
    'features/account',
    'shell',
    'features/content',
    'features/home',
    'admin/api',
    'admin/ui',
    'admin/templates',
    'admin/payments',
    'admin/renders',
    'admin/audit',
    'admin/customers',
    'admin/settings',
    'admin/staff',
    'admin/status',
    'admin/analytics',
    'admin/sign-in',
    'admin',
    'setup',
  ],
}

/** Files that assemble a workspace: they are above its folders. */
const STARTS =
  /^apps\/(web\/app\/(root|routes|entry\.(client|server))\.tsx?|server\/src\/[^/]+\.ts|worker\/src\/(worker|clean-up)\.ts)$/

const isTest = (file: string) => /\.test\.tsx?$|\/vitest\.config\.ts$|\/(testing|golden)\//.test(file)

interface Import {
  readonly specifier: string
  /** Whether `import()` loads it on demand. */
  readonly isLazy: boolean
}

/** The rule that an import breaks, as a sentence; undefined when it is allowed. */
export function findBrokenBoundary(file: string, { specifier, isLazy }: Import): string | undefined {
  const workspace = findWorkspace(file)
  if (!workspace) return undefined
  const other = /^@vitrine\/(.+)$/.exec(specifier)?.[1]
  const target = specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : other
  if (target && !isTest(file) && isTest(`/${target}`)) return `${file} is no test and may not import ${specifier}`
  if (other) return checkWorkspace(workspace, other, isTest(file) ? TESTS_IMPORT[workspace] : undefined)
  if (!specifier.startsWith('.') || target === undefined) return undefined
  const targetWorkspace = findWorkspace(target)
  if (targetWorkspace !== workspace) {
    // Tests share their harness and the golden frames by path.
    if (!targetWorkspace || /\/(testing|golden)\//.test(target)) return undefined
    return `${workspace} imports ${targetWorkspace} by a path instead of its exports`
  }
  if (isTest(file)) return undefined
  // Modules loaded on demand may be above the importer: the layers order what is loaded together.
  return checkStoreArea(file, target) ?? (isLazy ? undefined : checkLayer(file, target))
}

/**
 * The folders whose tests a change of these files can break: their workspaces, and direct and indirect importers. Files outside
 * workspaces, such as a manifest, can break all of them; documents only the checks of `scripts`.
 */
export function findAffectedFolders(files: readonly string[]): string[] {
  const folders = new Set<string>()
  for (const file of files) {
    const workspace = findWorkspace(file)
    if (workspace) addWithImporters(workspace, folders)
    else if (/^docs\/|\.md$|^scripts\//.test(file)) folders.add('scripts')
    else if (file.startsWith('tests/')) folders.add('tests')
    else for (const every of [...Object.keys(WORKSPACES), 'tests']) folders.add(every)
  }
  if (folders.size > 0) folders.add('scripts')
  // The tests in `tests` run the whole store.
  if ([...folders].some((folder) => folder in WORKSPACES)) folders.add('tests')
  return [...folders].toSorted()
}

function addWithImporters(workspace: string, folders: Set<string>): void {
  if (folders.has(workspace)) return
  folders.add(workspace)
  const name = posix.basename(workspace)
  for (const [importer, imported] of Object.entries(WORKSPACES))
    if (imported.some((one) => one.split('/')[0] === name)) addWithImporters(importer, folders)
  for (const [importer, imported] of Object.entries(TESTS_IMPORT))
    if (imported.includes(name) && !folders.has(importer)) folders.add(importer)
}

function findWorkspace(file: string): string | undefined {
  return Object.keys(WORKSPACES).find((folder) => file.startsWith(`${folder}/`))
}

function checkWorkspace(workspace: string, other: string, also: readonly string[] = []): string | undefined {
  const allowed = [...(WORKSPACES[workspace] ?? []), ...also, posix.basename(workspace)]
  const isAllowed = allowed.some((name) => other === name || (!name.includes('/') && other.startsWith(`${name}/`)))
  return isAllowed ? undefined : `${workspace} may not import @vitrine/${other}`
}

function checkStoreArea(file: string, target: string): string | undefined {
  const [from, to] = [file, target].map((path) => /^packages\/store\/src\/([^/]+)\//.exec(path)?.[1])
  if (!from || !to || from === to) return undefined
  return STORE_AREAS[from]?.includes(to) ? undefined : `the store's area ${from} may not import ${to}`
}

function checkLayer(file: string, target: string): string | undefined {
  const [root, layers] = Object.entries(LAYERS).find(([folder]) => file.startsWith(`${folder}/`)) ?? []
  if (!root || !layers) return undefined
  // The longest name wins: `import/source` is a layer of its own, below `import`.
  const findLayer = (path: string) =>
    layers
      .filter((layer) => path.startsWith(`${root}/${layer}/`))
      .toSorted((a, b) => b.length - a.length)
      .at(0)
  const [from, to] = [findLayer(file), findLayer(target)]
  if (from && STARTS.test(target)) return `${root}/${from} may not import ${target}, which stands above all folders`
  if (!to || from === to) return undefined
  // Other files next to the folders are below them.
  if (!from) return STARTS.test(file) ? undefined : `${file} lies below all folders and may not import ${to}`
  return layers.indexOf(to) < layers.indexOf(from)
    ? undefined
    : `${root}/${from} may not import ${to}, which lies above it`
}

/** The modules that a source file imports, for values or for types. */
export function listImports(source: string): Import[] {
  const statements = source.matchAll(
    /^(?:import|export)\b[^'"`;]*?from\s*'([^']+)'|^import\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm,
  )
  return [...statements].flatMap(([, from, sideEffect, lazy]) => {
    const specifier = from ?? sideEffect ?? lazy
    return specifier === undefined ? [] : { specifier, isLazy: lazy !== undefined }
  })
}

/** Groups of folders that import one another, directly or through others; `imports` has a file's imports as paths. */
export function findFolderCycles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const edges = new Map<string, Set<string>>()
  for (const [file, targets] of imports) {
    const from = posix.dirname(file)
    const to = targets.map((target) => posix.dirname(target)).filter((folder) => folder !== from)
    edges.set(from, new Set([...(edges.get(from) ?? []), ...to]))
  }
  return findCycles(edges)
}

/** Groups of nodes that reach one another; `edges` maps each node to those it leads to. */
export function findCycles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reachable = new Map([...edges.keys()].map((node) => [node, reach(node, edges)]))
  const looped = [...edges.keys()].filter((node) => reachable.get(node)?.has(node))
  const groups = looped.map((node) =>
    looped.filter((other) => reachable.get(node)?.has(other) && reachable.get(other)?.has(node)).toSorted(),
  )
  return [...new Map(groups.map((group) => [group.join(), group])).values()]
}

function reach(start: string, edges: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set<string>()
  const waiting = [...(edges.get(start) ?? [])]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue
    found.add(next)
    waiting.push(...(edges.get(next) ?? []))
  }
  return found
}
