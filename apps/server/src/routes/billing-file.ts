// Billing documents as files: draws their sheets, with the logos that they name.
import { buffer } from 'node:stream/consumers'
import type { BillingSheet } from '@vitrine/billing-pdf/sheet'
import { attachmentNamed } from '@vitrine/providers/storage'
import { findPublicFiles } from '@vitrine/store/media'
import type { FastifyReply } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'

type Files = Pick<AppDeps, 'db' | 'storage'>

/** A function that draws sheets as PDF and reads each logo once. */
export async function openSheetDrawing(files: Files): Promise<(sheet: BillingSheet) => Promise<Buffer>> {
  // Loaded on demand: the drawing library has some megabytes, which most processes never need.
  const { drawBillingSheet, openLogo } = await import('@vitrine/billing-pdf/draw')
  const logos = new Map<string, ReturnType<typeof openLogo>>()
  const findLogo = async (id: string) => {
    const picture = await readBrandPicture(files, id)
    return picture && openLogo(picture)
  }
  return async (sheet) => {
    const id = sheet.brand.logo
    if (id !== null && !logos.has(id)) logos.set(id, findLogo(id))
    return drawBillingSheet(sheet, { logo: id === null ? undefined : await logos.get(id) })
  }
}

/** Reads a published picture of the brand; undefined for one that was deleted or never public. */
async function readBrandPicture({ db, storage }: Files, id: string): Promise<Buffer | undefined> {
  const key = (await findPublicFiles(db, 'image', [id])).get(id)?.storageKey
  if (!key || !(await storage.exists(key))) return undefined
  return buffer((await storage.open(key)).stream)
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
