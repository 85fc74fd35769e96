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

// The service and its database are killed in the middle of 200 imports and merges, again and again. What they
// acknowledged must be there afterwards; what they did not must be there whole or not at all.

const acts = 200
const writers = 4
/** After so many acts the next blow falls; fewer than the attempts that an import gets. */
const blows = [30, 75, 120, 165]

let service: KilledService
let dataDir: string
let place: WriteTarget
beforeEach(async () => {
  dataDir = makeTestFolder()
  service = await startKilledService(dataDir)
  place = await createWriteTarget(service.call)
  return () => service.stop()
}, 120_000)

test('killed in the middle of 200 imports and merges, nothing acknowledged is lost and nothing is there by half', async () => {
  const notes = await writeThrough(() => service.killAndStart())
  expect(service.kills()).toBe(blows.length)
  expect(notes.interrupted).toBeGreaterThan(0)
  expect(notes.acknowledged.length).toBeGreaterThan(acts)
  await importsEnded()
  await expectThere(notes.acknowledged)
  await expectWholeImports(notes)
  await expectWholeMerges()
  await expectAsRebuilt()
}, 600_000)

/** Lets writers work at once while the service is ended now and then. */
async function writeThrough(end: () => Promise<void>): Promise<WriteLog> {
  const notes: WriteLog = { acknowledged: [], acceptedImports: [], interrupted: 0 }
  const failed = new AbortController()
  let next = 0
  let done = 0
  const write = async (writer: number): Promise<void> => {
    const own = await ownPage(writer)
    for (let act = next++; act < acts && !failed.signal.aborted; act = next++) {
      await mayBeCut(notes, () => (act % 2 === 0 ? importOne : mergeOne)(service.call, place, act, notes))
      if (act % 4 === 1)
        await mayBeCut(notes, () =>
          editOne(service.call, place, { ...own, text: `Written in ${act}.` }, notes),
        )
      done++
    }
  }
  const strike = async (): Promise<void> => {
    for (const count of blows) {
      while (done < count) await pause(5, undefined, failed)
      await end()
    }
  }
  const all = [strike(), ...Array.from({ length: writers }, (_, writer) => write(writer))]
  try {
    await Promise.all(all)
  } finally {
    failed.abort()
    await Promise.allSettled(all)
  }
  return notes
}

/** An act that fails while the service stands would be a fault; one that a blow hit has an unknown end. */
async function mayBeCut(notes: WriteLog, act: () => Promise<void>): Promise<void> {
  await service.up()
  const before = service.kills()
  try {
    await act()
  } catch (error) {
    if (service.kills() === before) throw error
    notes.interrupted++
  }
}

/** Made before the first blow, or found again after it. */
async function ownPage(writer: number): Promise<{ page: string; path: string }> {
  const path = `writer-${writer}`
  const changes = [{ operation: 'insert_page' as const, title: path, slug: path, document: {} }]
  const { changes: made } = await service.call(api.spaceContent.edit, {
    params: { spaceId: place.merged },
    body: { changes },
  })
  const [first] = made
  if (first?.object !== 'created_page') throw new Error('The page was not made')
  return { page: first.page.id, path }
}

async function expectThere(acknowledged: readonly AcknowledgedWrite[]): Promise<void> {
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

/** Imports that the service took on go on by themselves after a start. */
async function importsEnded(): Promise<void> {
  const { organizationId } = place
  const active = () =>
    service.call(api.imports.list, { params: { organizationId }, query: { status: 'active' } })
  for (let { items } = await active(); items.length > 0; { items } = await active()) await pause(50)
}

/** Every import taken on is completed and there once; any other is there whole and once, or not at all. */
async function expectWholeImports({ acceptedImports: takenOn }: WriteLog): Promise<void> {
  const { organizationId, imported: spaceId } = place
  for (const importRunId of acceptedImports) {
    const run = await service.call(api.imports.get, { params: { organizationId, importRunId } })
    expect(run).toMatchObject({ status: 'completed', report: { pages: 3, files: 1 } })
  }
  const { pages } = await service.call(api.spaceContent.pages, { params: { spaceId }, query: {} })
  const titles = pages.map(({ title }) => title)
  expect(new Set(titles).size).toBe(titles.length)
  expect(titles.length).toBeGreaterThanOrEqual(acceptedImports.length)
  for (const page of pages) await expectWholeImport(page)
}

async function expectWholeImport(page: Page): Promise<void> {
  const spaceId = place.imported
  const act = Number(page.title.replace('Import ', ''))
  const below = 'pages' in page ? page.pages.map((child) => 'path' in child && child.path) : []
  expect({ act, below }).toEqual({ act, below: importedPages(act).map(([path]) => path) })
  const params = { spaceId, pageId: page.id }
  const text = textOf(await service.call(api.spaceContent.page, { params, query: { format: 'markdown' } }))
  const file = /\/files\/(\w+)/.exec(text)?.[1] ?? ''
  const { downloadURL } = await service.call(api.spaceContent.file, {
    params: { spaceId, fileId: file },
    query: {},
  })
  expect(await service.read(downloadURL)).toBe(pictureOf(act))
}

/** What is merged is in the space with both its pages, what is not has none of them there. */
async function expectWholeMerges(): Promise<void> {
  const { merged: spaceId } = place
  const { pages } = await service.call(api.spaceContent.pages, { params: { spaceId }, query: {} })
  const paths = new Set(pages.map((page) => ('path' in page ? page.path : '')))
  let merged = 0
  for (const status of ['draft', 'merged'] as const) {
    for await (const request of requestsIn(status)) {
      const act = Number(request.subject.replace('Act ', ''))
      const there = mergedPages(act).filter(([path]) => paths.has(path)).length
      expect({ act, status, there }).toEqual({ act, status, there: status === 'merged' ? 2 : 0 })
      if (status === 'merged') merged++
    }
  }
  expect(paths.size).toBe(writers + 2 * merged)
}

async function* requestsIn(status: 'draft' | 'merged') {
  const params = { spaceId: place.merged }
  let page: string | undefined
  do {
    const query = { status: [status], limit: 100, ...(page === undefined ? {} : { page }) }
    const list = await service.call(api.changeRequests.list, { params, query })
    yield* list.items
    page = list.next?.page
  } while (page !== undefined)
}

/** The tables that are drawn from the revisions say what they say when drawn anew, by the operator's own command. */
async function expectAsRebuilt(): Promise<void> {
  expect(await runLectern(dataDir, 'rebuild', '--check')).toMatch(/Merged: as it should be/)
  const before = await answers()
  await runLectern(dataDir, 'rebuild')
  expect(await runLectern(dataDir, 'rebuild', '--check')).toMatch(/Imported: as it should be/)
  expect(await answers()).toEqual(before)
}

/** What is answered from those tables. */
const answers = () =>
  Promise.all(
    [place.imported, place.merged].map(async (spaceId) => {
      const params = { spaceId }
      return {
        links: await service.call(api.spaceLinks.list, { params, query: { limit: 100 } }),
        files: await service.call(api.spaceContent.files, { params, query: { limit: 100 } }),
        found: await service.call(api.search.space, { params, query: { query: 'second', limit: 50 } }),
      }
    }),
  )
