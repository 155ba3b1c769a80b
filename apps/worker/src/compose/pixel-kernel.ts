// Compiles and loads the pixel arithmetic of the folder `kernel`. From source it is compiled when it has changed, and cached;
// in a bundle the compiled file lies beside it.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The functions of the kernel; its files say what each one takes. Addresses and sizes are whole numbers. */
export type PixelKernel = Readonly<
  Record<
    | 'toSprite'
    | 'toYuv'
    | 'blendSprite'
    | 'blendRgba'
    | 'separateVideo'
    | 'blendVideo'
    | 'blendAlphaVideo'
    | 'copyRows'
    | 'halve'
    | 'resample'
    | 'isUniform',
    (...parameters: number[]) => number
  >
>

/** The memory the kernel works in grows up to this many pages of 64 KB: a gigabyte. */
export const MAX_PAGES = 16_384
export const FIRST_PAGES = 512

/** Beside a bundle, the compiled kernel has this name. */
export const COMPILED_NAME = 'pixel-kernel.wasm'

/** Makes the kernel ready to work in a memory, which must be shared and of at most `MAX_PAGES`. */
export async function loadPixelKernel(memory: WebAssembly.Memory): Promise<PixelKernel> {
  const module = await WebAssembly.compile(await readCompiled())
  const { exports } = await WebAssembly.instantiate(module, { env: { memory } })
  return exports as unknown as PixelKernel
}

function findCompiler(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('assemblyscript/package.json')
  } catch {
    return undefined
  }
}

async function readCompiled(): Promise<Uint8Array<ArrayBuffer>> {
  if (!import.meta.url.endsWith('.ts')) return readFile(new URL(`./${COMPILED_NAME}`, import.meta.url))
  const compiler = findCompiler()
  // An installation without development dependencies has no compiler, but the kernel that its build has compiled.
  if (!compiler) return readFile(new URL(`../../../../build/node/${COMPILED_NAME}`, import.meta.url))
  const sources = await readKernelSources()
  const hash = createHash('sha256')
    .update(await readFile(compiler))
    .update(JSON.stringify(Object.entries(sources)))
    .update(OPTIONS.join(' '))
  const cache = join(dirname(dirname(compiler)), '.cache', 'vitrine')
  const file = join(cache, `pixel-${hash.digest('hex').slice(0, 24)}.wasm`)
  if (existsSync(file)) return readFile(file)
  const compiled = await compilePixelKernel(sources)
  await mkdir(cache, { recursive: true })
  // Several processes may come here at once; each writes the same bytes, whole.
  const own = `${file}.${process.pid}`
  await writeFile(own, compiled)
  await rename(own, file)
  return compiled
}

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
