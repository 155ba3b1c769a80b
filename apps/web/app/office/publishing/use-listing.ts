// Owns what an owner types about a template until the server has it: a draft saves itself when the typing pauses, what is
// on sale only when told to.

import { useQueryClient } from '@tanstack/react-query'
import type { AdminTemplateDetail, EditTemplateRequest } from '@vitrine/contract/admin'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../account/error-text.ts'
import { publishingApi, templateKey } from './publishing-api.ts'

const pauseMs = 700

export type Listing = Pick<AdminTemplateDetail, Exclude<keyof EditTemplateRequest, 'reason'>>

export type ListingState =
  | { status: 'saved' }
  | { status: 'changed' }
  | { status: 'saving' }
  | { status: 'failed'; message: string }

function listingOf(template: AdminTemplateDetail): Listing {
  const { templateName, templateDescription, templateCategory, templateSection, templateCompatibility } = template
  const { templatePrice, templatePriceIND, license, kind } = template
  const words = { templateName, templateDescription, templateCategory, templateSection, templateCompatibility }
  return { ...words, templatePrice, templatePriceIND, license, kind }
}

/** Only what differs from what the server has. */
function changesOf(listing: Listing, saved: Listing): EditTemplateRequest {
  const names = Object.keys(listing) as (keyof Listing)[]
  const changed = names.filter((name) => JSON.stringify(listing[name]) !== JSON.stringify(saved[name]))
  return Object.fromEntries(changed.map((name) => [name, listing[name]]))
}

/** What keeps a listing from being saved, by the name of its part. */
function findProblems(listing: Listing): Partial<Record<keyof Listing, string>> {
  const isPrice = (price: number) => Number.isInteger(price) && price >= 0 && price <= 1_000_000
  return {
    ...(listing.templateName.trim() === '' && { templateName: 'Please give it a name' }),
    ...(!isPrice(listing.templatePrice) && { templatePrice: 'A whole number of credits' }),
    ...(!isPrice(listing.templatePriceIND) && { templatePriceIND: 'A whole number of credits' }),
    ...((listing.license.name.trim() === '' || listing.license.summary.trim() === '') && {
      license: 'Name and words of the licence',
    }),
  }
}

export function useListing(template: AdminTemplateDetail) {
  const { templateId } = template
  const queries = useQueryClient()
  const [listing, setListing] = useState(() => listingOf(template))
  const [state, setState] = useState<ListingState>({ status: 'saved' })
  const saved = listingOf(template)
  const isAutomatic = template.status === 'draft'
  const isChanged = Object.keys(changesOf(listing, saved)).length > 0

  const save = async () => {
    const sent = listing
    const changes = changesOf(sent, saved)
    if (Object.keys(changes).length === 0 || Object.keys(findProblems(sent)).length > 0) return
    setState({ status: 'saving' })
    try {
      queries.setQueryData(templateKey(templateId), await publishingApi.edit(templateId, changes))
      setState({ status: 'saved' })
    } catch (error) {
      setState({ status: 'failed', message: errorText(error, 'The changes could not be saved.') })
    }
  }
  const saveNow = useRef(save)
  useEffect(() => {
    saveNow.current = save
  })

  const isBusy = state.status === 'saving'
  const hasFailed = state.status === 'failed'
  useEffect(() => {
    if (!isAutomatic || !isChanged || isBusy || hasFailed) return
    const timer = setTimeout(() => void saveNow.current(), pauseMs)
    return () => clearTimeout(timer)
  }, [listing, isAutomatic, isChanged, isBusy, hasFailed])
  // What was typed just before leaving is not lost.
  useEffect(() => () => void (isAutomatic && saveNow.current()), [isAutomatic])

  return {
    listing,
    isAutomatic,
    problems: findProblems(listing),
    state: isChanged && state.status === 'saved' ? ({ status: 'changed' } as const) : state,
    change(changes: Partial<Listing>) {
      setListing({ ...listing, ...changes })
      if (hasFailed) setState({ status: 'saved' })
    },
    save,
    reset: () => setListing(saved),
  }
}
