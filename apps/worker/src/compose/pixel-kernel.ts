// Loads the pixel arithmetic of the folder `kernel`. Its compiled form is committed, because the compiler takes 100 MB of disk;
// write-pixel-kernel.ts makes it, and a test says when it has not.
import { readFile } from 'node:fs/promises'

/** The functions of the kernel; its files say what each one takes. Addresses and sizes are whole numbers. */
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

/** The memory the kernel works in grows up to this many pages of 64 KB: a gigabyte. */
export const MAX_PAGES = 16_384
export const FIRST_PAGES = 512

/** The compiled kernel, beside this file and beside the bundles. */
export const COMPILED_NAME = 'pixel-kernel.wasm'

/** Makes the kernel ready to work in a memory, which must be shared and of at most `MAX_PAGES`. */
export async function loadPixelKernel(memory: WebAssembly.Memory): Promise<PixelKernel> {
  const module = await WebAssembly.compile(await readFile(new URL(`./${COMPILED_NAME}`, import.meta.url)))
  const { exports } = await WebAssembly.instantiate(module, { env: { memory } })
  return exports as unknown as PixelKernel
}
