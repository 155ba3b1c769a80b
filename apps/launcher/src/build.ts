// Builds what `npm start` runs: the pages (React Router's own build, compressed once) and one bundle per Node process.
// Unchanged sources are not built again.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LaunchError, root } from './settings.ts'

const web = join(root, 'apps/web')

/** Where the bundles are: server.js, worker.js, prepare.js, and one more for each process that these start. */
export const bundleFolder = join(root, 'build/node')

const stampFile = join(root, 'build/stamp')

const SOURCES = [
  'apps/*/src/**/*',
  'apps/web/{app,public}/**/*',
  'apps/web/*.ts',
  'packages/*/{src,golden,schema}/**/*',
  '{packages/*,samples}/*.{ts,json}',
  'samples/src/**/*',
  'apps/*/package.json',
  'package-lock.json',
]

/** A file that another process starts; the bundle keeps its name beside the one that starts it. */
const PROCESS_ENTRIES = '{apps/{server,worker},packages/untrusted-media}/src/**/*-{process,thread}.ts'

const COMPRESSED = '**/*.{js,css,html,svg,json,wasm,ttf,txt,xml,webmanifest}'
const MIN_COMPRESSED_BYTES = 1024

/** True when nothing has changed since the last whole build. */
export function isBuilt(): boolean {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hashSources()
}

/** Builds everything. Throws `LaunchError` with the tool's own message when something does not build. */
export async function build(): Promise<void> {
  findRouterManifest()
  const key = hashSources()
  rmSync(stampFile, { force: true })
  await buildBundles()
  await buildKernel()
  await buildPages()
  await compressAssets()
  writeFileSync(stampFile, key)
}

function hashSources(): string {
  const hash = createHash('sha256').update(`${process.version}\n`)
  for (const file of listSources()) hash.update(`${file}\n`).update(readFileSync(file))
  return hash.digest('hex')
}

/** Absolute paths of all files that what is built depends on, in order. */
export function listSources(): string[] {
  return globSync(SOURCES, { cwd: root, withFileTypes: true, exclude: ['**/*.test.ts', '**/*.test.tsx'] })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** Throws `LaunchError` when the build tools, which are development dependencies, were left out of the installation. */
function findRouterManifest(): string {
  try {
    return createRequire(import.meta.url).resolve('@react-router/dev/package.json')
  } catch (error) {
    throw new LaunchError(
      'The sources have changed since the last build, and this installation has no build tools. ' +
        'Run "npm ci" and try again; "npm ci --omit=dev" may follow the build.',
      { cause: error },
    )
  }
}

async function buildPages(): Promise<void> {
  const cli = join(dirname(findRouterManifest()), 'bin.cjs')
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

/** The programs that get a bundle of their own, by the name of the bundle without `.js`: paths of their sources. */
export function listEntries(): Map<string, string> {
  const files = [
    'apps/server/src/server.ts',
    'apps/worker/src/worker.ts',
    'apps/launcher/src/prepare.ts',
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
    // Our own code goes into the bundle, and Drizzle: resolving its files one by one costs Node 24 0.7 s and 250 MB in
    // each process. Everything else, native packages above all, is loaded from node_modules as usual.
    external: (id) => !id.startsWith('.') && !id.startsWith('/') && !/^(@vitrine\/|drizzle-orm(\/|$))/.test(id),
    output: { dir: bundleFolder, format: 'esm', sourcemap: true, chunkFileNames: '[name]-[hash].js' },
    logLevel: 'warn',
  })
  await bundling.catch((error: unknown) => {
    throw new LaunchError(
      `The server and the worker could not be bundled:\n${error instanceof Error ? error.message : error}`,
    )
  })
}

/** The worker's pixel arithmetic is compiled once, beside its bundle. */
async function buildKernel(): Promise<void> {
  const writer = join(root, 'apps/worker/src/compose/write-pixel-kernel.ts')
  try {
    await promisify(execFile)(process.execPath, [writer, bundleFolder])
  } catch (error) {
    throw new LaunchError(`The pixel kernel could not be compiled:\n${error instanceof Error ? error.message : error}`)
  }
}

/** Compresses once what would otherwise be compressed at every request, at the levels that only a build can afford. */
async function compressAssets(): Promise<void> {
  const folder = join(web, 'build/client')
  await Promise.all(
    globSync(COMPRESSED, { cwd: folder }).map(async (name) => {
      const file = join(folder, name)
      const content = await readFile(file)
      if (content.length < MIN_COMPRESSED_BYTES) return
      const [brotli, gzipped] = await Promise.all([
        promisify(brotliCompress)(content, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          },
        }),
        promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
      ])
      await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)])
    }),
  )
}
