import { globSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { schemasKeptIn } from '../bootstrap/direct-imports.ts'
import { contractUseOf } from './schema-reads.ts'

const root = resolve(import.meta.dirname, '../..')

/** The files of the dashboard that a build transforms. */
const files = new Map(
  globSync('src/dashboard/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.tsx?$|route-tree\.gen/.test(file))
    .map((file) => [resolve(root, file), readFileSync(resolve(root, file), 'utf8')] as const),
)

const importsContract = (code: string): boolean => code.includes("from '#contract/api.ts'")

describe('a build of the dashboard contains the schemas that its files read', () => {
  const exported = new Map(
    [...files].flatMap(([file, code]) =>
      importsContract(code) && code.includes('export const')
        ? [[file, contractUseOf(file, code).exports] as const]
        : [],
    ),
  )

  test('no file reads a schema that the build leaves out', () => {
    const missed: string[] = []
    let count = 0
    for (const [file, code] of files) {
      if (!/\.(params|query|body|response)\b/.test(code)) continue
      const { reads } = contractUseOf(file, code, (module, name) =>
        module.startsWith('.') ? exported.get(resolve(dirname(file), module))?.get(name) : undefined,
      )
      for (const { text, line, resources, from } of reads) {
        count++
        const source = from ? resolve(dirname(file), from.module) : file
        const included = schemasKeptIn(files.get(source) ?? '')
        if (resources.every((name) => included.has(name))) continue
        missed.push(`${relative(root, file)}:${line} reads ${text}, which only a development server has`)
      }
    }
    expect(missed).toEqual([])
    expect(count).toBeGreaterThan(20)
  })
})

describe('reads are found', () => {
  const readsIn = (code: string) =>
    contractUseOf('file.ts', `import { api } from '#contract/api.ts'\n${code}`).reads.map(
      ({ text, resources }) => [text, ...resources],
    )

  test.each([
    ['directly', 'use(api.teams.create.body)', 'api.teams.create.body'],
    ['after destructuring', 'const { create } = api.teams\nuse(create.body)', 'create.body'],
    ['of a constant', 'const create = api.teams.create\nuse(create.query)', 'create.query'],
    ['of a whole resource', 'const routes = api.teams\nuse(routes.create.body)', 'routes.create.body'],
    ['of an object', 'const routes = { a: api.teams.create }\nuse(routes.a.body)', 'routes.a.body'],
    [
      'of a function',
      'function routesOf() { return api.teams }\nuse(routesOf().create.body)',
      'routesOf().create.body',
    ],
  ])('%s', (_, code, text) => {
    expect(readsIn(code)).toEqual([[text, 'teams']])
  })

  test('of either resource of a condition', () => {
    expect(readsIn('const routes = isTeam ? api.teams : api.users\nuse(routes.get.params)')).toEqual([
      ['routes.get.params', 'teams', 'users'],
    ])
  })

  test('but not what has gone through a call', () => {
    expect(readsIn('const { data } = useQuery(q(api.teams.get, {}))\nuse(data.body)')).toEqual([])
  })

  test('the build leaves out a schema that is read in a way it does not know', () => {
    const code = "import { api } from '#contract/api.ts'\nconst routes = api.teams\nuse(routes.create.body)"
    expect(schemasKeptIn(code).has('teams')).toBe(false)
    expect(schemasKeptIn(`${code}\nuse(api.teams.create.body)`).has('teams')).toBe(true)
  })
})
