// Reserved usernames, which could pass for the store itself.

const storeName = 'vitrine'
const reserved = new Set(
  [
    ...['abuse', 'account', 'accounts', 'admin', 'administrator', 'anonymous', 'api', 'billing', 'contact', 'everyone'],
    ...['finance', 'help', 'helpdesk', 'hostmaster', 'info', 'legal', 'mail', 'moderator', 'noreply', 'nobody', 'null'],
    ...['official', 'owner', 'payment', 'payments', 'postmaster', 'privacy', 'razorpay', 'refund', 'refunds', 'root'],
    ...['sales', 'sandbox', 'security', 'service', 'staff', 'superuser', 'support', 'sysadmin', 'system', 'team'],
    ...['undefined', 'unknown', 'user', 'verify', 'webmaster'],
  ].map(fold),
)

/** True for names such as `admin`, `Adm1n`, `vitrine` and `vitrine-support`. */
export function isReservedUsername(username: string): boolean {
  const name = fold(username)
  const withoutStoreName = name.startsWith(storeName) ? name.slice(storeName.length) : name
  return withoutStoreName === '' ? name !== '' : reserved.has(withoutStoreName)
}

/** A username reduced to its appearance: without dots, hyphens and underscores, and with digits read as similar letters. */
function fold(username: string): string {
  const lookAlikes: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', l: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }
  return username
    .toLowerCase()
    .replace(/[._-]/g, '')
    .replace(/[01l3457]/g, (letter) => lookAlikes[letter] ?? letter)
}
