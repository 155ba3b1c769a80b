// The store as a site for passkeys, which belong to a host name and work on pages of one origin.
import type { PasskeySite } from '@vitrine/store/admin/passkey'
import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'

/** The public address, or else the address of the request. */
export function passkeySite({ publicUrl, settings }: AppDeps, request: FastifyRequest): PasskeySite {
  const { origin, hostname } = new URL(publicUrl ?? `${request.protocol}://${request.host}`)
  return { origin, host: hostname, store: settings.get().brand.name }
}
