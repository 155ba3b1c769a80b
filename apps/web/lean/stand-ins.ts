// Owns what is left out of dependencies because the shop never uses it, about 5 kB of compressed script on every page: a
// file of the dependency is replaced by a stand-in with the same exports. A file that is not there any more after an update
// breaks the build, and what a stand-in lacks does so too.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const here = import.meta.dirname
const modules = join(here, '../../../node_modules')

const reactRouter = join(modules, 'react-router/dist/production/lib')

/** Vite's own part that fetches the style sheets and imports of a chunk before the chunk. */
const chunkLoader = '\0vite/preload-helper.js'

/** In the browser only: the server's build keeps the whole library. */
const inBrowser: Readonly<Record<string, string>> = {
  [join(reactRouter, 'router/instrumentation.js')]: join(here, 'instrumentation.ts'),
  [join(reactRouter, 'errors.js')]: join(here, 'server-component-error.ts'),
  [join(reactRouter, 'dom/ssr/errorBoundaries.js')]: join(here, 'last-error-boundary.tsx'),
}

/** Everywhere: what the server draws must be what the browser draws. */
const everywhere: Readonly<Record<string, string>> = {
  [join(modules, 'lucide-react/dist/esm/createLucideIcon.mjs')]: join(here, 'lucide-icon.tsx'),
}

/** What the router says to developers when it is used wrongly: the place of the error says it too. */
const wordsOfInvariant = /^(.*\binvariant\(.*), (?:"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)\);$/gm
const wordsOfError = /new Error\("(?:[^"\\]|\\.){50,}"\)/g

export function standIns(): Plugin {
  return {
    name: 'stand-ins',
    enforce: 'pre',
    buildStart() {
      const missing = Object.keys({ ...inBrowser, ...everywhere }).filter((file) => !existsSync(file))
      if (missing.length > 0) this.error(`There is nothing to stand in for any more: ${missing.join(', ')}`)
    },
    resolveId(source, importer) {
      if (!importer || !source.startsWith('.')) return undefined
      const file = join(dirname(importer), source)
      // The library's own server names more of these files; none of it reaches a browser.
      const isForBrowser =
        this.environment.name === 'client' && !importer.startsWith(join(reactRouter, 'server-runtime'))
      return everywhere[file] ?? (this.environment.mode === 'build' && isForBrowser ? inBrowser[file] : undefined)
    },
    /** Chunks that are fetched later are small and lean on what is there: none waits for a style sheet or a list of imports. */
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || chunk.isEntry || !chunk.isDynamicEntry) continue
        if (chunk.viteMetadata?.importedCss.size) this.error(`${chunk.name} is fetched later, its style sheet never is`)
      }
    },
    /**
     * Says of the router's components that making one has no effect: those nobody uses can then be left out. Long words to
     * developers are left out too.
     */
    transform(code, id) {
      if (this.environment.name !== 'client' || this.environment.mode !== 'build') return undefined
      if (id === chunkLoader) return { code: 'export const __vitePreload = (load) => load()', map: null }
      if (!id.startsWith(reactRouter)) return undefined
      const marked = code
        .replaceAll(/^(const \w+ = )(React\$1\.(?:forwardRef|memo|createContext)\()/gm, '$1/* @__PURE__ */ $2')
        .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
        .replaceAll(wordsOfInvariant, '$1);')
        .replaceAll(wordsOfError, 'new Error("React Router")')
      return { code: marked, map: null }
    },
  }
}
