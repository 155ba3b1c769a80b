// The section `search`: words that mean the same.
import { t } from '@lingui/core/macro'
import { classNames } from '../../ui/class-names.ts'
import { controlClass } from '../../ui/control-class.ts'
import { Field } from '../../ui/field.tsx'
import { FieldGroup, SectionForm, type SectionFormProps } from './section-form.tsx'
import { useSection } from './use-section.ts'

export function SearchForm({ settings, onUnsaved }: SectionFormProps) {
  const work = useSection('search', settings)
  const { value, change, problemOf } = work
  const lines = value.synonyms
  const wrong = lines.findIndex((_, index) => problemOf(`synonyms.${index}`) !== undefined)
  const problem = wrong === -1 ? problemOf('synonyms') : lineProblem(wrong + 1, problemOf(`synonyms.${wrong}`))
  return (
    <SectionForm work={work} onUnsaved={onUnsaved}>
      <FieldGroup
        title={t`Words with the same meaning`}
        note={t`Whoever searches for one word of a line finds templates that have any other word of it. Spelling mistakes need no entry.`}
      >
        <Field
          label={t`A line for each meaning`}
          hint={t`Words separated by commas, in any language. After > the first words of lines that are close, shown when nothing else is found: haldi, हल्दी > wedding`}
          error={problem}
        >
          {(ids) => (
            <textarea
              {...ids}
              rows={24}
              spellCheck={false}
              dir="auto"
              value={lines.join('\n')}
              onChange={({ target }) => change({ synonyms: target.value.split('\n') })}
              className={classNames(controlClass, 'h-auto py-2.5 leading-7')}
            />
          )}
        </Field>
      </FieldGroup>
    </SectionForm>
  )
}

const lineProblem = (line: number, problem: string | undefined) => problem && t`Line ${line}: ${problem}`
