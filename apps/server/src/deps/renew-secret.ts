// Keeps the keys of outside services readable when the installation's secret is replaced.
import { type Db, transaction } from '@vitrine/database/connection'
import { renewProviderSecrets as renew } from '@vitrine/providers/choice/secret'
import type { Secrets } from '@vitrine/providers/secret'
import { readSettings, replaceUnchanged } from '@vitrine/shop/settings'

/** Encrypts stored keys under the newest secret. It changes nothing that anybody set, so no revision counts it. */
export async function renewProviderSecrets(db: Db, secrets: Secrets): Promise<void> {
  await transaction(db, async (tx) => {
    const { values, revisions } = await readSettings(tx)
    const renewed = renew(secrets, values.providers)
    if (renewed) await replaceUnchanged(tx, 'providers', { value: renewed, revision: revisions.providers })
  })
}
