// A process of its own for each HEIF picture: one made to crash a native decoder takes down this, and not the shop. Started
// with the path of the picture and that of the PNG to write; sends one report over IPC and ends.
import { convertHeif } from './media/heif/convert-heif.ts'

const [, , path = '', outPath = ''] = process.argv
const report = await convertHeif(path, outPath)
process.send?.(report, () => process.exit(0))
