// The public face of the shop's upkeep: figures of its queue, its database and its films, what was done for it, and alerts.
export { findAlerts } from './alert.ts'
export {
  type DatabaseFigures,
  findSlowQueries,
  listProcesses,
  processName,
  type RunningProcess,
  readDatabase,
  type SlowQuery,
} from './database-figures.ts'
export { listStuckJobs, type QueueFigures, readQueue, type StuckJob } from './queue.ts'
export { type RenderFigures, readRenderFigures } from './render-figures.ts'
export { findLastUpkeep, type LastUpkeep, purgeUpkeep, recordUpkeep, type Upkeep } from './upkeep.ts'
