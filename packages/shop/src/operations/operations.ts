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
export {
  findLastMaintenance,
  type LastMaintenance,
  type MaintenanceRun,
  purgeMaintenanceRuns,
  recordMaintenance,
} from './maintenance.ts'
export { listStuckJobs, type QueueFigures, readQueue, type StuckJob } from './queue.ts'
export { type RenderFigures, readRenderFigures } from './render-figures.ts'
