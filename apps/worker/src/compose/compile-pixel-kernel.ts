// Compiles the pixel arithmetic of the folder `kernel` with AssemblyScript, a development dependency.
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { MAX_PAGES } from './pixel-kernel.ts'

const OPTIONS = [
  ...['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--importMemory'],
  ...['--initialMemory', '16', '--maximumMemory', String(MAX_PAGES)],
]
/** libav sees the server's memory, too; pages have no shared memory without giving up pictures and scripts of other sites. */
const SHARED = ['--enable', 'threads', '--sharedMemory']

/** What browsers use of the kernel; they have a file of their own. */
const OF_PAGES = new Set(['lane.ts', 'plane.ts', 'sprite.ts'])
export const PAGE_KERNEL = new URL('../../../web/app/editors/modes/timeline/media/pixel-kernel.wasm', import.meta.url)

/** Source files by name. */
export type KernelSources = Readonly<Record<string, string>>

/** The kernel's own source files, in the order of their names. */
export async function readKernelSources(): Promise<KernelSources> {
  const folder = new URL('./kernel/', import.meta.url)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort()
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')))
  return Object.fromEntries(names.map((name, n) => [name, texts[n] ?? '']))
}

/** Compiles the part that browsers use. */
export function compilePageKernel(sources: KernelSources): Promise<Uint8Array<ArrayBuffer>> {
  return compile(Object.fromEntries(Object.entries(sources).filter(([name]) => OF_PAGES.has(name))), OPTIONS)
}

/**
 * Compiles source files together; what any of them exports can be called. Throws with the compiler's message when it fails. The
 * same sources give the same bytes.
 */
export function compilePixelKernel(sources: KernelSources): Promise<Uint8Array<ArrayBuffer>> {
  return compile(sources, [...OPTIONS, ...SHARED])
}

async function compile(sources: KernelSources, options: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const { default: asc } = await import('assemblyscript/asc')
  let compiled: Uint8Array<ArrayBuffer> | undefined
  const { error, stderr } = await asc.main([...Object.keys(sources), '--outFile', 'pixel.wasm', ...options], {
    readFile: (name) => sources[name] ?? null,
    writeFile(name, contents) {
      if (name === 'pixel.wasm' && typeof contents !== 'string') compiled = new Uint8Array(contents)
    },
    listFiles: () => [],
  })
  if (error) throw new Error(`the pixel kernel does not compile: ${stderr.toString()}`, { cause: error })
  assert(compiled, 'the compiler gave no file')
  return compiled
}
