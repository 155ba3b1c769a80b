// Builds what `npm start` and the package run: the pages (React Router's own build, compressed once) and one bundle per Node
// process. Unchanged sources are not rebuilt.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire, isBuiltin } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LaunchError, root } from './settings.ts'

const web = join(root, 'apps/web')

/** Folder of the bundles: server.js, worker.js, prepare.js, and one for each process that these start. */
export const bundleFolder = join(root, 'build/node')

const stampFile = join(root, 'build/stamp.json')

const SOURCES = [
  'apps/*/src/**/*',
  'apps/web/{app,public}/**/*',
  'apps/web/*.ts',
  'packages/*/{src,golden,schema,messages}/**/*',
  '{packages/*,samples}/*.{ts,json}',
  'samples/src/**/*',
  'scripts/{template,vitrine}.ts',
  'apps/*/package.json',
  'package-lock.json',
]

/** Files that another process starts. Each bundle keeps its file name, in the folder of the bundle that starts it. */
const PROCESS_ENTRIES = '{apps/{server,template,worker},packages/{media,process}}/src/**/*-{process,thread}.ts'

const COMPRESSED = '**/*.{js,css,html,svg,json,wasm,ttf,txt,xml,webmanifest}'
const MIN_COMPRESSED_BYTES = 1024

const KERNEL = 'pixel-kernel.wasm'

/** Packages that are not bundled: they load files next to their code, or serve `npm run dev` alone. */
export const UNBUNDLED = ['@napi-rs/canvas', 'harfbuzzjs', 'sharp', 'subset-font'] as const
const DEVELOPMENT_ONLY = ['@fastify/middie', '@playwright/test', 'pg-native', 'rolldown', 'typescript', 'vite']

interface Stamp {
  /** Hash of the contents of all sources. */
  readonly contents: string
  /** Hash of their sizes and times, which is compared first: reading all contents takes half a second. */
  readonly times: string
}

/** Whether nothing has changed since the last complete build. */
export const isBuilt = (): boolean => builtContents() !== undefined

/** The source hash of the last complete build; undefined when sources have changed since. */
export function builtContents(): string | undefined {
  if (!existsSync(stampFile)) return undefined
  const stamp = JSON.parse(readFileSync(stampFile, 'utf8')) as Stamp
  const files = listSources()
  const times = hashTimes(files)
  if (stamp.times === times) return stamp.contents
  if (stamp.contents !== hashContents(files)) return undefined
  try {
    writeStamp({ ...stamp, times })
  } catch {
    // The folder belongs to another user, so the next start compares contents again.
  }
  return stamp.contents
}

/**
 * Builds everything, and calls `onPrograms` when the programs are ready and only the pages are missing. Throws `LaunchError`
 * with the tool's own message when a build fails.
 */
export async function build(onPrograms?: () => void): Promise<void> {
  const files = listSources()
  const stamp = { contents: hashContents(files), times: hashTimes(files) }
  rmSync(stampFile, { force: true })
  await Promise.all([buildBundles().then(onPrograms), buildPages().then(() => compressAssets())])
  writeStamp(stamp)
}

function writeStamp(stamp: Stamp): void {
  writeFileSync(`${stampFile}.part`, JSON.stringify(stamp))
  renameSync(`${stampFile}.part`, stampFile)
}

function hashContents(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(file))
  return hash.digest('hex')
}

function hashTimes(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) {
    const { size, mtimeMs, ctimeMs } = statSync(file)
    hash.update(`${file} ${size} ${mtimeMs} ${ctimeMs}\n`)
  }
  return hash.digest('hex')
}

/** Absolute paths of all files that the build depends on, sorted. */
export function listSources(): string[] {
  return globSync(SOURCES, { cwd: root, withFileTypes: true, exclude: ['**/*.test.ts', '**/*.test.tsx'] })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

async function buildPages(): Promise<void> {
  const router = createRequire(import.meta.url).resolve('@react-router/dev/package.json')
  const cli = join(dirname(router), 'bin.cjs')
  const child = spawn(process.execPath, [cli, 'build'], {
    cwd: web,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', fail)
    child.once('close', done)
  })
  if (code !== 0) throw new LaunchError(`The pages could not be built:\n${output}`)
}

/** Sources of the programs with their own bundle, by bundle name without `.js`. */
export function listEntries(): Map<string, string> {
  const files = [
    'apps/server/src/server.ts',
    'apps/worker/src/worker.ts',
    'apps/launcher/src/prepare.ts',
    // Only packages need these: a repository runs them from source.
    'apps/launcher/src/start-package.ts',
    'scripts/template.ts',
    'scripts/vitrine.ts',
    ...globSync(PROCESS_ENTRIES, { cwd: root }),
  ]
  const entries = new Map(files.map((file) => [basename(file, '.ts'), join(root, file)]))
  assert(entries.size === files.length, `two programs would have the same bundle: ${files.join(', ')}`)
  return entries
}

async function buildBundles(): Promise<void> {
  const { build: bundle } = await import('rolldown')
  rmSync(bundleFolder, { recursive: true, force: true })
  mkdirSync(bundleFolder, { recursive: true })
  const bundling = bundle({
    cwd: root,
    input: Object.fromEntries(listEntries()),
    platform: 'node',
    // Resolving thousands of small files costs each process half a second and 200 MB.
    external: (id) =>
      isBuiltin(id) || [...UNBUNDLED, ...DEVELOPMENT_ONLY].some((name) => id === name || id.startsWith(`${name}/`)),
    output: { dir: bundleFolder, format: 'esm', sourcemap: true, chunkFileNames: '[name]-[hash].js' },
    // Its warnings concern code of dependencies; faults of ours are errors.
    logLevel: 'silent',
  })
  // The worker loads the pixel kernel from the folder of its bundle.
  cpSync(join(root, 'apps/worker/src/compose', KERNEL), join(bundleFolder, KERNEL))
  // Static files of the API documentation page.
  cpSync(join(root, 'node_modules/@fastify/swagger-ui/static'), join(bundleFolder, 'swagger-ui'), { recursive: true })
  const { output } = await bundling.catch((error: unknown) => {
    throw new LaunchError(
      `The server and the worker could not be bundled:\n${error instanceof Error ? error.message : error}`,
    )
  })
  const packages = listBundledPackages(output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])))
  writeFileSync(join(bundleFolder, 'packages.json'), JSON.stringify(packages))
}

/**
 * Compresses assets once instead of at every request. The highest level makes files 2 to 4 % smaller and takes 40 seconds: only
 * releases use it.
 */
export async function compressAssets(isRelease = false): Promise<void> {
  const folder = join(web, 'build/client')
  await Promise.all(
    globSync(COMPRESSED, { cwd: folder }).map(async (name) => {
      const file = join(folder, name)
      const content = await readFile(file)
      if (content.length < MIN_COMPRESSED_BYTES) return
      const quality = isRelease ? constants.BROTLI_MAX_QUALITY : name.endsWith('.ttf') ? 9 : 10
      const [brotli, gzipped] = await Promise.all([
        promisify(brotliCompress)(content, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: quality,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          },
        }),
        promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
      ])
      await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)])
    }),
  )
}

// Lists the packages in a bundle, for the licence notices.

/** In the format in which Vite lists the packages of the pages. */
export interface BundledPackage {
  readonly name: string
  readonly version: string
  /** SPDX expression. */
  readonly identifier: string | null
  readonly text: string | null
}

/** The packages that contain these modules, without duplicates. */
function listBundledPackages(moduleIds: Iterable<string>): BundledPackage[] {
  const folders = new Set<string>()
  for (const id of moduleIds) {
    const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\0', ''))?.[0]
    if (folder && existsSync(join(folder, 'package.json'))) folders.add(folder)
  }
  return [...folders].map(readPackage)
}

/** What a package says about itself. */
export function readPackage(folder: string): BundledPackage {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  // Font packages have one licence for the package and another for the font.
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|copying)/i.test(name))
  const file = files.find((name) => name === 'LICENSE_FONT') ?? files[0]
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : null
  return { name, version, identifier: typeof license === 'string' ? license : (license?.type ?? null), text }
}

/** One text with all notices; packages with equal licences share one entry. */
export function writeNotices(packages: readonly BundledPackage[]): string {
  const byText = new Map<string, string[]>()
  for (const { name, version, identifier, text } of packages) {
    const licence = text ?? `${identifier ?? 'Unknown licence'}; the package has no file with its text.`
    const title = `${name} ${version} (${identifier ?? 'licence below'})`
    byText.set(licence, [...(byText.get(licence) ?? []), title])
  }
  const parts = [...byText].map(([text, titles]) => `${[...new Set(titles)].sort().join('\n')}\n\n${text}\n`)
  return `The program itself contains these packages, under their own licences.\n\n${parts.sort().join(`\n${'-'.repeat(80)}\n\n`)}`
}
