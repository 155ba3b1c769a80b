// An empty PostgreSQL cluster, copied instead of created by initdb for each test that starts its own server.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { inject } from 'vitest'
import type {} from './postgres.ts'

/** Puts a cluster into `folder`, as `startEmbeddedPostgres` would find it after a first start. */
export function copyPreparedCluster(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Its files may belong to another user, whom `cp -a` keeps.
  execFileSync('cp', ['-a', inject('preparedCluster'), `${folder}/`])
}
