import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { isSameValue } from '../content/entries.ts'
import { type Content, contentOf } from '../content/read.ts'
import type { SpaceRef } from '../content/space-ref.ts'
import type { Service } from '../context.ts'
import type { Layout } from '../exporting/layout.ts'
import { exportOf } from '../exporting/space-files.ts'
import { settingsOf } from '../importing/source-settings.ts'
import { contentFiles, sourceOf } from './plan-at.ts'
import { writeBlob } from './repository-commits.ts'
import { filesAt, type Repository } from './repository-files.ts'

type Input = {
  readonly service: Service
  readonly repository: Repository
  readonly at: SpaceRef
  readonly folder: string
  /** The commit that the changes are for. */
  readonly commit: string | null
  /** The revision with the content of the commit; null for the first push. */
  readonly from: Content | null
  readonly revision: string
  /** The ids of pages, files and reusable contents by the paths of their files in the commit. */
  readonly ids: ReadonlyMap<string, string>
}

export type ExportedChanges = {
  /** The hashes of files that differ by their path in the folder; null for a file to remove. */
  readonly changes: ReadonlyMap<string, string | null>
  readonly ids: ReadonlyMap<string, string>
}

/** Writes the files of a revision that differ from those of a commit. */
export async function exportedChanges(input: Input): Promise<ExportedChanges> {
  const { service, repository, at, commit, folder, from, revision, ids } = input
  const all = (await filesAt(repository, commit, folder)) ?? new Map<string, string>()
  const known = (await contentFiles(repository, commit, folder)) ?? new Map<string, string>()
  const { summary } = await settingsOf(sourceOf(repository, known), new Set(known.keys()))
  // The first push writes over files with the same names; after it, the space only writes over its own.
  const isOther = (path: string) => from !== null && !ids.has(path) && path !== summary
  const taken = [...all.keys()].filter(isOther)
  const { entries, layout } = await exportOf(service, at, revision, { summary, taken })
  const blobs = await unchangedFiles(service, input, layout)
  const isNew = await hasNewVariables(service, input)
  const own = new Set([...idsOf(layout).keys(), layout.summary])
  const changes = new Map<string, string | null>()
  const written = new Set<string>()
  for await (const { path, open } of entries()) {
    written.add(path)
    if (ids.has(path) && all.has(path) && blobs.has(path)) continue
    // Other settings are written once: from then on they are only changed in the repository.
    const isVariables = isNew && VARIABLES.test(path)
    if (from !== null && !own.has(path) && !isVariables) continue
    const bytes = await buffer(await open())
    if (hashOf(bytes) !== all.get(path)) changes.set(path, await writeBlob(repository, bytes))
  }
  for (const path of ids.keys()) if (!written.has(path) && all.has(path)) changes.set(path, null)
  return { changes, ids: idsOf(layout) }
}

const VARIABLES = /(?:^|\/)\.gitbook\/vars\.ya?ml$/

async function hasNewVariables({ db }: Service, { at, from, revision }: Input): Promise<boolean> {
  const to = await contentOf(db, at, revision)
  return from !== null && !isSameValue(await from.variables(), await to.variables())
}

/** Paths of files whose bytes are the same in both revisions, which are not read. */
async function unchangedFiles(
  { db }: Service,
  { at, from, revision }: Input,
  layout: Layout,
): Promise<ReadonlySet<string>> {
  const former = new Map((await from?.files())?.map(({ id, blob }) => [id, blob]))
  const files = await (await contentOf(db, at, revision)).files()
  return new Set(
    files.filter(({ id, blob }) => former.get(id) === blob).map(({ id }) => layout.files.get(id) ?? ''),
  )
}

/** The hash that git gives a file. */
const hashOf = (bytes: Buffer): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')

const idsOf = ({ pages, files, reusables }: Layout): ReadonlyMap<string, string> =>
  new Map([...pages, ...files, ...reusables].map(([id, path]) => [path, id]))
