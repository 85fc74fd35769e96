import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { api } from '#contract/api.ts'
import type { Route, resourceNameOf } from '#contract/route.ts'

const contract = resolve(import.meta.dirname, '../contract')

/** Reading one of these from an operation of `api`: in a build they are not there. */
const SCHEMA_READ = /\bapi\.\w+\.\w+\.(params|query|body|response|summary|description)\b/

/**
 * Replaces `contract/api.ts` by a table in builds of the dashboard: for every operation what a call needs, which are
 * id, method and path. The schemas are twenty times as large. A form imports the file of its resource, and so loads the
 * schema when it opens.
 */
export const operationTable = (): Plugin => ({
  name: 'operation-table',
  apply: 'build',
  enforce: 'pre',
  async load(id) {
    if (id !== resolve(contract, 'api.ts')) return null
    const { api: resources } = await importContract<{ api: typeof api }>('api.ts')
    const route = await importContract<{ resourceNameOf: typeof resourceNameOf }>('route.ts')
    return tableOf(resources, route.resourceNameOf)
  },
  transform(code, id) {
    const read = id.includes('/src/dashboard/') ? SCHEMA_READ.exec(code)?.[0] : undefined
    if (read !== undefined) this.error(`${read}: import the file of the resource, api has no schemas here`)
  },
})

const importContract = async <T>(file: string): Promise<T> =>
  (await import(pathToFileURL(resolve(contract, file)).href)) as T

function tableOf(resources: typeof api, nameOf: (route: Route) => string): string {
  const entries = Object.entries(resources).map(([key, routes]) => {
    const operations = Object.entries<Route>(routes).map(
      ([name, { id, method, path, surface }]) =>
        `${name}: ${JSON.stringify({ id, method, path, ...(surface ? { surface } : {}) })}`,
    )
    const [first] = Object.values<Route>(routes)
    const resource = first === undefined ? key : nameOf(first)
    return `${key}: resource(${JSON.stringify(resource)}, { ${operations.join(', ')} })`
  })
  return `import { resource } from './route.ts'\nexport const api = { ${entries.join(',\n')} }\n`
}
