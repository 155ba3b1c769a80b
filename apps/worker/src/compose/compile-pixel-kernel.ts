// Compiles the pixel arithmetic of the folder `kernel` with AssemblyScript, a development dependency.
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { MAX_PAGES } from './pixel-kernel.ts'

const OPTIONS = [
  ...['-O3', '--noAssert', '--runtime', 'stub'],
  ...['--enable', 'simd', '--enable', 'threads', '--importMemory', '--sharedMemory'],
  ...['--initialMemory', '16', '--maximumMemory', String(MAX_PAGES)],
]

/** Source files by name. */
export type KernelSources = Readonly<Record<string, string>>

/** The kernel's own source files, in the order of their names. */
export async function readKernelSources(): Promise<KernelSources> {
  const folder = new URL('./kernel/', import.meta.url)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort()
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')))
  return Object.fromEntries(names.map((name, n) => [name, texts[n] ?? '']))
}

/**
 * Compiles source files together; what any of them exports can be called. Throws with the compiler's message when it fails. The
 * same sources give the same bytes.
 */
export async function compilePixelKernel(sources: KernelSources): Promise<Uint8Array<ArrayBuffer>> {
  const { default: asc } = await import('assemblyscript/asc')
  let compiled: Uint8Array<ArrayBuffer> | undefined
  const { error, stderr } = await asc.main([...Object.keys(sources), '--outFile', 'pixel.wasm', ...OPTIONS], {
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
