// Names of the server's render stages.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Render } from '@vitrine/contract/renders'
import { i18n } from '../language/i18n.ts'

const stages: Record<Render['stage'], MessageDescriptor> = {
  waiting: msg`Waiting in the queue`,
  preparing: msg`Preparing your photos and text`,
  drawing: msg`Rendering frames`,
  finishing: msg`Finishing the video`,
  checking: msg`Checking the video`,
  done: msg`Done`,
}

/** The name of a stage in the language of the page. */
export function stageText(stage: Render['stage']): string {
  return i18n._(stages[stage])
}
