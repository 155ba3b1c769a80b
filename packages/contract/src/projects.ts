// Wire schemas of projects: a customer's input for a template.
import { z } from 'zod'
import { maxUnanswered } from './limit.ts'
import { asset } from './media.ts'
import { line } from './text-schema.ts'

/** Largest size of a project's values, difference and timeline together, in bytes of JSON. */
export const projectLimitBytes = 1_000_000

export const fieldValues = z
  .record(z.string().max(200), z.unknown())
  .describe('Value by field id; shapes depend on the field')

/** The customer's changes beyond the template's fields; the composition defines their form. */
const projectDifference = z
  .strictObject({
    unlocked: z.literal(true).optional().describe('The store’s owner has freed every layer from the designer’s locks'),
    fonts: z.array(z.unknown()).max(20).optional().describe('Faces that the template lacks'),
    layers: z
      .record(z.string().max(64), z.record(z.string().max(64), z.unknown()))
      .optional()
      .describe('What differs in the template’s layers, by id and property; null removes a property'),
    added: z.array(z.unknown()).max(2000).optional().describe('Layers that the template lacks'),
    order: z
      .record(z.string().max(64), z.array(z.string().max(64)).max(6000))
      .optional()
      .describe('Ids of the layers of a group, top first; with an empty key those at the top level'),
    removed: z.array(z.string().max(64)).max(4000).optional().describe('Layers of the template that the owner removed'),
  })
  .describe('The difference from the template’s document')
export type ProjectDifference = z.infer<typeof projectDifference>

/** The customer's clips and sounds; the composition defines their form. */
const projectTimeline = z
  .object({
    clips: z.array(z.unknown()).max(500),
    sounds: z.array(z.unknown()).max(40),
    unsent: z
      .array(z.unknown())
      .max(540)
      .optional()
      .describe('What is known of files that only the device they were chosen on has'),
  })
  .nullable()
  .describe('The customer’s own clips on a main track, and sounds beside it; null is a template without')
export type ProjectTimeline = z.infer<typeof projectTimeline>

const projectName = line(120).min(1)
const aspect = z.string().min(1).max(40).nullable()

export const createProjectRequest = z.object({
  templateId: z.string().min(1).max(200),
  name: projectName.optional(),
  projectId: z
    .uuid()
    .optional()
    .describe('The id of a project that a visitor began on a device: the first account that names it gets it'),
  documentHash: z.string().max(200).optional().describe('The document that such a project was begun with'),
})
export type CreateProjectRequest = z.infer<typeof createProjectRequest>

export const saveProjectRequest = z.object({
  values: fieldValues,
  difference: projectDifference.optional(),
  aspect: aspect.optional().describe('A variant of the template; null is as it was designed, absent leaves it'),
  timeline: projectTimeline.optional().describe('Absent leaves it'),
  name: projectName.optional(),
  revision: z.int().min(0).optional().describe('The revision these changes started from'),
  attemptId: z.uuid().optional().describe('A new id for every content that is sent; a repetition has the same'),
  unanswered: z
    .array(z.uuid())
    .max(maxUnanswered)
    .default([])
    .describe('Earlier attempts without a response: a revision that one of them made is no conflict'),
  keepsReplaced: z.boolean().default(false).describe('Keep what is stored now as a version, because this replaces it'),
})
export type SaveProjectRequest = z.input<typeof saveProjectRequest>

/** A value that is stored but may not look as intended, such as a text above its limit. */
const valueWarning = z.object({ field: z.string(), reason: z.string() })
export type ValueWarning = z.infer<typeof valueWarning>

export const project = z.object({
  projectId: z.uuid(),
  templateId: z.string(),
  templateName: z.string(),
  name: z.string(),
  documentHash: z.string(),
  values: fieldValues,
  difference: projectDifference,
  aspect: aspect.describe('The variant of the template that was picked; null is as it was designed'),
  timeline: projectTimeline,
  thumbnail: z.string().describe('Public address of the template’s poster'),
  revision: z.int(),
  warnings: z.array(valueWarning),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  assets: z.record(z.string(), asset).describe('The files of the user that values, difference and timeline mention'),
})
export type Project = z.infer<typeof project>

export const projectListQuery = z.object({ templateId: z.string().max(200).optional() })

/** A project in a list, without its content. */
const projectSummary = project
  .pick({
    projectId: true,
    templateId: true,
    templateName: true,
    name: true,
    aspect: true,
    thumbnail: true,
    revision: true,
    createdAt: true,
    updatedAt: true,
  })
  .extend({ hasTimeline: z.boolean().describe('Whether there are clips or sounds of the customer’s own') })
export type ProjectSummary = z.infer<typeof projectSummary>

export const projectList = z.object({ projects: z.array(projectSummary) })
export type ProjectList = z.infer<typeof projectList>

export const renameRequest = z.object({ name: projectName })

/** Why a version was saved: automatically, for an export, before a restore, or by the customer. */
const versionReason = z.enum(['automatic', 'export', 'replaced', 'named'])
export type VersionReason = z.infer<typeof versionReason>

/** An earlier state of a project. */
export const projectVersion = z.object({
  versionId: z.uuid(),
  name: z.string().nullable(),
  reason: versionReason,
  createdAt: z.iso.datetime().describe('When the project was like this'),
  values: fieldValues,
  difference: projectDifference,
  aspect,
  timeline: projectTimeline,
})
export type ProjectVersion = z.infer<typeof projectVersion>

export const versionList = z.object({
  versions: z.array(projectVersion).describe('Newest first'),
  assets: z.record(z.string(), asset).describe('The files of the user that any of them mentions'),
})
export type VersionList = z.infer<typeof versionList>

/** Without values the version has the content that is stored on the server. */
export const createVersionRequest = z.object({
  name: projectName,
  content: z
    .object({
      values: fieldValues,
      difference: projectDifference.optional(),
      aspect,
      timeline: projectTimeline.default(null),
    })
    .optional(),
})
export type CreateVersionRequest = z.input<typeof createVersionRequest>

/** A draft that the store's owner creates from a project. */
export const templateDraftRequest = z.object({ name: projectName })

export const templateDraft = z.object({ templateId: z.string(), versionId: z.uuid() })
