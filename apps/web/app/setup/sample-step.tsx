// The last step: sample templates, and the end of the setup.
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { OfferedSample } from '@vitrine/contract/setup'
import { kindLabels } from '../admin/templates/label.ts'
import { errorText } from '../api/error-text.ts'
import { classNames } from '../ui/class-names.ts'
import { useForm } from '../ui/form/use-form.ts'
import { type ChosenSamples, setupApi } from './setup-api.ts'
import { StepForm, StepHeading, type StepProps } from './step-form.tsx'

type Typed = { samples: ChosenSamples; isList: boolean }
type Choice = 'all' | 'some' | 'none'

const listChoices = (): readonly (readonly [choice: Choice, label: string, note: string])[] => [
  ['all', t`All of them`, t`The store is full from the first day. Each can be changed or withdrawn.`],
  ['some', t`Some of them`, t`Choose below.`],
  ['none', t`None`, t`You bring your own templates.`],
]

export function SampleStep({ state, onState, reload, onBack, onNext }: StepProps) {
  const { samples, revision, offeredSamples } = state
  const form = useForm<Typed>({
    values: { samples: samples ?? 'all', isList: Array.isArray(samples) && samples.length > 0 },
    async send(typed) {
      onState(await setupApi.saveSamples(typed.samples, revision))
      await onNext()
      return typed
    },
    explain: (error) => errorText(error, t`The store could not be opened. Please try again.`),
    reload,
  })
  const { samples: chosen, isList } = form.values
  const open = chosen === 'all' ? 'all' : isList ? 'some' : 'none'
  const choose = (choice: Choice) => form.change({ samples: choice === 'all' ? 'all' : [], isList: choice === 'some' })
  return (
    <StepForm form={form} onBack={onBack} onNext={() => undefined} nextLabel={t`Open the store`}>
      <StepHeading step={5} title={t`Which templates does it begin with?`}>
        {plural(offeredSamples.length, {
          one: '# templates come with the store. They are yours to sell.',
          other: '# templates come with the store. They are yours to sell.',
        })}
      </StepHeading>
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">
          <Trans>Templates to begin with</Trans>
        </legend>
        {listChoices().map(([choice, label, note]) => (
          <label
            key={choice}
            className="flex cursor-pointer items-start gap-3 rounded-card border border-line bg-raised p-4"
          >
            <input
              type="radio"
              name="samples"
              checked={open === choice}
              onChange={() => choose(choice)}
              className="mt-1 size-4.5 shrink-0 accent-marigold"
            />
            <span>
              <span className="font-medium">{label}</span>
              <span className="block text-caption text-muted">{note}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {open === 'some' && chosen !== 'all' && (
        <SampleGrid
          offered={offeredSamples}
          chosen={chosen}
          onChosen={(samples) => form.change({ samples, isList: true })}
        />
      )}
    </StepForm>
  )
}

type SampleGridProps = {
  offered: readonly OfferedSample[]
  chosen: readonly string[]
  onChosen: (ids: string[]) => void
}

function SampleGrid({ offered, chosen, onChosen }: SampleGridProps) {
  return (
    <fieldset>
      <legend className="mb-3 text-caption font-medium">
        {plural(chosen.length, { one: '# chosen', other: '# chosen' })}
      </legend>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
        {offered.map(({ id, name, kind, posterUrl, dominantColor }) => (
          <li key={id}>
            <label
              className={classNames(
                'flex h-full cursor-pointer flex-col overflow-hidden rounded-card border bg-raised has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-plum',
                chosen.includes(id) ? 'border-marigold' : 'border-line',
              )}
            >
              <img
                src={posterUrl}
                alt=""
                loading="lazy"
                className="aspect-4/3 w-full object-cover"
                style={{ backgroundColor: dominantColor }}
              />
              <span className="flex items-start gap-2 p-2.5 text-caption">
                <input
                  type="checkbox"
                  checked={chosen.includes(id)}
                  onChange={({ target }) =>
                    onChosen(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
                  }
                  className="mt-0.5 size-4.5 shrink-0 accent-marigold outline-none"
                />
                <span>
                  <span className="font-medium">{name}</span>
                  <span className="block text-muted">{kindLabels()[kind]}</span>
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
