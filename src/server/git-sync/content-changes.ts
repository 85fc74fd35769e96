import type { Blobs } from '../content/blobs.ts'
import type { Change, NewFile } from '../content/changes.ts'
import type { FileEntry, ReusableEntry, Variables } from '../content/entries.ts'
import { newFile } from '../content/files.ts'
import type { Snapshot } from '../content/snapshot.ts'
import { DomainError } from '../errors.ts'
import type { PlannedFile, PlannedReusable } from '../importing/plan.ts'
import { pageChanges } from './page-changes.ts'
import type { PlanAtCommit } from './plan-at.ts'
import { type ContentTree, treeOfPlan } from './planned-content.ts'
import { NO_VALUES, valueChanges } from './value-changes.ts'

/** The content of the space at the last sync. */
export type SpaceContent = {
  readonly tree: Snapshot
  readonly files: readonly FileEntry[]
  readonly reusables: readonly ReusableEntry[]
}

/** What changed in a repository between two states. Without a `before`, `base` is what the space contained. */
type Comparison = {
  readonly space: SpaceContent
  readonly after: PlanAtCommit
} & (
  | { readonly before: PlanAtCommit }
  | {
      readonly before: null
      readonly base: {
        readonly tree: ContentTree
        readonly reusableTexts: ReadonlyMap<string, string>
        readonly variables: Variables
      }
    }
)

/** A change of the repository as changes of the space, in an order in which they can be applied. */
export async function contentChanges(blobs: Blobs, comparison: Comparison): Promise<Change[]> {
  const { space, after, before } = comparison
  const known = before === null ? comparison.base.tree : treeOfPlan(before.plan.pages, space.tree)
  const next = treeOfPlan(after.plan.pages, space.tree)
  const files = await fileChanges(blobs, comparison)
  const reusables = reusableChanges(comparison)
  const values = before === null ? { ...NO_VALUES, variables: comparison.base.variables } : before.plan.values
  return [
    ...files.first,
    ...reusables.first,
    ...valueChanges(values ?? NO_VALUES, after.plan.values ?? NO_VALUES),
    ...pageChanges(known, next, space.tree),
    ...reusables.last,
    ...files.last,
  ]
}

async function fileChanges(blobs: Blobs, { space, before, after }: Comparison) {
  const entries = new Map(space.files.map((entry) => [entry.id, entry]))
  const earlier = new Map(before?.plan.files.map((file) => [file.id, file]))
  const inserted: NewFile[] = []
  const updates: Change[] = []
  for (const file of after.plan.files) {
    const entry = entries.get(file.id)
    const was = earlier.get(file.id)
    const hash = was === undefined ? undefined : before?.files.get(was.source)
    const isSameContent = hash !== undefined && hash === after.files.get(file.source)
    if (entry !== undefined && isSameContent && was?.name === file.name) continue
    const stored = await storedFile(blobs, file)
    if (stored === null) continue
    if (entry === undefined) inserted.push(stored)
    else updates.push(...updateOf(entry, stored, was?.name))
  }
  const remaining = new Set(after.plan.files.map(({ id }) => id))
  const former = before === null ? [...entries.keys()] : [...earlier.keys()]
  const deleted = former.filter((id) => !remaining.has(id) && entries.has(id))
  const insertions: Change[] = inserted.length === 0 ? [] : [{ operation: 'insert_files', files: inserted }]
  return {
    first: [...insertions, ...updates],
    last: deleted.map((file): Change => ({ operation: 'delete_file', file })),
  }
}

/** Null for a file that can't be used, which is left as it is in the space. */
async function storedFile(blobs: Blobs, { id, name, read }: PlannedFile): Promise<NewFile | null> {
  try {
    return await newFile(blobs, { id, name, bytes: await read() })
  } catch (error) {
    if (error instanceof DomainError && error.reason === 'validation') return null
    throw error
  }
}

function updateOf(
  entry: FileEntry,
  { id: _, ref: _ref, name, ...content }: NewFile,
  formerName: string | undefined,
): Change[] {
  const isRenamed = formerName !== undefined && formerName !== name
  const isNew = content.blob !== entry.blob
  if (!isRenamed && !isNew) return []
  return [
    {
      operation: 'update_file',
      file: entry.id,
      ...(isRenamed ? { name } : {}),
      ...(isNew ? { content } : {}),
    },
  ]
}

function reusableChanges(comparison: Comparison) {
  const { space, before, after } = comparison
  const entries = new Map(space.reusables.map((entry) => [entry.id, entry]))
  const earlier = new Map<string, Pick<PlannedReusable, 'title' | 'text'>>(
    before === null
      ? space.reusables.map(({ id, title }) => [
          id,
          { title, text: comparison.base.reusableTexts.get(id) ?? '' },
        ])
      : before.plan.reusables.map((one) => [one.id, one]),
  )
  const first = after.plan.reusables.flatMap(({ id, title, text }): Change[] => {
    const document = { markdown: text, isWhole: true }
    if (!entries.has(id)) return [{ operation: 'insert_reusable_content', id, title, document }]
    const was = earlier.get(id)
    if (was?.title === title && was.text === text) return []
    return [
      {
        operation: 'update_reusable_content',
        reusableContent: id,
        ...(was?.title === title ? {} : { title }),
        ...(was?.text === text ? {} : { document }),
      },
    ]
  })
  const remaining = new Set(after.plan.reusables.map(({ id }) => id))
  const last = [...earlier.keys()]
    .filter((id) => !remaining.has(id) && entries.has(id))
    .map((reusableContent): Change => ({ operation: 'delete_reusable_content', reusableContent }))
  return { first, last }
}
