// Compiles the pixel kernel; run this after each change of the folder `kernel`: node write-pixel-kernel.ts
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compilePageKernel, compilePixelKernel, PAGE_KERNEL, readKernelSources } from './compile-pixel-kernel.ts'
import { COMPILED_NAME } from './pixel-kernel.ts'

const sources = await readKernelSources()
await writeFile(join(import.meta.dirname, COMPILED_NAME), await compilePixelKernel(sources))
await writeFile(PAGE_KERNEL, await compilePageKernel(sources))
