// Compiles the pixel arithmetic of the folder `kernel` with AssemblyScript, which is downloaded for this: nothing else needs
// its 100 MB. Run it after each change of the folder: node apps/worker/src/compose/write-pixel-kernel.ts
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { COMPILED_NAME, MAX_PAGES } from './pixel-kernel.ts'

const COMPILER = 'assemblyscript@0.28.20'
const OPTIONS = [
  ...['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--importMemory', '--disableWarning', '112'],
  ...['--initialMemory', '16', '--maximumMemory', String(MAX_PAGES)],
]
/**
 * libav shares the server's memory with the kernel. Pages have no shared memory, which would exclude images and scripts of
 * other sites.
 */
const SHARED = ['--enable', 'threads', '--sharedMemory']

/** The part of the kernel that browsers use; it is compiled to a separate file. */
const OF_PAGES = new Set(['lane.ts', 'plane.ts', 'sprite.ts'])
const PAGE_KERNEL = '../../../web/app/editor/modes/timeline/media/pixel-kernel.wasm'

const folder = new URL('./kernel/', import.meta.url)
const sources = readdirSync(folder).sort()

/** Hash of the compiler, the sources and the compiled files. */
export const KERNEL_HASH = new URL('./pixel-kernel.sha256', import.meta.url)

/** Computes the current value of `KERNEL_HASH`. */
export function hashKernel(): string {
  const hash = createHash('sha256').update([COMPILER, ...OPTIONS, ...SHARED, ...OF_PAGES].join(' '))
  for (const name of sources) hash.update(`${name}\n`).update(readFileSync(new URL(name, folder)))
  for (const name of [COMPILED_NAME, PAGE_KERNEL]) hash.update(readFileSync(new URL(name, import.meta.url)))
  return `${hash.digest('hex')}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  compile(sources, COMPILED_NAME, SHARED)
  compile([...OF_PAGES], PAGE_KERNEL, [])
  writeFileSync(KERNEL_HASH, hashKernel())
}

/** Exports all functions of the files. The same sources give the same bytes. */
function compile(files: readonly string[], target: string, options: readonly string[]): void {
  const output = fileURLToPath(new URL(target, import.meta.url))
  const paths = ['--baseDir', fileURLToPath(folder), '--outFile', output]
  execFileSync('npx', ['--yes', '--package', COMPILER, 'asc', ...files, ...paths, ...OPTIONS, ...options], {
    stdio: 'inherit',
  })
}
