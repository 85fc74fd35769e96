import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { diffRegions } from '#markup/diff.ts'
import type { Change } from '#server/content/changes.ts'
import { commit } from '#server/content/commit.ts'
import { contentOf, markdownOf } from '#server/content/read.ts'
import type { SpaceRef } from '#server/content/space-ref.ts'
import { exportOf } from '#server/exporting/space-files.ts'
import { folderFiles } from '#server/importing/folder.ts'
import { importFolder } from '#server/importing/import-folder.ts'
import type { ImportReport } from '#server/importing/plan.ts'
import { useTestApp } from '../app.ts'
import { archive, corpusFiles } from './source.ts'

// What was imported and not changed is exported byte for byte. `CORPORA` names further folders, separated by colons.

const app = useTestApp()
const folders = process.env.CORPORA?.split(':') ?? []

async function filesIn(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const { path } of await folderFiles(folder).list()) files.set(path, await readFile(join(folder, path)))
  return files
}

async function imported(folder: string): Promise<{ at: SpaceRef; report: ImportReport }> {
  const { organizationId, admin } = await app.anOrganization()
  const { id: spaceId } = await app.as(admin)(api.spaces.create, { params: { organizationId }, body: {} })
  const { report } = await importFolder(app.service, { organizationId, spaceId, folder, by: null })
  return { at: { organizationId, spaceId }, report }
}

async function exported(at: SpaceRef): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const { entries } = await exportOf(app.service, at)
  for await (const { path, open } of entries()) files.set(path, await buffer(await open()))
  return files
}

/** Paths with other bytes, without a reason in the report for those that are missing, and new ones. */
function differences(
  before: ReadonlyMap<string, Buffer>,
  after: ReadonlyMap<string, Buffer>,
  { skipped }: Pick<ImportReport, 'skipped'>,
) {
  const explained = new Set(skipped.map(({ path }) => path))
  const paths = [...before.keys()]
  return {
    same: paths.filter((path) => after.get(path)?.equals(before.get(path) ?? Buffer.of())).length,
    changed: paths.filter((path) => after.get(path)?.equals(before.get(path) ?? Buffer.of()) === false),
    missing: paths.filter((path) => !after.has(path) && !explained.has(path)),
    explained: paths.filter((path) => !after.has(path) && explained.has(path)).length,
    added: [...after.keys()].filter((path) => !before.has(path)),
  }
}

test.each([archive, ...folders])(
  '%s is exported as it was imported, and an edit changes its line',
  {
    timeout: 300_000,
  },
  async (source) => {
    const before = source === archive ? await corpusFiles() : await filesIn(source)
    const { at, report } = await imported(source)
    const after = await exported(at)
    const result = differences(before, after, report)
    const figures = `${basename(source)}: ${JSON.stringify({ ...result, pages: report.pages })}\n`
    if (folders.length > 0) process.stdout.write(figures)
    expect(result).toMatchObject({ changed: [], missing: [], added: [] })
    await expectOneLinePerEdit(at, after)
  },
)

/** Edits a word on some pages as a writer would, and expects that only these lines are exported differently. */
async function expectOneLinePerEdit(at: SpaceRef, before: ReadonlyMap<string, Buffer>): Promise<void> {
  const content = await contentOf(app.db, at)
  const pages = [...content.tree.all()].filter(({ entry }) => entry.body !== undefined)
  const every = Math.ceil(pages.length / 10)
  const edits: Change[] = []
  for (const { entry } of pages.filter((_, index) => index % every === 0)) {
    const markdown = (await markdownOf(app.db, content, entry)).replace(/(?<=^|\n)[A-Z]\p{L}+ /u, '$&edited ')
    if (markdown.includes(' edited '))
      edits.push({ operation: 'update_page', page: entry.id, document: { markdown, isWhole: true } })
  }
  const { service } = app
  const input = { ...at, changes: edits, by: null, now: service.now(), newId: service.newId }
  await app.db.transaction().execute((tx) => commit(tx, input))
  const after = await exported(at)
  const changed = [...before].filter(([path, bytes]) => after.get(path)?.equals(bytes) === false)
  expect([after.size, changed.length]).toEqual([before.size, edits.length])
  for (const [path, bytes] of changed) {
    const regions = diffRegions(String(bytes).split('\n'), String(after.get(path)).split('\n'))
    expect([path, regions.map((region) => [region.before[1], region.after[1]])]).toEqual([path, [[1, 1]]])
  }
}
