// Editing sections of the settings: server errors appear at their fields, packs move by keyboard.
import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { expectSaved, openSection, saveChanges } from '../../../testing/open-settings.tsx'
import { atDesk } from '../../../testing/press.ts'

atDesk('what is wrong with the seller is said at its field, and saved once it is right', async () => {
  await openSection('seller')
  const officer = page.getByRole('group', { name: 'Grievance officer' })
  await officer.getByLabelText('Name').fill('Asha Rao')
  await officer.getByLabelText('Email').fill('asha')
  await saveChanges()
  await expect.element(officer.getByText('Enter an email address')).toBeVisible()
  await expect.element(page.getByText('Please check the marked fields.')).toBeVisible()
  await officer.getByLabelText('Email').fill('asha@lamp.example')
  await page.getByLabelText('Hours').fill('Monday to Saturday, 10 to 6')
  await saveChanges()
  await expectSaved()
  await expect.element(page.getByLabelText('Hours')).toHaveAttribute('maxlength', '60')
  await expectAccessible()
})

atDesk('what is wrong with a pack is said at its field, and a pack moves by keyboard with the focus', async () => {
  await openSection('pricing')
  const pack = (number: number) =>
    page
      .getByRole('group', { name: 'Credit packs' })
      .getByRole('listitem')
      .nth(number - 1)
  const credits = (number: number) => pack(number).getByLabelText('Credits')
  await credits(2).fill('100')
  await saveChanges()
  await expect.element(pack(2).getByText('Another pack has as many credits')).toBeVisible()
  await credits(2).fill('600')
  await expect.element(pack(2).getByText('Shown with “33% savings”')).toBeVisible()
  await saveChanges()
  await expectSaved()

  const down = pack(2).getByRole('button', { name: 'Move pack 2 down' })
  ;(down.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('600 credits: now number 3 of 4')).toBeInTheDocument()
  await expect.element(pack(3).getByRole('button', { name: 'Move pack 3 down' })).toHaveFocus()
  await expect.element(credits(3)).toHaveValue('600')
  await pack(3).getByLabelText('Offered from').fill('2026-01-02')
  await pack(3).getByLabelText('Offered until').fill('2026-01-01')
  await saveChanges()
  await expect.element(pack(3).getByText('It ends before it begins')).toBeVisible()
  await expectAccessible()
})
