// One film in a process of its own, so that start-up, memory and threads are measured as a job pays for them.
import { readFileSync } from 'node:fs'
import { renderFilm } from '@vitrine/worker/film'
import type { RenderTask } from './render.ts'

const task = JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as RenderTask
const { document, assetFiles, outPath } = task
const { width, height } = document.canvas
await renderFilm({ document, values: {}, ops: [], assetFiles, outPath, output: { width, height } })
process.exit(0)
