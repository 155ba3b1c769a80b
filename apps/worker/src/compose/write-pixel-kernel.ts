// Compiles the pixel kernel; run this after each change of the folder `kernel`: node write-pixel-kernel.ts
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compilePixelKernel, readKernelSources } from './compile-pixel-kernel.ts'
import { COMPILED_NAME } from './pixel-kernel.ts'

await writeFile(join(import.meta.dirname, COMPILED_NAME), await compilePixelKernel(await readKernelSources()))
