// The words of the settings that written pages name: `{{shop}}`, `{{email}}` and the like.
import type { ContentWord } from '@vitrine/contract/content'
import { daysText, workingDaysText } from '../ui/date.ts'
import type { RootData } from '../ui/root-data.ts'

/** Puts the words into HTML that the server made. What stands for none of them stays. */
export function insertWords(
  html: string,
  { shop, seller, storefront }: Pick<RootData, 'shop' | 'seller' | 'storefront'>,
): string {
  const email = escapeHtml(seller.email)
  const words: Record<ContentWord, string> = {
    shop: escapeHtml(shop.name),
    email: `<a href="mailto:${email}">${email}</a>`,
    'answer-days': daysText(storefront.answerDays),
    'refund-days': daysText(storefront.refundDays),
    'refund-paid-days': workingDaysText(storefront.refundPaidDays),
  }
  return html.replace(/\{\{\s*([a-z-]+)\s*\}\}/g, (mark, word: string) => words[word as ContentWord] ?? mark)
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
