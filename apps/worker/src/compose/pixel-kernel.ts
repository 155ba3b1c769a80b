// Loads the pixel arithmetic of the folder `kernel`. Its compiled form is committed, because the compiler takes 100 MB of disk.
// `write-pixel-kernel.ts` compiles it, and a test fails when it is out of date.
import { readFile } from 'node:fs/promises'

/** The functions of the kernel; the source files describe their parameters. Addresses and sizes are integers. */
export type PixelKernel = Readonly<
  Record<
    | 'premultiply'
    | 'toSprite'
    | 'toYuv'
    | 'blendSprite'
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

/** The kernel's memory grows to at most this many pages of 64 KB: one gigabyte. */
export const MAX_PAGES = 16_384
export const FIRST_PAGES = 512

/** The compiled kernel, next to this file and next to the bundles. */
export const COMPILED_NAME = 'pixel-kernel.wasm'

/** Instantiates the kernel with a memory, which must be shared and of at most `MAX_PAGES`. */
export async function loadPixelKernel(memory: WebAssembly.Memory): Promise<PixelKernel> {
  const module = await WebAssembly.compile(await readFile(new URL(`./${COMPILED_NAME}`, import.meta.url)))
  const { exports } = await WebAssembly.instantiate(module, { env: { memory } })
  return exports as unknown as PixelKernel
}
