// Where the samples lie on disk, found through the package so that bundled programs find them too.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/** The folder of this package. */
const samplesFolder = dirname(require.resolve('@vitrine/samples/package.json'))

/** The folder of everything rendered: pictures, music, posters, previews and their manifest. */
export const mediaFolder = join(samplesFolder, 'media')

const fromSamples = createRequire(join(samplesFolder, 'package.json'))

/** The path of a file of an installed package, e.g. a font. */
export function packageFile(specifier: string): string {
  return fromSamples.resolve(specifier)
}
