// Saves a listing: drafts save automatically when typing pauses, published templates on request.

import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { AdminTemplateDetail } from '@vitrine/contract/admin'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../store/error-text.ts'
import { changesOf, findProblems, type Listing, listingOf, rebase } from './listing.ts'
import { publishingApi, templateKey } from './publishing-api.ts'

const pauseMs = 700

export type ListingState =
  | { status: 'saved' }
  | { status: 'changed' }
  | { status: 'saving' }
  | { status: 'failed'; message: string }

export type ListingWork = ReturnType<typeof useListing>

export function useListing(template: AdminTemplateDetail) {
  const { templateId } = template
  const queries = useQueryClient()
  const [known, setKnown] = useState(template)
  const [listing, setListing] = useState(() => listingOf(template))
  const [state, setState] = useState<ListingState>({ status: 'saved' })
  const saved = listingOf(template)
  const isAutomatic = template.status === 'draft'
  // Changes saved elsewhere meanwhile are preserved.
  if (known !== template) {
    setKnown(template)
    setListing(rebase(listing, listingOf(known), saved))
  }
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
      setState({ status: 'failed', message: errorText(error, t`The changes could not be saved.`) })
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
    /** Going away would lose what was typed: a draft saves itself then, unless that has just failed. */
    isUnsaved: isChanged && (!isAutomatic || hasFailed),
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
