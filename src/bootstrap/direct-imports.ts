import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { api } from '#contract/api.ts'
import type { Route, resourceNameOf } from '#contract/route.ts'

const contract = resolve(import.meta.dirname, '../contract')
const OPERATIONS = 'virtual:operations/'

/** `api.spaces`, but not the file `api.ts`. */
const CALLED = /(?<![\w./-])api\.(\w+)/g

export const isDashboardCode = (id: string): boolean => /\/src\/dashboard\/.*\.tsx?(\?|$)/.test(id)

/**
 * In builds of the dashboard, `api.spaces` is a table of the operations of spaces: for each one what a call needs, which
 * are id, method, path, surface and type of the body. The schemas are twenty times as large. A file that reads one, such
 * as `create.body` for a form, imports the whole resource. There is one table per resource, so that a view loads only
 * those it calls.
 */
export function operationTables(): Plugin {
  let files: ReturnType<typeof resourceFiles> | undefined
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
      const statement = "import { api } from '#contract/api.ts'"
      if (!code.includes(statement)) return null
      const names = new Set([...code.matchAll(CALLED)].map(([, name = '']) => name))
      const imports = [...names].map((name) => {
        if (!readsSchema(code, name))
          return `import { operations as api_${name} } from '${OPERATIONS}${name}'`
        files ??= resourceFiles()
        const { file, local } = files.get(name) ?? { file: '', local: '' }
        return `import { ${local} as api_${name} } from ${JSON.stringify(file)}`
      })
      return code.replace(statement, imports.join(';')).replace(CALLED, 'api_$1')
    },
  }
}

/** The resources whose schemas a build keeps for a file. A test compares them with the schemas that the file reads. */
export const schemasKeptIn = (code: string): ReadonlySet<string> =>
  new Set([...code.matchAll(CALLED)].flatMap(([, name = '']) => (readsSchema(code, name) ? [name] : [])))

/** Whether a file reads a schema of a resource: `api.teams.create.body`, or `create.body` after `const { create } = api.teams`. */
function readsSchema(code: string, resource: string): boolean {
  const lists = [...code.matchAll(new RegExp(`\\{([^{}]*)\\} = api\\.${resource}\\b`, 'g'))]
  const destructured = lists.flatMap(([, list = '']) => list.split(',').map((name) => name.split(':').at(-1)))
  const assigned = [...code.matchAll(new RegExp(`(\\w+) = api\\.${resource}\\.\\w+`, 'g'))].map(
    ([, name]) => name,
  )
  const names = [...destructured, ...assigned].map((name) => name?.trim()).filter(Boolean)
  return new RegExp(
    `\\b(${[...names, `api\\.${resource}\\.\\w+`].join('|')})\\.(params|query|body|response)\\b`,
  ).test(code)
}

/** The file of each resource in `api`, and its name there. */
function resourceFiles(): ReadonlyMap<string, { readonly file: string; readonly local: string }> {
  const index = readFileSync(resolve(contract, 'api.ts'), 'utf8')
  const imports = new Map<string, string>()
  for (const [, names = '', file = ''] of index.matchAll(/import \{([^}]*)\} from '(\.\/[^']+)'/g)) {
    for (const name of names.split(',')) imports.set(name.trim(), resolve(contract, file))
  }
  const entries = [...index.matchAll(/^ {2}(\w+)(?:: (\w+))?,$/gm)]
  return new Map(
    entries.map(([, key = '', local = key]) => [key, { file: imports.get(local) ?? '', local }] as const),
  )
}

const importContract = async <T>(file: string): Promise<T> =>
  (await import(pathToFileURL(resolve(contract, file)).href)) as T

function tableOf(routes: Readonly<Record<string, Route>>, nameOf: (route: Route) => string): string {
  const operations = Object.entries(routes).map(
    // A missing one is left out.
    ([name, { id, method, path, surface, bodyType }]) =>
      `${name}: ${JSON.stringify({ id, method, path, surface, bodyType })}`,
  )
  const [first] = Object.values(routes)
  const name = JSON.stringify(first === undefined ? '' : nameOf(first))
  return `import { resource } from ${JSON.stringify(resolve(contract, 'route.ts'))}
export const operations = /* @__PURE__ */ resource(${name}, { ${operations.join(', ')} })`
}
