// The store as passkeys know it: they belong to a host name, and answer to pages of one origin.
import type { PasskeySite } from '@vitrine/store/admin/passkey'
import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'

/** The public address, or where there is none the address that the request names. */
export function passkeySite({ publicUrl, settings }: AppDeps, request: FastifyRequest): PasskeySite {
  const { origin, hostname } = new URL(publicUrl ?? `${request.protocol}://${request.host}`)
  return { origin, host: hostname, store: settings.get().brand.name }
}
