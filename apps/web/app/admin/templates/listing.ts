// A listing in edit mode: its validation, and saving: drafts save automatically when typing pauses, published templates on request.
import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { AdminTemplateDetail, EditTemplateRequest } from '@vitrine/contract/admin'
import { findChanges } from '../../ui/form/changes.ts'
import { useAutosave } from '../../ui/form/use-autosave.ts'
import { type FormOf, type Problems, useForm } from '../../ui/form/use-form.ts'
import { publishingApi, templateKey } from './publishing-api.ts'

export type Listing = Pick<AdminTemplateDetail, Exclude<keyof EditTemplateRequest, 'reason' | 'disabledShapes'>>

export function readListing(template: AdminTemplateDetail): Listing {
  const { templateName, templateDescription, templateCategory, templateSection, templateCompatibility } = template
  const { templatePrice, templatePriceIND, freePeriod, license, kind } = template
  const texts = { templateName, templateDescription, templateCategory, templateSection, templateCompatibility }
  return { ...texts, templatePrice, templatePriceIND, freePeriod, license, kind }
}

/** The problems that prevent saving a listing, by path. */
export function findProblems(listing: Listing): Problems {
  const freeProblem = findFreeProblem(listing.freePeriod)
  const licenseProblem = t`Name and text of the licence`
  const isPrice = (price: number) => Number.isInteger(price) && price >= 0 && price <= 1_000_000
  return {
    ...(listing.templateName.trim() === '' && { templateName: t`Please give it a name` }),
    ...(!isPrice(listing.templatePrice) && { templatePrice: t`A whole number of credits` }),
    ...(!isPrice(listing.templatePriceIND) && { templatePriceIND: t`A whole number of credits` }),
    ...(freeProblem !== undefined && { freePeriod: freeProblem }),
    ...(listing.license.name.trim() === '' && { 'license.name': licenseProblem }),
    ...(listing.license.summary.trim() === '' && { 'license.summary': licenseProblem }),
  }
}

function findFreeProblem(period: Listing['freePeriod']): string | undefined {
  if (!period) return undefined
  if (period.from === '' || period.until === '') return t`Enter the first and the last day`
  return period.from > period.until ? t`The last day must not be before the first` : undefined
}

export type ListingWork = {
  form: FormOf<Listing>
  /** Drafts save automatically. */
  isAutomatic: boolean
  /** Leaving the page would lose changes: a draft saves on leaving, unless saving has just failed. */
  isUnsaved: boolean
}

export function useListing(template: AdminTemplateDetail): ListingWork {
  const { templateId } = template
  const queries = useQueryClient()
  const isAutomatic = template.status === 'draft'
  const form = useForm<Listing>({
    values: readListing(template),
    async send(typed) {
      const changes = findChanges(typed, readListing(template))
      if (Object.keys(changes).length === 0) return undefined
      const edited = await publishingApi.edit(templateId, changes)
      queries.setQueryData(templateKey(templateId), edited)
      return readListing(edited)
    },
    check: findProblems,
    mode: 'onChange',
  })
  useAutosave(form, isAutomatic)
  return { form, isAutomatic, isUnsaved: form.isChanged && (!isAutomatic || form.state.status === 'failed') }
}
