// Owns the wire of projects: what one customer filled into one template.
import { z } from 'zod'
import { asset } from './media.ts'

/** Largest size of a project's values and ops together, in bytes of JSON. */
export const projectLimitBytes = 200_000

export const fieldValues = z
  .record(z.string().max(200), z.unknown())
  .describe('Value by field id; shapes depend on the field')
export const projectOps = z.array(z.unknown()).max(500).describe('Allowed edits beyond the fields')

export const createProjectRequest = z.object({
  templateId: z.string().min(1).max(200),
  name: z.string().trim().min(1).max(120).optional(),
})
export type CreateProjectRequest = z.infer<typeof createProjectRequest>

export const saveProjectRequest = z.object({
  values: fieldValues,
  ops: projectOps.default([]),
  name: z.string().trim().min(1).max(120).optional(),
  revision: z.int().min(0).optional().describe('The revision these changes started from'),
})
export type SaveProjectRequest = z.infer<typeof saveProjectRequest>

/** A value that is kept but may not look as meant, such as a text over its limit. */
export const valueWarning = z.object({ field: z.string(), reason: z.string() })
export type ValueWarning = z.infer<typeof valueWarning>

export const project = z.object({
  projectId: z.uuid(),
  templateId: z.string(),
  templateName: z.string(),
  name: z.string(),
  documentHash: z.string(),
  values: fieldValues,
  ops: z.array(z.unknown()),
  revision: z.int(),
  warnings: z.array(valueWarning),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  assets: z.record(z.string(), asset).describe('The files of the user that the values mention'),
})
export type Project = z.infer<typeof project>

export const projectListQuery = z.object({ templateId: z.string().max(200).optional() })
export const projectList = z.object({ projects: z.array(project) })
export type ProjectList = z.infer<typeof projectList>
