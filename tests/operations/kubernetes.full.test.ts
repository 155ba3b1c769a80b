// The manifests in deploy/kubernetes: valid objects of the Kubernetes 1.30 API, equivalent to the containers of compose.yaml, and
// workers scaled by a query that the store's queue supports. Needs no cluster.
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transaction } from '@vitrine/database/connection'
import { enqueue } from '@vitrine/database/jobs'
import { sql } from 'drizzle-orm'
import type { Deployment } from 'kubernetes-types/apps/v1.js'
import type { Container, PodSpec, Probe } from 'kubernetes-types/core/v1.js'
import { afterAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { root } from '../../apps/launcher/src/settings.ts'
import { readSettings } from '../../apps/server/src/env.ts'
import { readSettings as readWorkerSettings } from '../../apps/worker/src/env.ts'
import { useDatabase } from '../database.ts'

const database = useDatabase()
const manifests = join(root, 'deploy/kubernetes')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
}

const objects = globSync('**/*.yaml', { cwd: manifests })
  .filter((file) => !file.endsWith('kustomization.yaml'))
  .flatMap((file) => parseAllDocuments(read(join('deploy/kubernetes', file)), { merge: true }))
  .map((document) => document.toJS() as Manifest)

function find<T>(kind: string, name: string): T {
  const found = objects.find((object) => object.kind === kind && object.metadata.name === name)
  if (!found) throw new Error(`there is no ${kind} ${name}`)
  return found as T
}

function getPod(name: string): PodSpec {
  const pod = find<Deployment>('Deployment', name).spec?.template.spec
  if (!pod) throw new Error(`${name} has no pods`)
  return pod
}

const listContainers = ({ initContainers = [], containers }: PodSpec) => [...initContainers, ...containers]
const readVariables = ({ env = [] }: Container) => Object.fromEntries(env.map(({ name, value = '' }) => [name, value]))
const pods = { server: getPod('vitrine-server'), worker: getPod('vitrine-worker') }
const kustomization = parse(read('deploy/kubernetes/kustomization.yaml'))
const compose = parse(read('deploy/container/compose.yaml'), { merge: true }).services

/** What the manifests have of KEDA, whose types no package of types has: https://keda.sh/docs/2.17/reference/scaledobject-spec */
const KEDA = `
interface ScaledObject {
  apiVersion: 'keda.sh/v1alpha1'; kind: 'ScaledObject'; metadata: ObjectMeta
  spec: {
    scaleTargetRef: { name: string }; minReplicaCount: number; maxReplicaCount: number; pollingInterval: number
    advanced: { horizontalPodAutoscalerConfig: { behavior: HorizontalPodAutoscalerBehavior } }
    triggers: { type: 'postgresql'; authenticationRef: { name: string }; metadata: { query: string; targetQueryValue: string } }[]
  }
}
interface TriggerAuthentication {
  apiVersion: 'keda.sh/v1alpha1'; kind: 'TriggerAuthentication'; metadata: ObjectMeta
  spec: { secretTargetRef: { parameter: string; name: string; key: string }[] }
}`

describe('the manifests', () => {
  // Below node_modules, where the types are found.
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, 'node_modules/.cache/vitrine-manifests-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('have no field that the API does not know, none of another type, and none missing', () => {
    const writeType = ({ apiVersion, kind }: Manifest) => {
      const [version = '', group = 'core'] = apiVersion.split('/').reverse()
      const isKeda = group === 'keda.sh'
      return isKeda ? kind : `import('kubernetes-types/${group.replace('.k8s.io', '')}/${version}').${kind}`
    }
    const check = (all: readonly Manifest[]) => {
      const lines = all.map((object, n) => `export const object${n}: ${writeType(object)} = ${JSON.stringify(object)}`)
      const imports = [
        `import type { ObjectMeta } from 'kubernetes-types/meta/v1'`,
        `import type { HorizontalPodAutoscalerBehavior } from 'kubernetes-types/autoscaling/v2'`,
      ]
      const file = join(folder, 'manifests.ts')
      writeFileSync(file, [...imports, KEDA, ...lines].join('\n'))
      const options = [
        '--ignoreConfig',
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        '--module',
        'esnext',
        '--moduleResolution',
        'bundler',
      ]
      return spawnSync(join(root, 'node_modules/.bin/tsc'), [...options, file], { cwd: folder, encoding: 'utf8' })
        .stdout
    }
    expect(objects.length).toBeGreaterThan(8)
    expect(check(objects)).toBe('')
    const broken = objects.map((object) => JSON.parse(JSON.stringify(object).replace('livenessProbe', 'livenesProbe')))
    expect(check(broken)).toContain('livenesProbe')
  })

  it('are all listed, and run the image that compose.yaml runs', () => {
    const listed = [...kustomization.resources, 'queue-scaling/worker-scaling.yaml']
    expect(
      globSync('**/*.yaml', { cwd: manifests })
        .filter((file) => !file.endsWith('kustomization.yaml'))
        .sort(),
    ).toEqual(listed.sort())
    const [image] = kustomization.images
    expect(compose.server.image).toBe(`${image.name}:${image.newTag}`)
    expect(JSON.parse(read('package.json')).version).toBe(image.newTag)
    for (const container of Object.values(pods).flatMap(listContainers)) expect(container.image).toBe(image.name)
  })

  it('start the same programs as compose.yaml, and give them no less time to stop', () => {
    const [migrate] = pods.server.initContainers ?? []
    expect(migrate?.args).toEqual(compose.migrate.command)
    for (const name of ['server', 'worker'] as const) {
      const [container] = pods[name].containers
      expect(container?.args).toEqual(compose[name].command)
      const seconds = Number.parseInt(compose[name].stop_grace_period, 10)
      const beforeSignal = container?.lifecycle?.preStop?.sleep?.seconds ?? 0
      expect(pods[name].terminationGracePeriodSeconds).toBeGreaterThanOrEqual(seconds + beforeSignal)
    }
  })

  it('need no rights, write nowhere but into their volumes, and see no secret but the settings', () => {
    for (const pod of Object.values(pods)) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, runAsUser: 10_001, seccompProfile: { type: 'RuntimeDefault' } },
      })
      for (const container of listContainers(pod)) {
        const drop = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } }
        expect(container.securityContext).toEqual(drop)
        expect(container.volumeMounts?.map(({ mountPath }) => mountPath)).toEqual(['/var/lib/vitrine', '/tmp'])
        expect(container.envFrom).toEqual([{ secretRef: { name: kustomization.secretGenerator[0].name } }])
        expect(container.resources?.limits).toHaveProperty('memory')
      }
    }
  })

  it('set variables that the programs read, and ask the ports that these open', () => {
    const example = read('deploy/vitrine.env.example')
    for (const container of Object.values(pods).flatMap(listContainers)) {
      const unknown = Object.keys(readVariables(container)).filter(
        (name) => !new RegExp(`^#?${name}=`, 'm').test(example),
      )
      expect(unknown).toEqual([])
    }
    const given = { DATABASE_URL: 'postgresql://localhost/vitrine', VITRINE_SECRET: 's'.repeat(40) }
    const [server, worker] = [pods.server.containers[0], pods.worker.containers[0]]
    if (!server || !worker) throw new Error('a pod has no container')
    const findPort = (container: Container, port: string) =>
      container.ports?.find(({ name }) => name === port)?.containerPort
    // A folder that this machine may not have.
    const place = { VITRINE_DATA: folder }
    expect(readSettings({ ...given, ...readVariables(server), ...place })).toMatchObject({
      host: '0.0.0.0',
      port: findPort(server, 'http'),
      metricsPort: findPort(server, 'metrics'),
      metricsHost: '0.0.0.0',
    })
    expect(readWorkerSettings({ ...given, ...readVariables(worker), ...place })).toMatchObject({
      metricsPort: findPort(worker, 'metrics'),
      metricsHost: '0.0.0.0',
      renders: 1,
    })
  })

  it('restart nobody because the database is away', () => {
    const readPath = (probe: Probe | undefined) => probe?.httpGet?.path ?? ''
    const [server, worker] = [pods.server.containers[0], pods.worker.containers[0]]
    expect([server?.startupProbe, server?.readinessProbe].map(readPath)).toEqual(['/api/health', '/api/health'])
    // Generated in memory (brand-file.ts).
    expect(readPath(server?.livenessProbe)).toBe('/favicon.svg')
    expect(readPath(worker?.livenessProbe)).toBe('/metrics')
  })
})

it('workers are counted by the videos that customers wait for, waiting and running', async () => {
  interface Scaling {
    spec: { triggers: { metadata: { query: string; targetQueryValue: string } }[] }
  }
  const { query = '', targetQueryValue } =
    find<Scaling>('ScaledObject', 'vitrine-worker').spec.triggers[0]?.metadata ?? {}
  expect(targetQueryValue).toBe(readVariables(pods.worker.containers[0] as Container).VITRINE_RENDERS)
  const { db } = database
  const count = async () => Number((await db.execute<{ count: string }>(sql.raw(query))).rows[0]?.count)
  expect(await count()).toBe(0)
  const inAnHour = new Date(Date.now() + 3_600_000)
  await transaction(db, async (tx) => {
    for (let n = 0; n < 3; n++) await enqueue(tx, 'render', { n }, { maxAttempts: 2, priority: n })
    // A video ahead of its order, one that is planned, and other work.
    await enqueue(tx, 'render', {}, { priority: 60 })
    await enqueue(tx, 'render', {}, { runAt: inAnHour })
    await enqueue(tx, 'clean-up', {})
  })
  expect(await count()).toBe(3)
  const jobs = sql.raw('graphile_worker._private_jobs')
  await db.execute(sql`update ${jobs} set locked_at = now(), locked_by = 'w', attempts = 2 where payload->>'n' = '0'`)
  await db.execute(sql`update ${jobs} set attempts = 2 where payload->>'n' = '1'`)
  expect(await count()).toBe(2)
})
