// The layout of every email: HTML that old and new mail programs can show, and the same text as plain text.
import { inkOn } from '@vitrine/contract/brand-color'
import type { BrandSettings } from '@vitrine/contract/settings'
import { ENGLISH, type Language } from '@vitrine/language/language'

/** The branding of an email. */
export type MailBrand = Pick<BrandSettings, 'name' | 'accent'>

export interface MailText {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface MailContent {
  readonly to: string
  readonly subject: string
  /** Whole sentences, one paragraph each. They may contain user input. */
  readonly paragraphs: readonly string[]
  /** Shown large after the first paragraph. */
  readonly code?: string
  /** A button after the paragraphs; in plain text, its URL. */
  readonly link?: { readonly label: string; readonly url: string }
  /** Why the recipient gets this mail, in small print at the end. */
  readonly reason: string
}

/** Lays out an email as HTML and plain text. `language` is that of the content. */
export function frameMail(
  { to, subject, paragraphs, code, link, reason }: MailContent,
  brand: MailBrand,
  { tag, direction }: Language = ENGLISH,
): MailText {
  const [first = '', ...others] = paragraphs
  const text = [first, code, ...others, link && `${link.label}: ${link.url}`, `-- \n${brand.name}\n${reason}`]
  const side = direction === 'rtl' ? 'right' : 'left'
  const rows = [
    paragraph(first),
    code && `<p dir="ltr" style="${CODE};text-align:${side}">${escapeHtml(code)}</p>`,
    ...others.map(paragraph),
    link &&
      `<p style="margin:24px 0"><a href="${escapeHtml(link.url)}" style="${buttonStyle(brand)}">${escapeHtml(link.label)}</a></p>`,
  ]
  return {
    to,
    subject,
    text: text.filter(Boolean).join('\n\n'),
    html: `<!doctype html>
<html lang="${tag}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#fbfaf7">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" lang="${tag}" dir="${direction}" style="background:#fbfaf7"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;text-align:${side}"><tr><td>
<p style="font:24px/1.2 Georgia,serif;color:#16130f;margin:0 0 24px">${escapeHtml(brand.name)}</p>
${rows.filter(Boolean).join('\n')}
<p style="font:13px/1.5 Helvetica,Arial,sans-serif;color:#6b655b;border-top:1px solid #e7e3da;margin:32px 0 0;padding:16px 0 0">${escapeHtml(reason)}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`,
  }
}

const CODE = 'font:bold 32px/1.2 Helvetica,Arial,sans-serif;letter-spacing:6px;color:#16130f;margin:0 0 16px'

function buttonStyle({ accent }: MailBrand): string {
  return `display:inline-block;background:${accent};color:${inkOn(accent)};font:bold 16px/1.35 Helvetica,Arial,sans-serif;padding:13px 24px;border-radius:10px;text-decoration:none`
}

function paragraph(sentence: string): string {
  return `<p style="font:16px/1.5 Helvetica,Arial,sans-serif;color:#16130f;margin:0 0 16px">${escapeHtml(sentence)}</p>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
