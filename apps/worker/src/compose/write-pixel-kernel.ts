// Compiles the pixel kernel for a bundle: node write-pixel-kernel.ts FOLDER
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { COMPILED_NAME, compilePixelKernel, readKernelSources } from './pixel-kernel.ts'

const [, , folder = '.'] = process.argv
await writeFile(join(folder, COMPILED_NAME), await compilePixelKernel(await readKernelSources()))
