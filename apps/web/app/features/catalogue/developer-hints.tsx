// Hints for developers, shown when a list of ready-made templates cannot be loaded.

import { Trans } from '@lingui/react/macro'

/** Closed: customers need not open it. */
export default function DeveloperHints() {
  return (
    <details className="mx-auto mt-6 max-w-[60ch] text-caption text-muted">
      <summary className="rounded-control">
        <Trans>For developers of this store</Trans>
      </summary>
      <ul className="mt-2 list-disc space-y-1 ps-5">
        <li>
          <Trans>
            The list asks <code>GET /api/catalogue/direct-sell</code>; the whole list is at{' '}
            <code>GET /api/direct-sell-templates</code>. Both must answer 200 with JSON.
          </Trans>
        </li>
        <li>
          <Trans>
            A proxy in front of the store must pass <code>/api</code> on to it unchanged.
          </Trans>
        </li>
        <li>
          <Trans>
            <code>GET /api/health</code> says whether server and database are up.
          </Trans>
        </li>
      </ul>
    </details>
  )
}
