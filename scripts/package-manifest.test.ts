// `npm ci` refuses a package whose manifest and lock file disagree, but only on the machine that installs it.
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { UNBUNDLED } from '../apps/launcher/src/build.ts'
import { findLocked, type Lock, type Manifest, makePackageManifest, namesNeeded } from './package-manifest.ts'

const root = resolve(import.meta.dirname, '..')
const readJson = <T>(file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as T
const { packages: lock } = readJson<{ packages: Lock }>('package-lock.json')
const workspaces = globSync('{apps,packages}/*/package.json', { cwd: root }).concat('samples/package.json')
const generated = makePackageManifest({
  root: readJson<Manifest>('package.json'),
  workspaces: workspaces.map((file) => readJson<Manifest>(file)),
  lock,
  unbundled: UNBUNDLED,
})
const packages: Lock = generated.packages

test('names what the lock file of the package has at the top, in that version', () => {
  const { dependencies, optionalDependencies } = generated.manifest
  const named = Object.entries({ ...dependencies, ...optionalDependencies })
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(([name, version]) => packages[`node_modules/${name}`]?.version !== version)).toEqual([])
})

test('locks for every package what it needs, in the versions of the repository', () => {
  const versionsFor = (all: Lock, path: string) =>
    namesNeeded(all[path] ?? {}).map((name) => `${name} ${all[findLocked(all, name, path) ?? '']?.version}`)
  for (const path of Object.keys(packages).filter(Boolean)) {
    const original = Object.keys(lock).find((other) => lock[other] === packages[path])
    expect({ path, needs: versionsFor(packages, path) }).toEqual({ path, needs: versionsFor(lock, original ?? '') })
  }
})

test('needs nothing that npm refuses or warns of on the oldest Node that installs it', () => {
  const { node } = generated.manifest.engines
  expect(node).toBe('>=20')
  const runsOn20 = (range: string) =>
    range.split('||').some((part) => {
      const [, operator = '', major = ''] = /^\s*(>=|\^|)\s*(\d+)/.exec(part) ?? []
      return operator === '>=' ? Number(major) <= 20 : major === '20'
    })
  const refusing = Object.entries(packages).filter(([, { engines }]) => engines?.node && !runsOn20(engines.node))
  expect(refusing.map(([path, { engines }]) => `${path} ${engines?.node}`)).toEqual([])
})

test('moves what a tool of the repository pushed into another folder to the top', () => {
  const { manifest, packages } = makePackageManifest({
    root: { version: '1.0.0', description: '', license: 'MIT' },
    workspaces: [{ dependencies: { a: '1.0.0' } }],
    lock: {
      'node_modules/a': { version: '1.0.0', dependencies: { b: '^2.0.0' } },
      // Of a tool.
      'node_modules/b': { version: '1.0.0' },
      'node_modules/a/node_modules/b': { version: '2.1.0', dependencies: { c: '^3.0.0' } },
      'node_modules/a/node_modules/b/node_modules/c': { version: '3.0.0' },
    },
    unbundled: ['a'],
  })
  expect(manifest.dependencies).toEqual({ a: '1.0.0', b: '2.1.0', c: '3.0.0' })
  expect(Object.keys(packages)).toEqual(['', 'node_modules/a', 'node_modules/b', 'node_modules/c'])
})

test('leaves two versions of a package where each is needed', () => {
  const { manifest, packages } = makePackageManifest({
    root: { version: '1.0.0', description: '', license: 'MIT' },
    workspaces: [{ dependencies: { a: '1.0.0', b: '1.0.0' } }],
    lock: {
      'node_modules/a': { version: '1.0.0', dependencies: { b: '^2.0.0' } },
      'node_modules/b': { version: '1.0.0' },
      'node_modules/a/node_modules/b': { version: '2.1.0' },
    },
    unbundled: ['a', 'b'],
  })
  expect(manifest.dependencies).toEqual({ a: '1.0.0', b: '1.0.0' })
  expect(Object.keys(packages)).toContain('node_modules/a/node_modules/b')
})
