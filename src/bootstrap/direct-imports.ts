import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { api } from '#contract/api.ts'
import type { Route, resourceNameOf } from '#contract/route.ts'

const contract = resolve(import.meta.dirname, '../contract')
const icons = resolve(import.meta.dirname, '../../node_modules/lucide-react/dist/esm')
const OPERATIONS = 'virtual:operations/'

/** Reading one of these from an operation of `api`: in a build they are not there. */
const SCHEMA_READ = /\bapi\.\w+\.\w+\.(params|query|body|response|summary|description)\b/

/** `api.spaces`, but not the file `api.ts`. */
const CALLED = /(?<![\w./-])api\.(\w+)/g

const isDashboardCode = (id: string): boolean => /\/src\/dashboard\/.*\.tsx?(\?|$)/.test(id)

/**
 * In builds of the dashboard, `api.spaces` is a table of the operations of spaces: for each one what a call needs, which
 * are id, method and path. The schemas are twenty times as large. A form imports the file of its resource, and so loads
 * the schema when it opens. There is one table per resource, so that a view loads only those it calls.
 */
export function operationTables(): Plugin {
  return {
    name: 'operation-tables',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(OPERATIONS) ? `\0${id}` : null),
    async load(id) {
      if (!id.startsWith(`\0${OPERATIONS}`)) return null
      const { api: resources } = await importContract<{ api: typeof api }>('api.ts')
      const route = await importContract<{ resourceNameOf: typeof resourceNameOf }>('route.ts')
      const key = id.slice(OPERATIONS.length + 1) as keyof typeof api
      return tableOf(resources[key], route.resourceNameOf)
    },
    transform(code, id) {
      if (!isDashboardCode(id)) return null
      const read = SCHEMA_READ.exec(code)?.[0]
      if (read !== undefined) this.error(`${read}: import the file of the resource, api has no schemas here`)
      const statement = "import { api } from '#contract/api.ts'"
      if (!code.includes(statement)) return null
      const names = new Set([...code.matchAll(CALLED)].map(([, name]) => name))
      const imports = [...names].map(
        (name) => `import { operations as api_${name} } from '${OPERATIONS}${name}'`,
      )
      return code.replace(statement, imports.join(';')).replace(CALLED, 'api_$1')
    },
  }
}

const importContract = async <T>(file: string): Promise<T> =>
  (await import(pathToFileURL(resolve(contract, file)).href)) as T

function tableOf(routes: Readonly<Record<string, Route>>, nameOf: (route: Route) => string): string {
  const operations = Object.entries(routes).map(
    ([name, { id, method, path, surface }]) =>
      `${name}: ${JSON.stringify({ id, method, path, ...(surface ? { surface } : {}) })}`,
  )
  const [first] = Object.values(routes)
  const name = JSON.stringify(first === undefined ? '' : nameOf(first))
  return `import { resource } from ${JSON.stringify(resolve(contract, 'route.ts'))}
export const operations = /* @__PURE__ */ resource(${name}, { ${operations.join(', ')} })`
}

/** Imports icons from their own files, so that each comes with the views that show it. */
export function directIcons(): Plugin {
  let files: ReadonlyMap<string, string> | undefined
  return {
    name: 'direct-icons',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!isDashboardCode(id)) return null
      return code.replace(/import \{([^}]*)\} from 'lucide-react'/g, (_statement, list: string) => {
        files ??= iconFiles()
        const names = list.split(',').map((name) => name.trim())
        return names
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map((name) => importOf(name, files))
          .join(';')
      })
    },
  }
}

function importOf(specifier: string, files: ReadonlyMap<string, string> | undefined): string {
  const [name = '', local = name] = specifier.split(' as ')
  const file = files?.get(name)
  if (file === undefined) throw new Error(`There is no icon ${name}`)
  return `import ${local} from ${JSON.stringify(file)}`
}

/** The file of each icon, by every name it is exported under. */
function iconFiles(): ReadonlyMap<string, string> {
  const index = readFileSync(resolve(icons, 'lucide-react.mjs'), 'utf8')
  const lines = [...index.matchAll(/export \{([^}]*)\} from '(\.\/icons\/[^']+)'/g)]
  return new Map(
    lines.flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']) => [name, resolve(icons, file)] as const),
    ),
  )
}
