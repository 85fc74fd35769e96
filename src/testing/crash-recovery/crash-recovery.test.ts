import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Page } from '#contract/pages.ts'
import { runLectern } from '../../../e2e/service.ts'
import { makeTestFolder } from '../test-folder.ts'
import { createWriteTarget, type KilledService, startKilledService } from './service.ts'
import {
  type AcknowledgedWrite,
  editOne,
  importedPages,
  importOne,
  mergedPages,
  mergeOne,
  pictureOf,
  type WriteLog,
  type WriteTarget,
} from './writers.ts'

// The service and its database are killed repeatedly during 200 imports and merges. Acknowledged writes must exist
// afterwards; others must exist completely or not at all.

const ACTIONS = 200
const WRITERS = 4
/** The service is killed after these numbers of actions; fewer times than an import is attempted. */
const KILLS_AFTER = [30, 75, 120, 165]

let service: KilledService
let dataDir: string
let target: WriteTarget
beforeEach(async () => {
  dataDir = makeTestFolder()
  service = await startKilledService(dataDir)
  target = await createWriteTarget(service.call)
  return () => service.stop()
}, 120_000)

test('kills during 200 imports and merges lose no acknowledged write and leave no partial one', async () => {
  const log = await writeDuringKills(() => service.killAndStart())
  expect(service.kills()).toBe(KILLS_AFTER.length)
  expect(log.interrupted).toBeGreaterThan(0)
  expect(log.acknowledged.length).toBeGreaterThan(ACTIONS)
  await waitForImports()
  await expectAcknowledged(log.acknowledged)
  await expectCompleteImports(log)
  await expectCompleteMerges()
  await expectDerivedTables()
}, 600_000)

/** Runs concurrent writers while the service is killed now and then. */
async function writeDuringKills(kill: () => Promise<void>): Promise<WriteLog> {
  const log: WriteLog = { acknowledged: [], acceptedImports: [], interrupted: 0 }
  const failed = new AbortController()
  let next = 0
  let done = 0
  const write = async (writer: number): Promise<void> => {
    const own = await ownPage(writer)
    for (let action = next++; action < ACTIONS && !failed.signal.aborted; action = next++) {
      await mayBeInterrupted(log, () =>
        (action % 2 === 0 ? importOne : mergeOne)(service.call, target, action, log),
      )
      if (action % 4 === 1)
        await mayBeInterrupted(log, () =>
          editOne(service.call, target, { ...own, text: `Written in ${action}.` }, log),
        )
      done++
    }
  }
  const killRepeatedly = async (): Promise<void> => {
    for (const count of KILLS_AFTER) {
      while (done < count) await pause(5, undefined, failed)
      await kill()
    }
  }
  const all = [killRepeatedly(), ...Array.from({ length: WRITERS }, (_, writer) => write(writer))]
  try {
    await Promise.all(all)
  } finally {
    failed.abort()
    await Promise.allSettled(all)
  }
  return log
}

/** A failing action is an error unless the service was killed in the meantime; then its outcome is unknown. */
async function mayBeInterrupted(log: WriteLog, action: () => Promise<void>): Promise<void> {
  await service.up()
  const before = service.kills()
  try {
    await action()
  } catch (error) {
    if (service.kills() === before) throw error
    log.interrupted++
  }
}

/** Creates the page that only this writer edits. */
async function ownPage(writer: number): Promise<{ page: string; path: string }> {
  const path = `writer-${writer}`
  const changes = [{ operation: 'insert_page' as const, title: path, slug: path, document: {} }]
  const { changes: created } = await service.call(api.spaceContent.edit, {
    params: { spaceId: target.merged },
    body: { changes },
  })
  const [first] = created
  if (first?.object !== 'created_page') throw new Error('The page was not created')
  return { page: first.page.id, path }
}

async function expectAcknowledged(acknowledged: readonly AcknowledgedWrite[]): Promise<void> {
  for (const { what, spaceId, revision, pages } of acknowledged) {
    for (const [path, text] of pages) {
      const params = { spaceId, revisionId: revision, pagePath: path }
      const page = await service.call(api.revisions.pageByPath, { params, query: { format: 'markdown' } })
      expect({ what, path, text: textOf(page) }).toEqual({ what, path, text })
    }
  }
}

const textOf = (page: object): string => {
  const document = 'markdown' in page ? page.markdown : ''
  return String(document).trimEnd()
}

/** Accepted imports resume by themselves after a start. */
async function waitForImports(): Promise<void> {
  const { organizationId } = target
  const active = () =>
    service.call(api.imports.list, { params: { organizationId }, query: { status: 'active' } })
  for (let { items } = await active(); items.length > 0; { items } = await active()) await pause(50)
}

/** Every accepted import is completed and exists once; any other exists completely and once, or not at all. */
async function expectCompleteImports({ acceptedImports }: WriteLog): Promise<void> {
  const { organizationId, imported: spaceId } = target
  for (const importRunId of acceptedImports) {
    const run = await service.call(api.imports.get, { params: { organizationId, importRunId } })
    expect(run).toMatchObject({ status: 'completed', report: { pages: 3, files: 1 } })
  }
  const { pages } = await service.call(api.spaceContent.pages, { params: { spaceId }, query: {} })
  const titles = pages.map(({ title }) => title)
  expect(new Set(titles).size).toBe(titles.length)
  expect(titles.length).toBeGreaterThanOrEqual(acceptedImports.length)
  for (const page of pages) await expectCompleteImport(page)
}

async function expectCompleteImport(page: Page): Promise<void> {
  const spaceId = target.imported
  const action = Number(page.title.replace('Import ', ''))
  const children = 'pages' in page ? page.pages.map((child) => 'path' in child && child.path) : []
  expect({ action, children }).toEqual({ action, children: importedPages(action).map(([path]) => path) })
  const params = { spaceId, pageId: page.id }
  const text = textOf(await service.call(api.spaceContent.page, { params, query: { format: 'markdown' } }))
  const file = /\/files\/(\w+)/.exec(text)?.[1] ?? ''
  const { downloadURL } = await service.call(api.spaceContent.file, {
    params: { spaceId, fileId: file },
    query: {},
  })
  expect(await service.read(downloadURL)).toBe(pictureOf(action))
}

/** A merged request has both its pages in the space, any other has none. */
async function expectCompleteMerges(): Promise<void> {
  const { merged: spaceId } = target
  const { pages } = await service.call(api.spaceContent.pages, { params: { spaceId }, query: {} })
  const paths = new Set(pages.map((page) => ('path' in page ? page.path : '')))
  let merged = 0
  for (const status of ['draft', 'merged'] as const) {
    for await (const request of requestsIn(status)) {
      const action = Number(request.subject.replace('Action ', ''))
      const count = mergedPages(action).filter(([path]) => paths.has(path)).length
      expect({ action, status, count }).toEqual({ action, status, count: status === 'merged' ? 2 : 0 })
      if (status === 'merged') merged++
    }
  }
  expect(paths.size).toBe(WRITERS + 2 * merged)
}

async function* requestsIn(status: 'draft' | 'merged') {
  const params = { spaceId: target.merged }
  let page: string | undefined
  do {
    const query = { status: [status], limit: 100, ...(page === undefined ? {} : { page }) }
    const list = await service.call(api.changeRequests.list, { params, query })
    yield* list.items
    page = list.next?.page
  } while (page !== undefined)
}

/** The tables derived from revisions equal those that `lectern rebuild` writes. */
async function expectDerivedTables(): Promise<void> {
  expect(await runLectern(dataDir, 'rebuild', '--check')).toMatch(/Merged: no differences/)
  const before = await responses()
  await runLectern(dataDir, 'rebuild')
  expect(await runLectern(dataDir, 'rebuild', '--check')).toMatch(/Imported: no differences/)
  expect(await responses()).toEqual(before)
}

/** Responses that come from those tables. */
const responses = () =>
  Promise.all(
    [target.imported, target.merged].map(async (spaceId) => {
      const params = { spaceId }
      return {
        links: await service.call(api.spaceLinks.list, { params, query: { limit: 100 } }),
        files: await service.call(api.spaceContent.files, { params, query: { limit: 100 } }),
        found: await service.call(api.search.space, { params, query: { query: 'second', limit: 50 } }),
      }
    }),
  )
