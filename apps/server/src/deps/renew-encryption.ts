// Keeps what is encrypted in the database readable when the installation's secret is replaced.
import { type Db, transaction } from '@vitrine/database/connection'
import { renewProviderSecrets } from '@vitrine/providers/choice/secret'
import type { TextCipher } from '@vitrine/providers/encryption'
import { renewTotpEncryption } from '@vitrine/store/admin/totp'
import { readSettings, replaceUnchanged } from '@vitrine/store/settings'

/** Encrypts anew what is not under the newest secret. It changes nothing that anybody set, so no revision counts it. */
export async function renewEncryption(db: Db, cipher: TextCipher): Promise<void> {
  await renewTotpEncryption(db, cipher)
  await transaction(db, async (tx) => {
    const { values, revisions, ignored } = await readSettings(tx)
    // What could not be read would be lost by writing the rest.
    if (ignored.some((path) => path.startsWith('providers.'))) return
    const renewed = renewProviderSecrets(cipher, values.providers)
    if (renewed) await replaceUnchanged(tx, 'providers', { value: renewed, revision: revisions.providers })
  })
}
