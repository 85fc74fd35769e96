import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { paths } from '#dashboard/lib/paths.ts'
import { jobHandlers, jobSchedules } from '#server/jobs/handlers/list.ts'
import { useTestApp } from './app.ts'

// What CONTRIBUTING.md asks for when something is added. Each test fails when one of those files is forgotten.

const app = useTestApp()
const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const files = (pattern: string): string[] => globSync(pattern, { cwd: root }).sort()

test('every file that CONTRIBUTING and the READMEs name exists', () => {
  const named = [...read('CONTRIBUTING.md').matchAll(/`((?:src|e2e|bench|docs)\/[\w./-]+)`/g)]
  expect(named.length).toBeGreaterThan(15)
  const missing = named.flatMap(([, path = '']) => (existsSync(join(root, path)) ? [] : [path]))
  expect(missing).toEqual([])
})

test('every resource of the contract is part of the API', () => {
  const resources = files('src/contract/*.ts').flatMap((file) =>
    [...read(file).matchAll(/\bresource\('(\w+)'/g)].map(([, name = '']) => name),
  )
  expect(resources.length).toBeGreaterThan(40)
  expect(resources.filter((name) => !Object.hasOwn(api, name))).toEqual([])
})

test('all handlers are mounted', () => {
  const mounting = files('src/server/{http/operations.ts,domain/**/*.ts,publishing/**/*.ts}')
    .map(read)
    .join('\n')
  const handlers = files('src/server/{domain,publishing}/**/*.ts').flatMap((file) =>
    [...read(file).matchAll(/export const (\w+) = handle\(/g)].map(([, name = '']) => name),
  )
  expect(handlers.length).toBeGreaterThan(40)
  expect(handlers.filter((name) => !mounting.includes(`...${name}`))).toEqual([])
})

test('every job has a handler in a file of its own, and something that starts it', () => {
  const handlers = files('src/server/jobs/handlers/*.ts').filter((file) => !/(list|\.test)\.ts$/.test(file))
  const names = handlers.map((file) => file.replace(/^.*\/|\.ts$/g, ''))
  expect(names.sort()).toEqual(Object.keys(jobHandlers).sort())
  const server = files('src/server/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .map(read)
  const isStarted = (job: string) =>
    job in jobSchedules ||
    server.some((text) => new RegExp(`(enqueue(Each)?|add_job)\\([^)]*'${job}'`, 's').test(text))
  expect(Object.keys(jobHandlers).filter((job) => !isStarted(job))).toEqual([])
})

test('every table has a type, and every type a table', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'
      and table_name not like 'kysely%'`.execute(app.db)
  const typed = files('src/server/db/tables/*.ts').flatMap((file) => {
    const [, tables = ''] = /export type \w+Tables = \{([^}]*)\}/.exec(read(file)) ?? []
    return [...tables.matchAll(/(\w+): \w+Table\b/g)].map(([, name = '']) => name)
  })
  expect(typed.sort()).toEqual(rows.map(({ name }) => name).sort())
})

test('every migration is listed under a number of its own', () => {
  const migrations = files('src/server/db/migrations/[0-9]*.ts').map((file) =>
    file.replace(/^.*\/|\.ts$/g, ''),
  )
  expect(new Set(migrations.map((name) => name.slice(0, 4))).size).toBe(migrations.length)
  const list = read('src/server/db/migrations/list.ts')
  expect(migrations.filter((name) => !list.includes(`'./${name}.ts'`))).toEqual([])
})

/** Views that are opened by links which the service prints or sends, not by links of the dashboard. */
const openedFromOutside = ['/', '/setup', '/link/$link', '/verify/$link']

test('every view of the dashboard has a URL in paths.ts', () => {
  const views = files('src/dashboard/routes/**/*.tsx').flatMap((file) => {
    const [, path = '/_root'] = /createFileRoute\('([^']+)'\)/.exec(read(file)) ?? []
    const isLayout = /\/_\w+$/.test(path)
    return isLayout || openedFromOutside.includes(path) ? [] : [patternOf(path)]
  })
  expect(views.length).toBeGreaterThan(50)
  // Some paths end with the name of a tab.
  const tabs = [...new Set(views.map((view) => view.split('/').at(-1) ?? ''))].filter((tab) => tab !== ':')
  const urls = Object.values(paths).flatMap((path) => {
    if (typeof path === 'string') return [path]
    const build = path as (...parts: string[]) => string
    const ids = Array.from({ length: Math.max(build.length, 4) }, () => ':')
    const at = build.length - 1
    return [build(...ids), ...tabs.map((tab) => build(...ids.with(at, tab)))]
  })
  const built = new Set(urls.map((url) => url.replace(/[?#].*$/, '').replace(/(?<=.)\/$/, '')))
  expect(views.filter((view) => !built.has(view))).toEqual([])
})

/** The URL of a route, with `:` for every parameter and without what only groups files. */
const patternOf = (path: string): string =>
  path
    .split('/')
    // Optional parts are left out.
    .filter((part) => !part.startsWith('_') && !part.startsWith('{-'))
    .map((part) => (part.startsWith('$') ? ':' : part.replace(/_$/, '')))
    .join('/')
    .replace(/\/$/, '')
