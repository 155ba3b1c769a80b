// Compiles the pixel kernel for a bundle: node write-pixel-kernel.ts FOLDER
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { COMPILED_NAME, compilePixelKernel } from './pixel-kernel.ts'

const [, , folder = '.'] = process.argv
const source = await readFile(new URL('./kernel/pixel.ts', import.meta.url), 'utf8')
await writeFile(join(folder, COMPILED_NAME), await compilePixelKernel(source))
