import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { api } from '#contract/api.ts'
import type { ApiError } from '#contract/client.ts'
import type { ImportRun } from '#contract/imports.ts'
import { jobHandlers } from '#server/jobs/handlers/list.ts'
import { startWorker, type Worker } from '#server/jobs/worker.ts'
import type { Person, useTestApp } from './app.ts'

/** A space to import into. */
export type ImportSpace = {
  readonly organizationId: string
  readonly admin: Person
  readonly spaceId: string
}

type TreePage = {
  readonly title: string
  readonly linkTitle?: string | undefined
  readonly pages?: readonly unknown[]
}

/** The titles of pages in the navigation, indented by depth. */
const indentedTitles = (pages: readonly TreePage[], depth = 0): string[] =>
  pages.flatMap((page) => [
    `${'  '.repeat(depth)}${page.linkTitle ?? page.title}`,
    ...indentedTitles((page.pages ?? []) as readonly TreePage[], depth + 1),
  ])

/** A worker that runs the imports of the test app, and operations on imports. */
export function useImports(app: ReturnType<typeof useTestApp>) {
  let pool: pg.Pool
  let worker: Worker | undefined
  const work = async (): Promise<void> => {
    worker = await startWorker(app.service, { pool, handlers: jobHandlers })
  }
  beforeAll(async () => {
    pool = new pg.Pool({ connectionString: app.connectionString, max: 8 })
    await work()
  })
  afterAll(async () => {
    await worker?.stop()
    await pool.end()
  })
  return {
    work,
    stopWork: () => worker?.stop(),
    /** Queries the database of the service. */
    query: <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
      pool.query<Row>(sql, values),

    async aSpace(): Promise<ImportSpace> {
      const { organizationId, admin } = await app.anOrganization()
      const { id } = await app.as(admin)(api.spaces.create, {
        params: { organizationId },
        body: { title: 'Handbook' },
      })
      return { organizationId, admin, spaceId: id }
    },

    async treeOf(
      { admin, spaceId }: Pick<ImportSpace, 'admin' | 'spaceId'>,
      changeRequestId?: string,
    ): Promise<string[]> {
      const call = app.as(admin)
      const { pages } =
        changeRequestId === undefined
          ? await call(api.spaceContent.pages, { params: { spaceId }, query: {} })
          : await call(api.changeRequestContent.pages, { params: { spaceId, changeRequestId }, query: {} })
      return indentedTitles(pages)
    },

    /** Waits until the run is finished. */
    async over({ admin, organizationId }: ImportSpace, run: ImportRun): Promise<ImportRun> {
      for (const end = Date.now() + 60_000; ; await pause(50)) {
        const now = await app.as(admin)(api.imports.get, { params: { organizationId, importRunId: run.id } })
        if (now.completedAt !== undefined) return now
        if (Date.now() > end) throw new Error(`The run is still ${now.status}`)
      }
    },

    itemsOf: (
      { admin, organizationId }: ImportSpace,
      run: ImportRun,
      query: { outcome?: 'warning' | 'left-out' } = {},
    ) => app.as(admin)(api.imports.items, { params: { organizationId, importRunId: run.id }, query }),

    startGit: (
      { admin, organizationId, spaceId }: ImportSpace,
      source: { url: string; ref?: string; directory?: string; username?: string; password?: string },
      target: { page?: string; changeRequest?: string; asChangeRequest?: { subject: string } } = {},
    ) =>
      app.as(admin)(api.imports.start, {
        params: { organizationId },
        body: { source: { type: 'git', ...source }, target: { space: spaceId, ...target } },
      }),
  }
}

export const refusalOf = (request: Promise<unknown>): Promise<ApiError> =>
  request.then(
    () => Promise.reject(new Error('The request succeeded')),
    (error) => error,
  )

/** A form that uploads files. */
export function formOf(files: Readonly<Record<string, Uint8Array | string>>): FormData {
  const data = new FormData()
  for (const [path, content] of Object.entries(files))
    data.append('files', new Blob([new Uint8Array(Buffer.from(content))]), path)
  return data
}
