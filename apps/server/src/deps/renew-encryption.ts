// Re-encrypts the database's secrets when the installation's secret is replaced.
import { type Db, transaction } from '@vitrine/database/connection'
import { renewProviderSecrets } from '@vitrine/providers/choice'
import type { TextCipher } from '@vitrine/providers/secret'
import { renewTotpEncryption } from '@vitrine/store/admin/totp'
import { readSettings, replaceUnchanged } from '@vitrine/store/settings'

/** Re-encrypts what does not use the newest secret. It changes no setting, so it increases no revision. */
export async function renewEncryption(db: Db, cipher: TextCipher): Promise<void> {
  await renewTotpEncryption(db, cipher)
  await transaction(db, async (tx) => {
    const { values, revisions, ignored } = await readSettings(tx)
    // Writing the rest would lose unreadable values.
    if (ignored.some((path) => path.startsWith('providers.'))) return
    const renewed = renewProviderSecrets(cipher, values.providers)
    if (renewed) await replaceUnchanged(tx, 'providers', { value: renewed, revision: revisions.providers })
  })
}
