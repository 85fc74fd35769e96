import type { RevisionSummary } from '#contract/revisions.ts'
import type { SemanticChange } from '#contract/semantic-changes.ts'
import { MAX_SUMMARY_NAMES } from '#contract/shared/limits.ts'
import { rootsOfRevisions } from '../../content/revision-rows.ts'
import type { Context } from '../../context.ts'
import { compareRoots } from '../revision-content/comparison.ts'

type Summarized = { readonly id: string; readonly root: string; readonly parents: readonly string[] }

/** What each of some revisions of a space changed in its first parent, by the revision. */
export async function summariesOf(
  ctx: Context,
  spaceId: string,
  revisions: readonly Summarized[],
): Promise<ReadonlyMap<string, RevisionSummary>> {
  const { organizationId } = ctx.access
  const parents = revisions.flatMap((revision) => revision.parents.slice(0, 1))
  const roots = await rootsOfRevisions(ctx.db, { organizationId, spaceId }, parents)
  const summaries = new Map<string, RevisionSummary>()
  // One after the other: most of what a comparison reads is cached by the one before.
  for (const {
    id,
    root,
    parents: [parent = ''],
  } of revisions) {
    const { changes } = await compareRoots(ctx, { spaceId, from: roots.get(parent) ?? null, to: root })
    summaries.set(id, summaryOf(changes))
  }
  return summaries
}

type Entry = RevisionSummary[number]
type Changed = Pick<Entry, 'object' | 'action'> & { readonly id: string; readonly name: string }

/** Groups changes by what they do to which kind of object. A page that was moved and edited is an edited one. */
export function summaryOf(changes: readonly SemanticChange[]): RevisionSummary {
  const changed = changes.flatMap(changedObjects)
  const edited = new Set(changed.flatMap(({ id, action }) => (action === 'edited' ? id : [])))
  const counted = changed.filter(({ id, action }) => action !== 'moved' || !edited.has(id))
  const groups = Map.groupBy(counted, ({ object, action }) => `${object} ${action}`)
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : {
          object: first.object,
          action: first.action,
          count: 1 + others.length,
          names: [first, ...others].slice(0, MAX_SUMMARY_NAMES).map(({ name }) => name),
        },
  )
}

function changedObjects(change: SemanticChange): Changed[] {
  const action = change.type.split('_').at(-1) as Entry['action']
  if ('page' in change) return [{ object: 'page', action, id: change.page.id, name: change.page.title }]
  if ('file' in change) return [{ object: 'file', action, id: change.file.id, name: change.file.name }]
  if ('tag' in change) return [{ object: 'tag', action, id: change.tag.slug, name: change.tag.label }]
  if ('reusableContent' in change) {
    const { id, title } = change.reusableContent
    return [{ object: 'reusable-content', action, id, name: title }]
  }
  if (change.type !== 'variables_edited') return []
  return change.variables.map((name) => ({ object: 'variable', action, id: name, name }))
}
