// Compares frames that the server drew with those of a browser before a version goes on sale: buyers judge a template by what
// their browser draws, and get what the server draws. A worker draws the server's frames with the preview; the admin area
// draws them in the browser and tells how well they agree. A result holds for one version, whose document never changes,
// and for one version of the painter.
import { isTooFar } from '@vitrine/composition/agreement'
import { ENGINE_VERSION } from '@vitrine/composition/document'
import { ApiError } from '@vitrine/contract/api-error'
import type { FrameComparison, FrameComparisonResult, MissingPart } from '@vitrine/contract/publishing'
import type { Tx } from '@vitrine/database/connection'
import { msg } from '@vitrine/language/texts'
import { eq, sql } from 'drizzle-orm'
import type { Reader } from '../prepared.ts'
import { type ComparedFrame, frameComparisons } from './tables.ts'

type Row = typeof frameComparisons.$inferSelect

/** Frames as the server drew them, stored. */
export interface DrawnFrames {
  /** Of the painter that drew them. */
  readonly engineVersion: string
  readonly frames: readonly Pick<ComparedFrame, 'frame' | 'storageKey'>[]
}

/** Records the server's frames of a version. What was compared or accepted before is void. */
export async function recordDrawnFrames(tx: Tx, versionId: string, drawn: DrawnFrames): Promise<void> {
  const frames = drawn.frames.map((frame) => ({ ...frame, psnr: null }))
  const values = { engineVersion: drawn.engineVersion, frames, comparedAt: null, acceptedAt: null }
  await tx
    .insert(frameComparisons)
    .values({ versionId, ...values })
    .onConflictDoUpdate({ target: frameComparisons.versionId, set: { ...values, createdAt: sql`now()` } })
}

/** Takes over what is known of a version that is drawn the same. */
export async function copyFrameComparison(tx: Tx, fromId: string, versionId: string): Promise<void> {
  const known = await findRow(tx, fromId)
  if (known)
    await tx
      .insert(frameComparisons)
      .values({ ...known, versionId })
      .onConflictDoNothing()
}

/**
 * Records how well a browser's frames agree. Refuses frames-changed unless these are the frames of the version, drawn by the
 * present painter on both sides.
 */
export async function recordFrameComparison(
  tx: Tx,
  versionId: string,
  { engineVersion, frames }: FrameComparisonResult,
): Promise<void> {
  const row = await lockRow(tx, versionId)
  const measured = new Map(frames.map(({ frame, psnr }) => [frame, psnr]))
  const isSameEngine = engineVersion === ENGINE_VERSION && row?.engineVersion === ENGINE_VERSION
  const areSameFrames = row?.frames.length === measured.size && row.frames.every(({ frame }) => measured.has(frame))
  if (!row || !isSameEngine || !areSameFrames) throw new ApiError('frames-changed')
  const compared = row.frames.map((known) => ({ ...known, psnr: measured.get(known.frame) ?? null }))
  await tx
    .update(frameComparisons)
    .set({ frames: compared, comparedAt: sql`now()` })
    .where(eq(frameComparisons.versionId, versionId))
}

/**
 * Accepts that frames of a version differ, and answers these frames. Refuses difference-not-found when none is known to, or when it was
 * accepted before.
 */
export async function acceptFrames(tx: Tx, versionId: string): Promise<readonly ComparedFrame[]> {
  const row = await lockRow(tx, versionId)
  if (!row || statusOf(row) !== 'refused') throw new ApiError('difference-not-found')
  await tx.update(frameComparisons).set({ acceptedAt: sql`now()` }).where(eq(frameComparisons.versionId, versionId))
  return row.frames.filter(({ psnr }) => isTooFar(psnr))
}

/** How far the comparison of a version is, in its wire form. */
export async function describeFrameComparison(
  db: Reader,
  versionId: string,
  signUrl: (storageKey: string) => string,
): Promise<FrameComparison> {
  const row = await findRow(db, versionId)
  const frames = row?.frames.map(({ frame, psnr, storageKey }) => ({ frame, psnr, url: signUrl(storageKey) })) ?? []
  return { status: statusOf(row), frames }
}

/** What keeps a version from being on sale. */
export async function missingInFrames(db: Reader, versionId: string): Promise<MissingPart[]> {
  const status = statusOf(await findRow(db, versionId))
  const message = MESSAGES[status]
  return message === undefined ? [] : [{ part: status === 'refused' ? 'frames' : 'comparison', message }]
}

const MESSAGES: Partial<Record<FrameComparison['status'], string>> = {
  waiting: msg('Its frames have not been compared with those of a browser yet.'),
  outdated: msg('Its frames were drawn by an earlier release: make the preview again.'),
  refused: msg('Some of its frames look different in a browser: see the frames.'),
}

function statusOf(row: Row | undefined): FrameComparison['status'] {
  if (!row) return 'none'
  if (row.engineVersion !== ENGINE_VERSION) return 'outdated'
  if (row.comparedAt === null) return 'waiting'
  if (!row.frames.some(({ psnr }) => isTooFar(psnr))) return 'passed'
  return row.acceptedAt === null ? 'refused' : 'accepted'
}

async function findRow(db: Reader, versionId: string): Promise<Row | undefined> {
  const [row] = await db.select().from(frameComparisons).where(eq(frameComparisons.versionId, versionId))
  return row
}

async function lockRow(tx: Tx, versionId: string): Promise<Row | undefined> {
  const [row] = await tx
    .select()
    .from(frameComparisons)
    .where(eq(frameComparisons.versionId, versionId))
    .for('no key update')
  return row
}
