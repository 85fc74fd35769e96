import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { api } from '#contract/api.ts'
import { readConfig } from '#server/config.ts'
import { rebuildSpaces } from '#server/content/rebuild-spaces.ts'
import { openDatabase } from '#server/db/client.ts'
import { serviceOf } from '#server/service.ts'
import type { Instance } from './instance.ts'
import type { Journal, OwnSection } from './writes.ts'

/** Where the last check of a journal ended. */
export type Checked = { writes: number; files: number; imports: number }

/**
 * Compares what was acknowledged since the last check with what the service has, and the derived tables with the
 * revisions, as `lectern rebuild --check` does. Returns what differs.
 */
export async function verify(
  instance: Instance,
  journal: Journal,
  since: Checked = { writes: 0, files: 0, imports: 0 },
): Promise<readonly string[]> {
  await instance.ready()
  const lost: string[] = []
  for (const importRunId of journal.acceptedImports.slice(since.imports)) {
    const status = await finishedImport(instance, journal, importRunId)
    if (status !== 'completed') lost.push(`import ${importRunId} is ${status}`)
  }
  for (const { what, spaceId, revision, pages } of journal.acknowledged.slice(since.writes)) {
    for (const [pagePath, text] of pages) {
      const params = { spaceId, revisionId: revision, pagePath }
      const page = await instance
        .call(api.revisions.pageByPath, { params, query: { format: 'markdown' } })
        .catch((error: unknown) => ({ markdown: String(error) }))
      const stored = 'markdown' in page ? String(page.markdown).trimEnd() : ''
      if (stored !== text) lost.push(`${what}: ${pagePath} is ${stored.slice(0, 60)}`)
    }
  }
  for (const { spaceId, id, text } of journal.files.slice(since.files)) {
    const stored = await storedText(instance, spaceId, id)
    if (stored !== text) lost.push(`file ${id}: ${stored.slice(0, 60)}`)
  }
  lost.push(...(await lostTitles(instance, journal)), ...(await wrongProjections(instance)))
  since.writes = journal.acknowledged.length
  since.files = journal.files.length
  since.imports = journal.acceptedImports.length
  return lost
}

async function finishedImport({ call }: Instance, { target }: Journal, importRunId: string): Promise<string> {
  const params = { organizationId: target.organizationId, importRunId }
  for (;;) {
    const { status } = await call(api.imports.get, { params })
    if (status !== 'pending' && status !== 'in-progress') return status
    await pause(50)
  }
}

async function storedText(instance: Instance, spaceId: string, fileId: string): Promise<string> {
  try {
    const params = { spaceId, fileId }
    const { downloadURL } = await instance.call(api.spaceContent.file, { params, query: {} })
    const { pathname, search } = new URL(downloadURL)
    return await (await instance.fetch(pathname + search)).text()
  } catch (error) {
    return String(error)
  }
}

/** A title or description is the last acknowledged one, or one of the attempts after it whose outcome is unknown. */
async function lostTitles({ call }: Instance, journal: Journal): Promise<string[]> {
  const params = { organizationId: journal.target.organizationId, siteId: journal.siteId }
  const { items } = await call(api.siteSections.list, { params, query: {} })
  const differs = (field: 'title' | 'description') => (section: OwnSection) => {
    const item = items.find(({ id }) => id === section.id)
    const stored = item === undefined ? 'missing' : (item[field] ?? '')
    return section.possible.has(stored) ? [] : [`section ${section.id}: ${stored}`]
  }
  return [...journal.sections.flatMap(differs('title')), ...journal.planned.flatMap(differs('description'))]
}

async function wrongProjections(instance: Instance): Promise<string[]> {
  const { db, close } = openDatabase(instance.connectionString(), { max: 1 })
  try {
    const service = serviceOf(readConfig({ DATA_DIR: instance.dataDir }), db, pino({ level: 'silent' }))
    const wrong: string[] = []
    for await (const space of rebuildSpaces(service, { onlyCheck: true, spaceId: undefined }))
      wrong.push(...space.wrong.map((what) => `rebuild --check, ${space.title}: ${what}`))
    return wrong
  } finally {
    await close()
  }
}
