// The settings page as an owner sees it, with a fake server.
import { settingsSections } from '@vitrine/contract/settings'
import { RoleProvider } from '../app/admin/api/role.tsx'
import SettingsPage from '../app/admin/settings/settings-page.tsx'
import { type Answer, ok, type SentRequest, startFakeServer } from './fake-server.ts'
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
