import { setTimeout as pause } from 'node:timers/promises'
import { api } from '#contract/api.ts'
import type { CallAs } from '../app.ts'

/** The spaces that writers write to. */
export type WriteTarget = {
  readonly organizationId: string
  /** The space of the imports. */
  readonly imported: string
  /** The space of the merges and live edits. */
  readonly merged: string
}

/** A revision that the service acknowledged, and the expected texts of its pages. */
export type AcknowledgedWrite = {
  readonly what: string
  readonly spaceId: string
  readonly revision: string
  /** By path. */
  readonly pages: ReadonlyMap<string, string>
}

export type WriteLog = {
  readonly acknowledged: AcknowledgedWrite[]
  /** Imports that the service accepted, whether or not they were finished when it was killed. */
  readonly acceptedImports: string[]
  /** Actions that a kill interrupted. */
  interrupted: number
}

/** Imports three pages and an image that link to each other. */
export async function importOne(
  call: CallAs,
  target: WriteTarget,
  action: number,
  log: WriteLog,
): Promise<void> {
  const form = new FormData()
  for (const [name, text] of Object.entries(importFiles(action))) form.append('files', new Blob([text]), name)
  const { organizationId, imported: spaceId } = target
  const { id } = await call(api.spaceContent.upload, { params: { spaceId }, body: form })
  log.acceptedImports.push(id)
  const params = { organizationId, importRunId: id }
  for (let run = await call(api.imports.get, { params }); ; run = await call(api.imports.get, { params })) {
    if (run.status === 'completed') {
      const pages = new Map(importedPages(action))
      return void log.acknowledged.push({
        what: `import ${action}`,
        spaceId,
        revision: run.revision ?? '',
        pages,
      })
    }
    if (run.status === 'failed') throw new Error(`Import ${action} failed: ${run.reason}`)
    await pause(20)
  }
}

const importFiles = (action: number): Record<string, string> => ({
  'SUMMARY.md': `* [Import ${action}](i${action}/README.md)\n  * [One](i${action}/one.md)\n  * [Two](i${action}/two.md)\n`,
  [`i${action}/README.md`]: `# Import ${action}\n\nAction ${action}: [one](one.md), ![dot](dot.svg)\n`,
  [`i${action}/one.md`]: `# One\n\nThe first of ${action}.\n`,
  [`i${action}/two.md`]: `# Two\n\nThe second of ${action}.\n`,
  [`i${action}/dot.svg`]: pictureOf(action),
})

export const pictureOf = (action: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><title>${action}</title></svg>`

/** Paths and texts of the pages of an import, except the first, which contains an unknown file id. */
export const importedPages = (action: number): [path: string, text: string][] => [
  [`i${action}/one`, `The first of ${action}.`],
  [`i${action}/two`, `The second of ${action}.`],
]

/** Creates and merges a change request with two new pages. */
export async function mergeOne(
  call: CallAs,
  target: WriteTarget,
  action: number,
  log: WriteLog,
): Promise<void> {
  const { merged: spaceId } = target
  const request = await call(api.changeRequests.create, {
    params: { spaceId },
    body: { subject: subjectOf(action) },
  })
  const params = { spaceId, changeRequestId: request.id }
  const pages = new Map(mergedPages(action))
  const changes = [...pages].map(([path, markdown]) => ({
    operation: 'insert_page' as const,
    title: path,
    slug: path,
    document: { markdown },
  }))
  const edited = await call(api.changeRequestContent.edit, { params, body: { changes } })
  const { revision: written } = 'changeRequest' in edited ? edited.changeRequest : edited
  log.acknowledged.push({ what: `edit of request ${action}`, spaceId, revision: written, pages })
  const { revision, result } = await call(api.changeRequests.merge, { params })
  if (result !== 'merge') throw new Error(`Request ${action} without shared pages had conflicts`)
  log.acknowledged.push({ what: `merge ${action}`, spaceId, revision, pages })
}

export const subjectOf = (action: number): string => `Action ${action}`

export const mergedPages = (action: number): [path: string, text: string][] => [
  [`m${action}-first`, `Merged first in ${action}.`],
  [`m${action}-second`, `Merged second in ${action}.`],
]

/** Replaces the text of the page of a writer in the live space. */
export async function editOne(
  call: CallAs,
  { merged: spaceId }: WriteTarget,
  { page, path, text }: { readonly page: string; readonly path: string; readonly text: string },
  log: WriteLog,
): Promise<void> {
  const changes = [{ operation: 'update_page' as const, page, document: { markdown: text } }]
  const { revision } = await call(api.spaceContent.edit, { params: { spaceId }, body: { changes } })
  log.acknowledged.push({ what: text, spaceId, revision, pages: new Map([[path, text]]) })
}
