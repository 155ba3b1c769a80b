// The settings page as an owner sees it, with a fake server.
import { type SettingsSection, settingsSections } from '@vitrine/contract/settings'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { RoleProvider } from '../app/admin/api/role.tsx'
import SettingsPage from '../app/admin/settings/settings-page.tsx'
import { type Answer, ok, type SentRequest, startFakeServer } from './fake-server.ts'
import { press } from './press.ts'
import { Queries } from './queries.tsx'
import { renderPage } from './render-page.tsx'

const path = '/internal-dashboard-admin/settings'
const owner = 'owner'

/** The initial settings of every section, by name. */
export function firstSettings() {
  const states = Object.entries(settingsSections).map(([name, schema]) => [
    name,
    { value: schema.parse({}), revision: 0, fromEnvironment: {} },
  ])
  return Object.fromEntries(states)
}

/** `settings` is the server's response, `save` handles a saved section. */
export function openSettings(section: string, settings: object, save: (request: SentRequest) => Answer): void {
  startFakeServer({
    'GET /api/admin/settings': () => ok(settings),
    'GET /api/admin/audit': ok({ items: [], nextCursor: null }),
    [`PUT /api/admin/settings/${section}`]: save,
  })
  renderPage(
    <Queries>
      <RoleProvider role={owner}>
        <main>
          <SettingsPage />
        </main>
      </RoleProvider>
    </Queries>,
    { at: `${path}?section=${section}`, path },
  )
}

/** Opens a section as an owner; the fake server validates and stores it like the real one. */
export async function openSection(section: SettingsSection): Promise<void> {
  const settings = { ...firstSettings(), logoUrl: null, providerStates: {}, fonts: {} }
  const save = ({ body }: SentRequest): Answer => {
    const { value, revision } = body as { value: unknown; revision: number }
    const checked = settingsSections[section].safeParse(value)
    if (!checked.success) {
      const issues = checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
      return { status: 400, body: { error: 'Invalid input', code: 'invalid-input', issues } }
    }
    settings[section] = { ...settings[section], value: checked.data, revision: revision + 1 }
    return ok(settings)
  }
  openSettings(section, settings, save)
  await expect.element(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
}

export const saveChanges = () => press(page.getByRole('button', { name: 'Save changes' }))
export const expectSaved = () => expect.element(page.getByText('Saved. It is in effect everywhere.')).toBeVisible()
