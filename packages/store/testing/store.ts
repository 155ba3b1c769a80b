// Test data only: users with credits and templates on sale, created through the store's own functions.
import { createHash, randomUUID } from 'node:crypto'
import { ApiError } from '@vitrine/contract/api-error'
import { type Db, transaction } from '@vitrine/database/connection'
import type { TemplateDocument } from '@vitrine/document/document'
import { eq } from 'drizzle-orm'
import { insertUser } from '../src/accounts/accounts.ts'
import type { PasswordHash } from '../src/accounts/password.ts'
import { storeTemplate, type TemplateToPublish } from '../src/catalogue/publish.ts'
import { templates } from '../src/catalogue/tables.ts'
import { grantSignupCredits } from '../src/credits/credits.ts'
import { createUserAsset, finishAsset, registerCatalogueAsset } from '../src/media/media.ts'

export function newName(): string {
  return `n${randomUUID().slice(0, 8)}`
}

/** A user with credits. */
export function addMember(db: Db, credits = 500): Promise<string> {
  const username = newName()
  return transaction(db, async (tx) => {
    const userId = await insertUser(tx, {
      username,
      email: `${username}@example.test`,
      passwordHash: '$argon2id$unused' as PasswordHash,
      actualName: 'Asha Rao',
      phoneNumber: '+919876543210',
      employmentField: 'Individual',
    })
    await grantSignupCredits(tx, userId, credits)
    return userId
  })
}

export function hashText(text: string): `sha256:${string}` {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`
}

/** A document with one field of every kind. */
export function newDocument(changes: Partial<TemplateDocument> = {}): TemplateDocument {
  return {
    tdoc: 1,
    id: 'invitation',
    name: 'Invitation',
    canvas: { width: 1920, height: 1080, fps: 30, duration: 150, background: '#1a1a4d' },
    fields: [
      { id: 'title', type: 'text', label: 'Names', default: 'Asha & Rohan', rules: { maxLength: 12, maxLines: 1 } },
      { id: 'hero', type: 'media', label: 'Photo', accept: ['image'], default: hashText('photo') },
      { id: 'clip', type: 'media', label: 'Clip', accept: ['image', 'video'] },
      { id: 'brand', type: 'color', label: 'Colour', default: '#b4143c' },
      { id: 'showDate', type: 'toggle', label: 'Show the date', default: true },
      {
        id: 'mood',
        type: 'choice',
        label: 'Mood',
        default: 'warm',
        options: [
          { value: 'warm', label: 'Warm' },
          { value: 'cool', label: 'Cool' },
        ],
      },
      { id: 'music', type: 'audio', label: 'Music', default: hashText('song') },
    ],
    fonts: [{ family: 'Inter', src: hashText('font'), license: 'OFL-1.1' }],
    assets: {
      [hashText('photo')]: { kind: 'image', w: 1600, h: 1067, mime: 'image/jpeg' },
      [hashText('song')]: { kind: 'audio', seconds: 42.5, mime: 'audio/mp4' },
    },
    layers: [
      {
        id: 'words',
        type: 'text',
        in: 0,
        out: 150,
        text: { $field: 'title' },
        box: [160, 840, 1600, 200],
        font: 'Inter',
        size: 96,
      },
      { id: 'photo', type: 'media', in: 0, out: 150, source: { $field: 'hero' }, box: [360, 60, 1200, 760] },
      { id: 'ground', type: 'solid', in: 0, out: 150, color: { $field: 'brand' } },
    ],
    ...changes,
  }
}

/** Registers the files of `newDocument`, and the poster and preview of a template. */
export async function addCatalogueFiles(db: Db): Promise<void> {
  const files = [
    { name: 'photo', kind: 'image', mime: 'image/jpeg', extension: 'jpg', width: 1600, height: 1067 },
    { name: 'song', kind: 'audio', mime: 'audio/mp4', extension: 'm4a', durationMs: 42_500 },
    { name: 'font', kind: 'font', mime: 'font/ttf', extension: 'ttf' },
    { name: 'poster', kind: 'image', mime: 'image/webp', extension: 'webp', width: 1920, height: 1080 },
    { name: 'preview', kind: 'video', mime: 'video/mp4', extension: 'mp4', width: 960, height: 540, durationMs: 5000 },
  ] as const
  await transaction(db, async (tx) => {
    for (const { name, extension, ...file } of files) {
      const id = hashText(name)
      await registerCatalogueAsset(tx, {
        ...file,
        id,
        sizeBytes: 1000,
        storageKey: `public/${id.slice(7)}.${extension}`,
      })
    }
  })
}

export function newTemplate(changes: Partial<TemplateToPublish> = {}): TemplateToPublish {
  return {
    id: newName(),
    kind: 'video',
    name: 'Royal Invitation',
    description: 'A video for a wedding',
    categories: ['Wedding'],
    sections: ['Invitations'],
    compatibility: ['WhatsApp'],
    priceCredits: 120,
    priceCreditsIndia: 80,
    license: { name: 'Standard', summary: 'Personal and commercial use' },
    document: newDocument(),
    posterAssetId: hashText('poster'),
    previewAssetId: hashText('preview'),
    dominantColor: '#1a1a4d',
    ...changes,
  }
}

/** Puts a template on sale without checking its completeness, and returns its id. Call `addCatalogueFiles` first. */
export async function addTemplate(db: Db, changes: Partial<TemplateToPublish> = {}): Promise<string> {
  const template = newTemplate(changes)
  await transaction(db, async (tx) => {
    await storeTemplate(tx, template)
    await tx.update(templates).set({ status: 'published' }).where(eq(templates.id, template.id))
  })
  return template.id
}

/** Adds a user's file, by default a photo, normalised and ready. Returns its id. */
export function addUserFile(db: Db, userId: string, kind: 'image' | 'video' | 'audio' = 'image'): Promise<string> {
  const uploadId = randomUUID()
  return transaction(db, async (tx) => {
    const { asset } = await createUserAsset(tx, {
      userId,
      uploadId,
      kind,
      mime: { image: 'image/jpeg', video: 'video/mp4', audio: 'audio/mpeg' }[kind],
      sizeBytes: 5000,
      fileName: 'holiday.jpg',
    })
    await finishAsset(tx, asset.id, {
      mime: { image: 'image/webp', video: 'video/mp4', audio: 'audio/mp4' }[kind],
      sizeBytes: 4000,
      width: 1200,
      height: 900,
      storageKey: `private/${uploadId}/master`,
      proxyKey: `private/${uploadId}/proxy`,
    })
    return asset.id
  })
}

/** The error code with which `work` fails. Throws when it does not fail with one. */
export async function catchApiError(work: Promise<unknown>): Promise<ApiError> {
  const outcome = await work.then(
    (value) => new Error(`nothing was refused: ${JSON.stringify(value)}`),
    (error: unknown) => error,
  )
  if (outcome instanceof ApiError) return outcome
  throw outcome
}
