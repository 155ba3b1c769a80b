// One video in a process of its own, so that start-up, memory and threads are measured as a job pays for them. Prints what
// it used. Usage: node render-once.ts TASK.json
import { readFileSync } from 'node:fs'
import type { Timeline } from '@vitrine/document/clip'
import type { TemplateDocument } from '@vitrine/document/document'
import type { FieldValues } from '@vitrine/document/field'
import { renderVideo } from '@vitrine/worker/render-video'

export interface RenderTask {
  readonly document: TemplateDocument
  readonly values: FieldValues
  readonly timeline?: Timeline
  readonly assetFiles: Readonly<Record<string, string>>
  readonly outPath: string
  readonly base?: string
  readonly keyFrames?: 'even'
}

const { keyFrames, ...task } = JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as RenderTask
const { width, height } = task.document.canvas
await renderVideo({ ...task, difference: {}, output: { width, height, ...(keyFrames && { keyFrames }) } })
// Kilobytes on Linux.
process.stdout.write(JSON.stringify({ peakBytes: process.resourceUsage().maxRSS * 1024 }))
process.exit(0)
