// Billing documents as files: draws their sheets, with the logos that they name.
import type { BillingSheet } from '@vitrine/billing-pdf/sheet'
import { attachmentNamed } from '@vitrine/providers/storage'
import { readPublicPicture } from '@vitrine/store/media'
import type { FastifyReply } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'

type Files = Pick<AppDeps, 'db' | 'storage'>

/** A function that draws sheets as PDF and reads each logo once. */
export async function openSheetDrawing(files: Files): Promise<(sheet: BillingSheet) => Promise<Buffer>> {
  // Loaded on demand: the drawing library has some megabytes, which most processes never need.
  const { drawBillingFile } = await import('@vitrine/billing-pdf/draw')
  const pictures = new Map<string | null, ReturnType<typeof readPublicPicture>>()
  return async (sheet) => {
    const { logo } = sheet.brand
    if (!pictures.has(logo)) pictures.set(logo, readPublicPicture(files, logo))
    return drawBillingFile(sheet, await pictures.get(logo))
  }
}

/** Sends a PDF that only its reader may keep. */
export function sendPdf(reply: FastifyReply, name: string, file: Buffer): FastifyReply {
  return reply
    .headers({
      'content-type': 'application/pdf',
      'content-length': file.length,
      'content-disposition': attachmentNamed(name),
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    })
    .send(file)
}
