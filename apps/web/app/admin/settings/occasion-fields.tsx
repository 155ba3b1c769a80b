// The fields of an occasion's page besides its text: the templates on it, found by a search or chosen by hand, and a
// share picture.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type AdminContentPage, type ContentText, occasionSearch } from '@vitrine/contract/content'
import { useId } from 'react'
import type { FormOf } from '../../ui/form/use-form.ts'
import { adminApiPath } from '../api/admin-api.ts'
import { BrandFileSender, brandFileSender } from './brand-file.ts'
import { PictureField } from './brand-file-field.tsx'
import { ChosenTemplates } from './chosen-templates.tsx'
import { FieldGroup } from './section-form.tsx'

/** Editors of pages may upload a picture for one, but not files of the brand. */
const sendPicture = brandFileSender(adminApiPath('/content-files'))

type OccasionFieldsProps = {
  page: AdminContentPage
  form: FormOf<ContentText>
}

export function OccasionFields({ page, form: { values: text, change, findError } }: OccasionFieldsProps) {
  const name = useId()
  const search = occasionSearch(page.slug)
  return (
    <>
      <FieldGroup title={t`Templates`}>
        <div className="flex flex-col gap-1">
          {(
            [
              [false, t`Those that a search for “${search}” finds, new ones too`],
              [true, t`Those that I choose, in my order`],
            ] as const
          ).map(([isChosen, label]) => (
            <label key={label} className="flex min-h-11 items-center gap-2.5 self-start">
              <input
                type="radio"
                name={name}
                checked={(text.templates !== null) === isChosen}
                onChange={() => change({ templates: isChosen ? (page.text.templates ?? []) : null })}
                className="size-4.5 shrink-0 accent-marigold"
              />
              <span>{label}</span>
            </label>
          ))}
        </div>
        {text.templates && (
          <ChosenTemplates
            templates={text.templates}
            known={page.chosenTemplates}
            problem={findError('templates')}
            onTemplates={(templates) => change({ templates })}
          />
        )}
      </FieldGroup>
      <BrandFileSender value={sendPicture}>
        <PictureField
          kind="share-picture"
          label={t`Share picture`}
          hint={t`Beside links in messengers, cut to 1200 × 630 pixels. Without one: the picture of the first template.`}
          alt={t`The share picture`}
          pictureClass="aspect-[1200/630] h-16 object-cover"
          problem={findError('sharePicture')}
          picture={text.sharePicture}
          savedUrl={text.sharePicture === page.text.sharePicture ? page.sharePictureUrl : null}
          onPicture={(sharePicture) => change({ sharePicture })}
        />
      </BrandFileSender>
      <p className="max-w-[60ch] text-caption text-muted">
        <Trans>Templates and share picture are the same in all languages.</Trans>
      </p>
    </>
  )
}
