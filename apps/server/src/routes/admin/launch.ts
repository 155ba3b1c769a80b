// Routes of the launch checklist: the checks, and the tests that some of them require.
import { resolveTxt } from 'node:dns/promises'
import { adminLaunchRoutes } from '@vitrine/contract/routes/admin-launch'
import { fillSentence } from '@vitrine/contract/sentence'
import type { LaunchTest, LaunchTestRequest } from '@vitrine/contract/status'
import { isDemoPasswordOn } from '@vitrine/store/admin/admin-password'
import { SAMPLES } from '@vitrine/store/admin/audit-log'
import { findLaunchChecks } from '@vitrine/store/monitoring/launch-check'
import { readLaunchRows } from '@vitrine/store/monitoring/launch-facts'
import { recordMaintenance } from '@vitrine/store/monitoring/maintenance'
import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../../deps/deps.ts'
import type { ApiScope } from '../../http/api-scope.ts'
import { inTime } from '../../http/in-time.ts'
import { serve } from '../../http/serve.ts'
import { runLaunchTest } from '../../launch/launch-test.ts'
import { getAdmin } from '../../session/admin-session.ts'

export function addAdminLaunchRoutes(scope: ApiScope, deps: AppDeps): void {
  serve(scope, adminLaunchRoutes, {
    'GET /api/admin/launch': () => describeLaunch(deps),

    'POST /api/admin/launch/tests/:test': async (request) => {
      await runAndRecord(deps, request.params.test, request)
      return describeLaunch(deps)
    },
  })
}

async function runAndRecord(deps: AppDeps, test: LaunchTest, request: FastifyRequest<{ Body: LaunchTestRequest }>) {
  const startedAt = new Date()
  const order = { userId: getAdmin(request).userId, credential: request.body }
  const result = await runLaunchTest(deps, test, order)
  if (!result.isGood)
    request.log.warn({ test, problem: fillSentence(result.summary) }, 'a test before the opening failed')
  await recordMaintenance(deps.db, { kind: `test-${test}`, startedAt, ...result })
}

async function describeLaunch({ db, storage, providers, settings, publicUrl, adminPasswordHash }: AppDeps) {
  const { states, mailDomain } = providers.get()
  const { seller, pricing, launch, revisions } = settings.get()
  const { accepted } = launch
  const checks = findLaunchChecks({
    ...(await readLaunchRows(db, SAMPLES.name)),
    now: new Date(),
    publicUrl,
    providers: states,
    seller,
    pricing,
    freeBytes: (await inTime(storage.findFreeBytes()).catch(() => undefined)) ?? null,
    mailDomain: mailDomain === undefined ? undefined : await readMailDomain(mailDomain),
    isDemoAdminPasswordOn: await isDemoPasswordOn(db, adminPasswordHash),
    accepted,
  })
  return { checks, accepted: [...accepted], revision: revisions.launch }
}

/** RFC 7208 §3.1 and RFC 7489 §6.1: both are TXT records. An unreachable name server counts as no record. */
async function readMailDomain(name: string) {
  const has = async (host: string, begin: string) =>
    (await inTime(resolveTxt(host)).catch(() => [])).some((parts) => parts.join('').startsWith(begin))
  const [hasSpf, hasDmarc] = await Promise.all([has(name, 'v=spf1'), has(`_dmarc.${name}`, 'v=DMARC1')])
  return { name, hasSpf, hasDmarc }
}
