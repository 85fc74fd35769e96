import type { Content } from '../content/read.ts'
import type { SpaceRef } from '../content/space-ref.ts'
import type { Tx } from '../db/client.ts'
import { deleteOriginalFiles, deleteOriginalSettings } from '../importing/original-file-queries.ts'
import {
  isSetting,
  type OriginalFile,
  originalFilesOf,
  recordOriginalFiles,
} from '../importing/original-files.ts'
import { settingsOf } from '../importing/source-settings.ts'
import { contentFiles, type PlanAtCommit, sourceOf } from './plan-at.ts'
import { type Repository, readBlob } from './repository-files.ts'

/** The files of a commit that differ from an earlier one, with what they become. The table of contents is always one. */
export function pulledFiles(
  repository: Repository,
  before: PlanAtCommit | null,
  { plan, files }: PlanAtCommit,
): Promise<OriginalFile[]> {
  const alwaysRecorded = new Set([...plan.findings.configFiles, ...(plan.unlisted ?? [])])
  const differing = [...files].filter(
    ([path, hash]) => before?.files.get(path) !== hash || alwaysRecorded.has(path) || isSetting(path),
  )
  return originalFilesOf(plan, sourceOf(repository, new Map(differing)))
}

type Recording = {
  readonly revision: string
  readonly files: readonly OriginalFile[]
  readonly isFirst: boolean
}

/** Records the files of a pull in the transaction that commits it, so that a push writes them as they are. */
export async function recordPulledFiles(
  tx: Tx,
  at: SpaceRef & { readonly now: Date },
  { revision, files, isFirst }: Recording,
): Promise<void> {
  await (isFirst ? deleteOriginalFiles(tx, at) : deleteOriginalSettings(tx, at))
  await recordOriginalFiles(tx, at, { revision, files })
}

type Push = {
  readonly folder: string
  /** The commit of the sync before; null for the first push. */
  readonly former: string | null
  readonly commit: string
  readonly ids: ReadonlyMap<string, string>
  /** The content of the commit. */
  readonly content: Content
}

/** The files that a push changed: from then on they are what the space was imported from. */
export async function pushedFiles(
  repository: Repository,
  { folder, former, commit, ids, content }: Push,
): Promise<OriginalFile[]> {
  const before = await contentFiles(repository, former, folder)
  const after = (await contentFiles(repository, commit, folder)) ?? new Map<string, string>()
  const { summary } = await settingsOf(sourceOf(repository, after), new Set(after.keys()))
  const reusables = new Set((await content.reusables()).map(({ id }) => id))
  const files: OriginalFile[] = []
  for (const [path, hash] of after) {
    const target = path === summary ? summary : ids.get(path)
    if (target === undefined || before?.get(path) === hash) continue
    const kind =
      path === summary
        ? 'summary'
        : reusables.has(target)
          ? 'reusable'
          : content.tree.page(target) === undefined
            ? 'file'
            : 'page'
    const bytes = kind === 'file' ? null : await readBlob(repository, hash)
    files.push({ kind, target, path, bytes })
  }
  return files
}
