// `npm run package`: assembles a release in `build/package` and packs it to vitrine-VERSION.tgz, as `npm pack` does. `--quick
// FOLDER` is for tests: it skips the recompression of assets, which saves 40 seconds, and writes to that folder.

import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import {
  type BundledPackage,
  build,
  compressAssets,
  isBuilt,
  readPackage,
  UNBUNDLED,
  writeNotices,
} from '../apps/launcher/src/build.ts'
import { root } from '../apps/launcher/src/settings.ts'
import { describeInstalled } from './licence.ts'
import { type Lock, type Manifest, makePackageManifest } from './package-manifest.ts'

const target = join(root, 'build/package')
const lock = readJson<{ packages: Lock }>('package-lock.json').packages

/** The repository's files that a package contains. Sources, source maps and the snapshots of migrations are left out. */
const FILES = [
  'apps/web/build/client/**/*',
  'apps/web/build/server/**/*',
  'bin/*',
  'build/node/*.{js,wasm}',
  'build/node/swagger-ui/*.{css,js,png}',
  'deploy/{*,container/*,kubernetes/{,queue-scaling/}*.yaml,proxy/*,prometheus/*,systemd/*}',
  'docs/*.md',
  'docs/images/*',
  'licenses/*',
  'packages/painter/fonts/*',
  'packages/sandbox-payment/src/browser/*.{js,css}',
  'packages/store/content/**/*.md',
  'packages/store/migrations/*.sql',
  'packages/store/migrations/meta/_journal.json',
  'samples/catalogue.json',
  'samples/package.json',
  'samples/templates/**/*',
  'scripts/bootstrap.mjs',
  'scripts/node/{find-node.mjs,package.json,package-lock.json}',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
]

const [, , isQuick, folder = root] = process.argv
if (!isQuick) {
  if (!isBuilt()) await build()
  await compressAssets(true)
} else if (!isBuilt()) {
  // Building here could replace files that other tests are running.
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
  const workspaces = globSync('{apps,packages}/*/package.json', { cwd: root }).concat('samples/package.json')
  const { manifest, packages } = makePackageManifest({
    root: readJson<Manifest>('package.json'),
    workspaces: workspaces.map((file) => readJson<Manifest>(file)),
    lock,
    unbundled: UNBUNDLED,
  })
  writeJson('package.json', manifest)
  const { name, version } = manifest
  writeJson('npm-shrinkwrap.json', { name, version, lockfileVersion: 3, requires: true, packages })
  const lists = ['build/node/packages.json', ...globSync('apps/web/build/*/.vite/packages.json', { cwd: root })]
  // The committed fonts are subsets of those packages' fonts; photo models are assets of the pages.
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
  writeFileSync(join(target, 'THIRD-PARTY-LICENSES'), `${describeInstalled(packages)}\n${'-'.repeat(80)}\n\n${notices}`)
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as T
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(join(target, file), `${JSON.stringify(value, null, 2)}\n`)
}
