import { Copy, Trash2 } from 'lucide-react'
import { api } from '#contract/api.ts'
import { siteSectionGroupTitle } from '#contract/site-section-groups.ts'
import { siteSectionTitle } from '#contract/site-sections.ts'
import type { Space } from '#contract/spaces.ts'
import { useApi } from '../../data/api.ts'
import { offerUndo } from '../../data/undo.ts'
import { labels } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import { addGroupEdit, addSpaceEdits } from './add-edits.ts'
import {
  defaultEdit,
  type EditTarget,
  fieldsEdit,
  type NodeFields,
  removeEdit,
  type StructureEdit,
} from './edits.ts'
import { alreadyReported, useMoveNodes } from './mutations.ts'
import { useRestoreRemoved } from './plan-mutations.ts'
import { type NodePosition, nameOrCount, titleOf } from './structure-nodes.ts'
import type { StructureRow } from './structure-rows.ts'

/** A space of the library, or a collection with the spaces in it. */
export type LibraryEntry = {
  readonly title: string
  readonly isCollection: boolean
  readonly spaces: readonly Space[]
}

/** Everything that can be done with rows. What fails is reverted, and a toast says why. */
export function useRowActions(target: EditTarget) {
  const { current } = target
  const apply = (edits: readonly StructureEdit[]) => void target.apply(edits).catch(alreadyReported)
  const restore = useRestoreRemoved(target.params)
  const setFields = ({ node }: StructureRow, fields: NodeFields) => apply([fieldsEdit(node, fields)])

  return {
    ...useMoveNodes(target),
    ...useDuplicateSpace(target),
    setFields,
    rename: (row: StructureRow, title: string) => {
      const limits = row.kind === 'site-section' ? siteSectionTitle : siteSectionGroupTitle
      const error = limits.safeParse(title).error?.issues[0]?.message
      if (error) toast.refused(`${labels.quoted(row.title)} keeps its name`, { reason: error })
      else setFields(row, { title })
    },
    makeDefault: ({ node }: StructureRow) => {
      const now = current()
      if (now && node.object !== 'site-section-group') apply([defaultEdit(node)])
    },
    remove: async (rows: readonly StructureRow[]) => {
      if (!current()) return
      const last = rows.find(({ removalRefusal }) => removalRefusal !== undefined)
      if (last) {
        toast.refused(`${labels.quoted(last.title)} stays`, { reason: last.removalRefusal ?? '' })
        return
      }
      const nodes = rows.map(({ node }) => node)
      const removal = target.apply(nodes.map(removeEdit))
      if (!target.isPlan) {
        const verb = nodes.every(({ object }) => object === 'site-section-group') ? 'Dissolved' : 'Removed'
        offerUndo(`${verb} ${nameOrCount(nodes)}`, () => void restore(nodes, removal), {
          icon: Trash2,
          during: removal.catch(alreadyReported),
        })
      }
      await removal.catch(alreadyReported)
    },
    addFromLibrary: (entries: readonly LibraryEntry[], to: NodePosition) =>
      addFromLibrary(target, entries, to),
  }
}

export type RowActions = ReturnType<typeof useRowActions>

/** Adds entries of the library; at the top level of a site with sections a collection becomes a group. */
async function addFromLibrary(
  target: EditTarget,
  entries: readonly LibraryEntry[],
  to: NodePosition,
): Promise<void> {
  const now = target.current()
  if (!now) return
  const addsGroups = now.type === 'sections' && to.parentId === null
  const groups = entries.filter(({ isCollection }) => addsGroups && isCollection)
  const spaces = entries.filter((entry) => !groups.includes(entry)).flatMap((entry) => entry.spaces)
  const added: Promise<unknown>[] = groups.map((entry) => addGroup(target, entry, to))
  if (spaces.length > 0) added.unshift(target.apply(addSpaceEdits(now, spaces, to)))
  await Promise.all(added)
}

async function addGroup(
  target: EditTarget,
  { title, spaces }: LibraryEntry,
  to: NodePosition,
): Promise<void> {
  const now = target.current()
  if (!now) return
  const edit = addGroupEdit(now, title, to)
  const parentId = (await target.apply([edit])).createdIds.get(edit)
  const after = target.current()
  if (parentId === undefined || !after || spaces.length === 0) return
  await target.apply(addSpaceEdits(after, spaces, { parentId, position: {} }))
}

/** Duplicates a space and adds the copy after it; absent in a plan, which creates no spaces. */
function useDuplicateSpace({ params, isPlan }: EditTarget): { duplicate?: (row: StructureRow) => void } {
  const removal = useApi(api.spaces.delete, { meta: { refused: 'The copy stays' } })
  const duplication = useApi(api.siteSpaces.duplicate, {
    meta: { refused: 'Nothing was copied' },
    onSuccess: (copy) =>
      offerUndo(
        `Created ${labels.quoted(titleOf(copy))}`,
        () => removal.mutate({ params: { spaceId: copy.space.id } }),
        { icon: Copy },
      ),
  })
  if (isPlan) return {}
  return { duplicate: ({ id }) => duplication.mutate({ params: { ...params, siteSpaceId: id } }) }
}
