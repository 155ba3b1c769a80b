// Continuing while an upload of the step is running.
import type { BrandFileResponse } from '@vitrine/contract/settings'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { press, pressedBy } from '../../testing/press.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { BrandFileSender, PictureField } from '../admin/settings/brand-file-field.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { StepForm } from './step-form.tsx'

const logo = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'logo.svg', { type: 'image/svg+xml' })
const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
const sent = { id: 'sha256:logo', url: pixel } as BrandFileResponse

/** A step with a logo whose upload ends when the test says so. */
function openStep() {
  const upload = Promise.withResolvers<BrandFileResponse>()
  const [save, onNext] = [vi.fn(async (_: string | null) => undefined), vi.fn()]
  function Step() {
    const form = useForm<{ picture: string | null }>({
      values: { picture: null },
      send: async ({ picture }) => save(picture),
    })
    const look = { alt: '', hint: '', pictureClass: '', savedUrl: null, picture: form.values.picture }
    return (
      <StepForm form={form} onBack={undefined} onNext={onNext}>
        <PictureField kind="logo" label="Logo" {...look} onPicture={(picture) => form.change({ picture })} />
      </StepForm>
    )
  }
  renderPage(
    <BrandFileSender value={() => upload.promise}>
      <Step />
    </BrandFileSender>,
  )
  return { upload, save, onNext }
}

test.each(pressedBy)('Continue, pressed by %s, waits for the file and saves the step with it', async (by) => {
  const { upload, save, onNext } = openStep()
  await userEvent.upload(page.getByLabelText('Logo'), logo)
  await press(page.getByRole('button', { name: 'Continue' }), by)
  await expect.element(page.getByRole('button', { name: 'Uploading…' })).toBeVisible()
  expect(save).not.toHaveBeenCalled()
  upload.resolve(sent)
  await expect.poll(() => onNext.mock.calls.length).toBe(1)
  expect(save.mock.calls).toEqual([['sha256:logo']])
})

test('a file that fails stops it', async () => {
  const { upload, save } = openStep()
  await userEvent.upload(page.getByLabelText('Logo'), logo)
  await press(page.getByRole('button', { name: 'Continue' }))
  await expect.element(page.getByRole('button', { name: 'Uploading…' })).toBeVisible()
  upload.reject(new Error('too large'))
  await expect.element(page.getByText('The file could not be sent. Please try again.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Continue' })).toBeEnabled()
  expect(save).not.toHaveBeenCalled()
})
