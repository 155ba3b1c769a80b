// Placeholders of settings in written pages: `{{store}}`, `{{email}}` and the like.
import type { ContentWord } from '@vitrine/contract/content'
import type { RootData } from '../../api/root-data.ts'
import { inEnglish } from '../../language/i18n.ts'
import { daysText, workingDaysText } from '../../ui/date.ts'

type Source = Pick<RootData, 'store' | 'seller' | 'storefront'>

/**
 * Inserts the words into the server's HTML, in the language of the page, or in English where its text is. Unknown
 * placeholders stay.
 */
export function insertWords(html: string, source: Source, isEnglish: boolean): string {
  const words = isEnglish ? inEnglish(() => listWords(source)) : listWords(source)
  return html.replace(/\{\{\s*([a-z-]+)\s*\}\}/g, (mark, word: string) => words[word as ContentWord] ?? mark)
}

function listWords({ store, seller, storefront }: Source): Record<ContentWord, string> {
  const email = escapeHtml(seller.email)
  return {
    store: escapeHtml(store.name),
    email: `<a href="mailto:${email}">${email}</a>`,
    'answer-days': daysText(storefront.answerDays),
    'refund-days': daysText(storefront.refundDays),
    'refund-paid-days': workingDaysText(storefront.refundPaidDays),
  }
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
