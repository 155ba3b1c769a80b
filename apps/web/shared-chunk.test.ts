// @vitest-environment node
import { expect, test } from 'vitest'
import { type ModuleGraph, pageKinds, sharingKinds } from './shared-chunk.ts'

const PAGE = '?__react-router-build-client-route'

/** A graph of what each module is imported by, and which modules are pages or loaded later. */
function graphOf(importers: Record<string, string[]>, later: string[] = []): ModuleGraph {
  return {
    getModuleInfo: (id) => ({
      isEntry: id.endsWith(PAGE),
      importers: importers[id] ?? [],
      dynamicImporters: later.includes(id) ? ['/app/anything.ts'] : [],
    }),
  }
}
const kindsOf = (id: string, graph: ModuleGraph) => [...pageKinds(id, graph, '/app')].sort()
const form = `/app/editors/modes/form/server-render.tsx${PAGE}`
const canvas = `/app/editors/modes/canvas/canvas-page.tsx${PAGE}`
const cart = `/app/pages/cart.tsx${PAGE}`

test('a module is of the kinds of pages that reach it, through other modules too', () => {
  const graph = graphOf({ '/app/ui/dialog.tsx': ['/app/money/pay.tsx', form], '/app/money/pay.tsx': [cart] })
  expect(kindsOf('/app/ui/dialog.tsx', graph)).toEqual(['editor', 'member'])
  expect(kindsOf('/app/money/pay.tsx', graph)).toEqual(['member'])
})

test('all editors are one kind', () => {
  expect(kindsOf('/app/ui/panel.tsx', graphOf({ '/app/ui/panel.tsx': [form, canvas] }))).toEqual(['editor'])
})

test('what only a part that is loaded later needs is of no kind', () => {
  const graph = graphOf({ '/app/ui/brush.tsx': ['/app/editors/dialog.tsx'] }, ['/app/editors/dialog.tsx'])
  expect(kindsOf('/app/ui/brush.tsx', graph)).toEqual([])
})

test('what is around all pages is of every kind', () => {
  const graph = graphOf({ '/app/ui/theme.ts': [`/app/root.tsx${PAGE}`] })
  expect(kindsOf('/app/ui/theme.ts', graph)).toEqual(['detail', 'editor', 'list', 'member', 'read'])
})

test('members take what other pages share with editors; what only some editors need is in none of their files', () => {
  const image = `/app/editors/modes/image/direct-upload-image.tsx${PAGE}`
  const home = `/app/pages/home.tsx${PAGE}`
  const sharing = (...importers: string[]) =>
    sharingKinds('/app/ui/a.ts', graphOf({ '/app/ui/a.ts': importers }), '/app')
  expect(sharing(form, home, cart)).toEqual(['editor', 'read'])
  expect(sharing(form, home)).toEqual(['editor', 'read'])
  expect(sharing(form, cart)).toEqual(['editor', 'member'])
  expect(sharing(form, canvas, image)).toEqual(['editor'])
  expect(sharing(form, canvas)).toEqual([])
  expect(sharing(home, cart)).toEqual([])
})

test('modules that import each other end the search', () => {
  const graph = graphOf({ '/app/ui/a.ts': ['/app/ui/b.ts'], '/app/ui/b.ts': ['/app/ui/a.ts', cart] })
  expect(kindsOf('/app/ui/a.ts', graph)).toEqual(['member'])
})
