import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Plugin, runnerImport } from 'vite'
import type { api } from '#contract/api.ts'
import type { requestPath } from '#contract/client.ts'
import type { Route } from '#contract/route.ts'
import { type ViewName, viewRoutes } from './dashboard-chunks.ts'
import { icons } from './icons.ts'

const source = resolve(import.meta.dirname, '..')
const load = async <T>(file: string): Promise<T> =>
  (await import(pathToFileURL(resolve(source, file)).href)) as T

/** Paths of the views, and the operations they read first. */
const firstReads = (resources: typeof api): Readonly<Record<ViewName, [string, ...Read[]]>> => {
  const { organizations, library, sites, siteStructure, spaces, spaceContent } = resources
  const organization: Read = [organizations.get]
  return {
    library: ['/o/:organizationId/library', organization, [library.list, { nested: true, limit: 1000 }]],
    structure: ['/o/:organizationId/sites/:siteId/structure', organization, [sites.get], [siteStructure.get]],
    members: ['/o/:organizationId/members', organization],
    page: [
      '/s/:spaceId/p/:pageId',
      [spaces.get],
      [spaceContent.get],
      [spaceContent.page, { format: 'markdown' }],
    ],
  }
}
type Read = [Route, Record<string, unknown>?]

/** The part of a bundle that is read here. */
type Chunk = {
  readonly isEntry?: boolean
  readonly facadeModuleId?: string | null
  readonly imports?: readonly string[]
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> }
}
type Bundle = Readonly<Record<string, Chunk>>

/**
 * Adds to the page what the browser can show and request before the scripts run: the frame with the main navigation,
 * and a table of the views with the scripts, style sheets and reads of each, which `public/start.js` looks up.
 */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const views = JSON.stringify(await viewTable((bundle ?? {}) as Bundle)).replaceAll('<', '\\u003c')
        return html
          .replace('<!--first-views-->', `<script type="application/json" id="first-views">${views}</script>`)
          .replace('<!--main-navigation-->', await navigation())
      },
    },
  }
}

async function viewTable(bundle: Bundle) {
  const { api: resources } = await load<{ api: typeof api }>('contract/api.ts')
  const client = await load<{ requestPath: typeof requestPath }>('contract/client.ts')
  const entry = Object.keys(bundle).filter((file) => bundle[file]?.isEntry)
  const initial = filesOf(entry, bundle)
  return Object.entries(firstReads(resources)).map(([name, [path, ...reads]]) => {
    const files = filesOf(chunksOf(name as ViewName, bundle), bundle).filter(
      (file) => !initial.includes(file),
    )
    return { path, files, reads: reads.map(([route, query]) => template(client.requestPath, route, query)) }
  })
}

/** The URL of a read, with `:name` for its parameters. */
function template(path: typeof requestPath, route: Route, query: Record<string, unknown> = {}): string {
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return path(route, Object.fromEntries(names.map((name) => [name, `:${name}`])), query).replaceAll(
    '%3A',
    ':',
  )
}

const chunksOf = (view: ViewName, bundle: Bundle): string[] =>
  Object.keys(bundle).filter((file) => {
    const module = bundle[file]?.facadeModuleId ?? ''
    return viewRoutes[view].some((route) =>
      module.startsWith(`${resolve(source, 'dashboard/routes', route)}.tsx?`),
    )
  })

/** Chunks with everything they import, and their style sheets. */
function filesOf(chunks: readonly string[], bundle: Bundle): string[] {
  const scripts = new Set(chunks)
  for (const file of scripts) for (const imported of bundle[file]?.imports ?? []) scripts.add(imported)
  const sheets = [...scripts].flatMap((file) => [...(bundle[file]?.viteMetadata?.importedCss ?? [])])
  return [...new Set([...scripts, ...sheets])]
}

type NavModule = {
  readonly navItems: (organization: { id: string; role: string }) => readonly {
    readonly label: string
    readonly icon: Parameters<typeof createElement>[0]
  }[]
}

/** The main navigation of a member; the links come with the scripts. */
async function navigation(): Promise<string> {
  // Node alone would look for the icons in a package that only tests install.
  const { module } = await runnerImport<NavModule>(resolve(source, 'dashboard/features/frame/nav-items.ts'), {
    configFile: false,
    root: resolve(source, '..'),
    logLevel: 'warn',
    plugins: [icons()],
  })
  const { navItems } = module
  const items = navItems({ id: '', role: 'admin' }).map(({ label, icon }) =>
    createElement(
      'span',
      { className: 'nav-item', key: label },
      createElement(icon, { className: 'icon', 'aria-hidden': true } as object),
      createElement('span', { className: 'truncate' }, label),
    ),
  )
  return renderToStaticMarkup(createElement('div', { className: 'nav' }, items))
}
