import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy, Move as MoveIcon, Trash2 } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { StructureChange } from '#contract/site-plans.ts'
import { siteSectionGroupTitle } from '#contract/site-section-groups.ts'
import { siteSectionTitle } from '#contract/site-sections.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import type { Space } from '#contract/spaces.ts'
import { confirm } from '../../components/confirm.tsx'
import type { Move } from '../../components/tree-drop.ts'
import { useApi } from '../../data/api.ts'
import { offerUndo } from '../../data/undo.ts'
import { useLatest } from '../../hooks/use-debounced.ts'
import { labels } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import { addGroupEdit, addSpaceEdits } from './add-edits.ts'
import {
  defaultBeside,
  defaultEdit,
  type EditTarget,
  fieldsEdit,
  fieldsLabel,
  moveEdit,
  moveEdits,
  type NodeFields,
  previousFields,
  removeEdit,
  type StructureEdit,
} from './edits.ts'
import { sendChange, useLiveEdits } from './mutations.ts'
import { addPlanSteps, usePlanEdits, useRestoreRemoved } from './plan-mutations.ts'
import { planQuery, structureQuery } from './queries.ts'
import { removalQuestion } from './removal-question.ts'
import {
  currentPosition,
  type NodePosition,
  nameOrCount,
  nodeById,
  type StructureNode,
  titleOf,
} from './structure-nodes.ts'
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
  const setFields = async (
    { node }: StructureRow,
    fields: NodeFields,
    showFailure?: StructureEdit['showFailure'],
  ) => {
    const edit = { ...fieldsEdit(node, fields), showFailure }
    const result = await target.apply([edit]).catch(alreadyReported)
    if (!result || target.isPlan) return
    offerUndo(`Changed the ${fieldsLabel(fields)} of ${labels.quoted(titleOf(node))}`, () => {
      const structure = current()
      const now = structure && nodeById(structure, node.id)
      if (now) apply([fieldsEdit(now, previousFields(node, fields))])
    })
  }

  return {
    ...useMoveNodes(target),
    ...useDuplicateSpace(target),
    setFields,
    rename: (row: StructureRow, title: string) => {
      const limits = row.kind === 'site-section' ? siteSectionTitle : siteSectionGroupTitle
      const error = limits.safeParse(title).error?.issues[0]?.message
      if (error) toast.refused(`Couldn’t rename ${labels.quoted(row.title)}`, { reason: error })
      else void setFields(row, { title })
    },
    makeDefault: ({ node }: StructureRow) => {
      const now = current()
      if (!now || node.object === 'site-section-group') return
      const before = defaultBeside(now, node)
      void target.apply([defaultEdit(node)]).then(() => {
        if (before && !target.isPlan)
          offerUndo(`Made ${labels.quoted(titleOf(node))} the default`, () => apply([defaultEdit(before)]))
      }, alreadyReported)
    },
    remove: async (rows: readonly StructureRow[]) => {
      if (!current()) return
      const last = rows.find(({ removalRefusal }) => removalRefusal !== undefined)
      if (last) {
        toast.refused(`Couldn’t remove ${labels.quoted(last.title)}`, { reason: last.removalRefusal ?? '' })
        return
      }
      const nodes = rows.map(({ node }) => node)
      const question = target.isPlan ? undefined : removalQuestion(nodes)
      if (question && !(await confirm(question))) return
      const removal = target.apply(nodes.map(removeEdit))
      if (!target.isPlan) {
        const verb = nodes.every(({ object }) => object === 'site-section-group') ? 'Ungrouped' : 'Removed'
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
  const removal = useApi(api.spaces.delete, { meta: { refused: 'Couldn’t delete the copy' } })
  const duplication = useApi(api.siteSpaces.duplicate, {
    meta: { refused: 'Couldn’t duplicate the space' },
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

/** Moves rows by drag, by dialog and by menu. */
function useMoveNodes(target: EditTarget) {
  const { current } = target
  /** Rejects if no row could be moved; a toast has shown why then. */
  const move = async (nodes: readonly StructureNode[], to: NodePosition) => {
    const before = current()
    if (!before || nodes.length === 0) return
    const from = nodes.map((node) => ({ node, position: currentPosition(before, node.id) }))
    const { done } = await target.apply(moveEdits(before, nodes, to))
    // A plan lists the move next to the tree, where it can be removed.
    if (target.isPlan) return
    const moved = from.filter(({ node }) => done.some(({ id }) => id === node.id))
    const parent = to.parentId === null ? undefined : nodeById(before, to.parentId)
    const isElsewhere = from.some(({ position }) => position?.parentId !== to.parentId)
    const name = parent ? ` into ${labels.quoted(titleOf(parent))}` : ' to the top'
    const destination = isElsewhere ? name : ''
    const undo = () => {
      const edits = moved.flatMap(({ node, position }) =>
        position ? [moveEdit(before, node, position)] : [],
      )
      if (current()) target.apply(edits.toReversed()).catch(alreadyReported)
    }
    offerUndo(`Moved ${nameOrCount(moved.map(({ node }) => node))}${destination}`, undo, {
      icon: MoveIcon,
    })
  }
  return {
    drop: (rows: readonly StructureRow[], { id, ids = [id], parentId, position }: Move) => {
      const nodes = ids.flatMap((one) => rows.filter((row) => row.id === one).map(({ node }) => node))
      return move(nodes, { parentId, position })
    },
    moveInto: (nodes: readonly StructureNode[], parentId: string | null) =>
      void move(nodes, { parentId, position: {} }).catch(alreadyReported),
    moveOutOfGroup: ({ node, parentId }: StructureRow) => {
      if (parentId !== null)
        void move([node], { parentId: null, position: { after: parentId } }).catch(alreadyReported)
    },
  }
}

export const alreadyReported = () => undefined

/** Where edits go: into the live structure or into the plan. */
export function useEditTarget(params: SiteParams, isPlan: boolean): EditTarget {
  const client = useQueryClient()
  const live = useLiveEdits(params)
  const planned = usePlanEdits(params)
  const latest = useLatest({ live, planned })
  return {
    params,
    isPlan,
    current: () =>
      isPlan
        ? client.getQueryData(planQuery(params).queryKey)?.structure
        : client.getQueryData(structureQuery(params).queryKey),
    apply: (edits) => (isPlan ? latest.current.planned(edits) : latest.current.live(edits)),
  }
}

type SaveInput = {
  readonly change: StructureChange
  /** The version to send, by the structure once earlier edits are saved; a plan has a version of its own. */
  readonly ifMatch?: (now: SiteStructure | undefined) => number
}

/** Saves the change of one form, live with undo or into the plan. Errors are the form's to show. */
export function useSaveChange(target: EditTarget, onSaved: () => void) {
  const client = useQueryClient()
  const { params, isPlan } = target
  return useMutation<StructureNode | undefined, Error, SaveInput, StructureNode | undefined>({
    mutationKey: ['siteStructure', 'save'],
    scope: { id: `${isPlan ? 'sitePlan' : 'siteStructure'} ${params.siteId}` },
    meta: { resource: isPlan ? 'sitePlans' : 'siteStructure', shown: 'in-form' },
    onMutate: ({ change }) => {
      const now = target.current()
      return now && 'id' in change ? nodeById(now, change.id) : undefined
    },
    mutationFn: async ({ change, ifMatch }) => {
      if (!isPlan) return sendChange(params, change, { ifMatch: ifMatch?.(target.current()) })
      await addPlanSteps({ client, params, conflictIn: () => null }, [change])
      return undefined
    },
    onSuccess: (saved, { change }, before) => {
      onSaved()
      if (saved) offerUndoOfChange(target, change, saved, before)
    },
  })
}

/** Undo of a form: removes what it added, or writes the previous fields back. */
function offerUndoOfChange(
  target: EditTarget,
  change: StructureChange,
  saved: StructureNode,
  before: StructureNode | undefined,
): void {
  const undoing = (edit: (now: StructureNode) => StructureEdit) => () => {
    const structure = target.current()
    const now = structure && nodeById(structure, saved.id)
    if (now) void target.apply([edit(now)]).catch(alreadyReported)
  }
  const name = labels.quoted(titleOf(saved))
  if (change.type.startsWith('add-')) {
    offerUndo(`Added ${name}`, undoing(removeEdit))
    return
  }
  if (before === undefined || !change.type.startsWith('change-')) return
  const { type: _type, id: _id, ...fields } = change as { type: string; id: string } & NodeFields
  offerUndo(
    `Saved ${name}`,
    undoing((now) => fieldsEdit(now, previousFields(before, fields))),
  )
}

/**
 * The version that a form sends in `If-Match`. If its fields have not changed since it was opened, other changes, such
 * as a move, are no conflict, and the latest version is sent; else the version seen then makes the service refuse.
 */
export const versionToMatch =
  <T extends StructureNode>(opened: T, fields: readonly (keyof T)[]) =>
  (structure: SiteStructure | undefined): number => {
    const now = structure && (nodeById(structure, opened.id) as T | undefined)
    return now && fields.every((field) => opened[field] === now[field]) ? now.version : opened.version
  }
