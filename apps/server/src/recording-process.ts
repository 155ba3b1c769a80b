// A process of its own for each recording: a film made to crash a native decoder takes down this, and not the shop.
// Started with the path and the longest length in milliseconds; sends one report over IPC and ends.
import { readRecording } from './media/recording-reader.ts'

const [, , path = '', longestMs = '0'] = process.argv
const report = await readRecording(path, Number(longestMs))
process.send?.(report, () => process.exit(0))
