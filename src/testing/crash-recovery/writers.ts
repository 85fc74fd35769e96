import { setTimeout as pause } from 'node:timers/promises'
import { api } from '#contract/api.ts'
import type { CallAs } from '../app.ts'

/** What a service that may be killed at any moment is asked for. */
export type WriteTarget = {
  readonly organizationId: string
  /** Where imports go. */
  readonly imported: string
  /** Where requests are merged and pages are edited live. */
  readonly merged: string
}

/** A revision that the service acknowledged, with pages as they must stand in it. */
export type AcknowledgedWrite = {
  readonly what: string
  readonly spaceId: string
  readonly revision: string
  /** By path. */
  readonly pages: ReadonlyMap<string, string>
}

export type WriteLog = {
  readonly acknowledged: AcknowledgedWrite[]
  /** Imports that the service took on, done or not when it was killed. */
  readonly acceptedImports: string[]
  /** Acts that the end of the service hit. */
  interrupted: number
}

/** An import of three pages and a picture that link to one another. */
export async function importOne(
  call: CallAs,
  place: WriteTarget,
  act: number,
  notes: WriteLog,
): Promise<void> {
  const form = new FormData()
  for (const [name, text] of Object.entries(importFiles(act))) form.append('files', new Blob([text]), name)
  const { organizationId, imported: spaceId } = place
  const { id } = await call(api.spaceContent.upload, { params: { spaceId }, body: form })
  notes.acceptedImports.push(id)
  const params = { organizationId, importRunId: id }
  for (let run = await call(api.imports.get, { params }); ; run = await call(api.imports.get, { params })) {
    if (run.status === 'completed') {
      const pages = new Map(importedPages(act))
      return void notes.acknowledged.push({
        what: `import ${act}`,
        spaceId,
        revision: run.revision ?? '',
        pages,
      })
    }
    if (run.status === 'failed') throw new Error(`Import ${act} failed: ${run.reason}`)
    await pause(20)
  }
}

const importFiles = (act: number): Record<string, string> => ({
  'SUMMARY.md': `* [Import ${act}](i${act}/README.md)\n  * [One](i${act}/one.md)\n  * [Two](i${act}/two.md)\n`,
  [`i${act}/README.md`]: `# Import ${act}\n\nAct ${act}: [one](one.md), ![dot](dot.svg)\n`,
  [`i${act}/one.md`]: `# One\n\nThe first of ${act}.\n`,
  [`i${act}/two.md`]: `# Two\n\nThe second of ${act}.\n`,
  [`i${act}/dot.svg`]: pictureOf(act),
})

export const pictureOf = (act: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><title>${act}</title></svg>`

/** Paths of the pages of an import with their texts; that of the first names a file whose id nobody knows before. */
export const importedPages = (act: number): [path: string, text: string][] => [
  [`i${act}/one`, `The first of ${act}.`],
  [`i${act}/two`, `The second of ${act}.`],
]

/** A change request with a new page and a line more on a page of the writer's own, merged. */
export async function mergeOne(
  call: CallAs,
  place: WriteTarget,
  act: number,
  notes: WriteLog,
): Promise<void> {
  const { merged: spaceId } = place
  const request = await call(api.changeRequests.create, {
    params: { spaceId },
    body: { subject: subjectOf(act) },
  })
  const params = { spaceId, changeRequestId: request.id }
  const pages = new Map(mergedPages(act))
  const changes = [...pages].map(([path, markdown]) => ({
    operation: 'insert_page' as const,
    title: path,
    slug: path,
    document: { markdown },
  }))
  const edited = await call(api.changeRequestContent.edit, { params, body: { changes } })
  const { revision: written } = 'changeRequest' in edited ? edited.changeRequest : edited
  notes.acknowledged.push({ what: `edit of request ${act}`, spaceId, revision: written, pages })
  const { revision, result } = await call(api.changeRequests.merge, { params })
  if (result !== 'merge') throw new Error(`Request ${act} of nobody else's pages met conflicts`)
  notes.acknowledged.push({ what: `merge ${act}`, spaceId, revision, pages })
}

export const subjectOf = (act: number): string => `Act ${act}`

export const mergedPages = (act: number): [path: string, text: string][] => [
  [`m${act}-first`, `Merged first in ${act}.`],
  [`m${act}-second`, `Merged second in ${act}.`],
]

/** Writes a page of the writer's own anew, live. */
export async function editOne(
  call: CallAs,
  { merged: spaceId }: WriteTarget,
  { page, path, text }: { readonly page: string; readonly path: string; readonly text: string },
  notes: WriteLog,
): Promise<void> {
  const changes = [{ operation: 'update_page' as const, page, document: { markdown: text } }]
  const { revision } = await call(api.spaceContent.edit, { params: { spaceId }, body: { changes } })
  notes.acknowledged.push({ what: text, spaceId, revision, pages: new Map([[path, text]]) })
}
