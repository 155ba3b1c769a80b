// The page of the settings as an owner sees it, in front of a server that the test plays.
import { settingsSections } from '@vitrine/contract/settings'
import { RoleProvider } from '../app/admin/api/role.tsx'
import SettingsPage from '../app/admin/settings/settings-page.tsx'
import { type Answer, ok, type SentRequest, startFakeServer } from './fake-server.ts'
import { Queries } from './queries.tsx'
import { renderPage } from './render-page.tsx'

const path = '/internal-dashboard-admin/settings'
const owner = 'owner'

/** Every section as it is until somebody changes it, by name. */
export function firstSettings() {
  const states = Object.entries(settingsSections).map(([name, schema]) => [
    name,
    { value: schema.parse({}), revision: 0, fromEnvironment: {} },
  ])
  return Object.fromEntries(states)
}

/** `settings` is what the server answers with, `save` what it does with a section that is saved. */
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
