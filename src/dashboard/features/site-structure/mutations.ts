import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { Move as MoveIcon } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { ApiError } from '#contract/client.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { StructureChange } from '#contract/site-plans.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import type { Move } from '../../components/tree-drop.ts'
import { callApi, isApiError } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { offerUndo } from '../../data/undo.ts'
import { formatNames, labels } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import {
  AllEditsFailedError,
  type ApplyEdits,
  ConflictError,
  type EditResult,
  type EditTarget,
  moveEdit,
  moveEdits,
  neighborsIn,
  rootNeighbor,
  type StructureEdit,
  sectionNeighbor,
  siteSpaceNeighbor,
  withEdits,
} from './edits.ts'
import { structureQuery, updateCachedStructure } from './queries.ts'
import {
  currentPosition,
  type NodePosition,
  nameOrCount,
  nodeById,
  type StructureNode,
  titleOf,
  withChangedNode,
} from './structure-nodes.ts'
import type { StructureRow } from './structure-rows.ts'

/** Moves rows by drag, by dialog and by menu. */
export function useMoveNodes(target: EditTarget) {
  const { current } = target
  /** Rejects if no row could be moved; a toast has said why then. */
  const move = async (nodes: readonly StructureNode[], to: NodePosition) => {
    const before = current()
    if (!before || nodes.length === 0) return
    const from = nodes.map((node) => ({ node, position: currentPosition(before, node.id) }))
    const { done } = await target.apply(moveEdits(before, nodes, to))
    // A plan lists the move beside the tree, and a move among siblings is visible.
    if (target.isPlan || from.every(({ position }) => position?.parentId === to.parentId)) return
    const moved = from.filter(({ node }) => done.some(({ id }) => id === node.id))
    const parent = to.parentId === null ? undefined : nodeById(before, to.parentId)
    const destination = parent ? `into ${labels.quoted(titleOf(parent))}` : 'to the top'
    const undo = () => {
      const edits = moved.flatMap(({ node, position }) =>
        position ? [moveEdit(before, node, position)] : [],
      )
      if (current()) target.apply(edits.toReversed()).catch(alreadyReported)
    }
    offerUndo(`Moved ${nameOrCount(moved.map(({ node }) => node))} ${destination}`, undo, {
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

/** Edits on their way, and those of them that are answered. */
type Batch = { readonly edits: readonly StructureEdit[]; readonly answered: Set<StructureEdit> }

const mutationKey = ['siteStructure', 'edit']

/**
 * Edits the live structure: shows edits right away and sends them one after the other. An edit that conflicts with
 * someone else's change is sent once more on top of that; one that fails is reverted, and a toast says why.
 */
export function useLiveEdits(params: SiteParams): ApplyEdits {
  const client = useQueryClient()
  const { mutateAsync } = useMutation<EditResult, Error, Batch>({
    mutationKey: [...mutationKey, params.siteId],
    scope: { id: `siteStructure ${params.siteId}` },
    meta: { resource: 'siteStructure', shown: 'in-form' },
    onMutate: async ({ edits }) => {
      await client.cancelQueries({ queryKey: structureQuery(params).queryKey })
      updateCachedStructure(client, params, (now) => withEdits(now, edits))
    },
    mutationFn: (batch) => sendBatch(client, params, batch),
  })
  return (edits) => mutateAsync({ edits, answered: new Set() })
}

async function sendBatch(client: QueryClient, params: SiteParams, batch: Batch): Promise<EditResult> {
  const done: StructureEdit[] = []
  const createdIds = new Map<StructureEdit, string>()
  const failed: { edit: StructureEdit; error: unknown }[] = []
  const isOneOfMany = batch.edits.length > 1
  for (const edit of batch.edits) {
    try {
      const createdId = await sendEdit(client, params, edit, isOneOfMany)
      if (createdId !== undefined) createdIds.set(edit, createdId)
      done.push(edit)
    } catch (error) {
      if (!(error instanceof ConflictError)) updateCachedStructure(client, params, edit.revert)
      failed.push({ edit, error })
    }
    batch.answered.add(edit)
  }
  reportFailures(failed)
  if (done.length === 0 && failed.length > 0) throw new AllEditsFailedError()
  return { done, createdIds }
}

/** Resolves with the id of an added node. */
async function sendEdit(
  client: QueryClient,
  params: SiteParams,
  edit: StructureEdit,
  isOneOfMany: boolean,
): Promise<string | undefined> {
  const sendOn = async (structure: SiteStructure | undefined) => {
    const ifMatch = structure && versionFor(edit.change, structure)
    const node = await sendChange(params, edit.change, { ifMatch, isOneOfMany })
    if (node === undefined) return undefined
    const isAdded = structure === undefined || nodeById(structure, node.id) === undefined
    const id = isAdded ? edit.id : node.id
    updateCachedStructure(client, params, (now) =>
      withChangedNode(now, id, (shown) => (isAdded ? node : { ...shown, version: node.version })),
    )
    return isAdded ? node.id : undefined
  }
  try {
    return await sendOn(client.getQueryData(structureQuery(params).queryKey))
  } catch (error) {
    if (edit.succeedsIfGone && isApiError(error, 404)) return undefined
    if (!isConflict(error)) throw error
    const now = await client.fetchQuery({ ...structureQuery(params), staleTime: 0 })
    const reason = edit.conflictIn(now)
    if (reason !== null || error.type !== 'stale') throw new ConflictError(reason ?? error.message)
    updateCachedStructure(client, params, (structure) => withEdits(structure, unanswered(client, params)))
    return await sendOn(now)
  }
}

/** The version in `If-Match` is that of the node in the URL; setting a default is not about one. */
function versionFor(change: StructureChange, structure: SiteStructure): number | undefined {
  if (change.type === 'move') return nodeById(structure, change.item.id)?.version
  if (!('id' in change) || ('defaultSiteSpace' in change && change.defaultSiteSpace !== undefined))
    return undefined
  return nodeById(structure, change.id)?.version
}

/** Failures that another client's change explains. */
const isConflict = (error: unknown): error is ApiError =>
  isApiError(error) && ['stale', 'invalid_position', 'not_found'].includes(error.type)

/** Edits that are shown but not answered, in their order. */
const unanswered = (client: QueryClient, { siteId }: SiteParams): readonly StructureEdit[] =>
  client
    .getMutationCache()
    .findAll({ mutationKey: [...mutationKey, siteId], status: 'pending' })
    .flatMap(({ state }) => (isBatch(state.variables) ? [state.variables] : []))
    .flatMap(({ edits, answered }) => edits.filter((edit) => !answered.has(edit)))

const isBatch = (value: unknown): value is Batch =>
  typeof value === 'object' && value !== null && 'answered' in value && value.answered instanceof Set

/** Says which edits were reverted, and why the first of them was. */
export function reportFailures(failed: readonly { edit: StructureEdit; error: unknown }[]): void {
  const [first] = failed
  if (!first) return
  const titles = [...new Set(failed.map(({ edit }) => edit.failureTitle))]
  const reason = first.error instanceof ConflictError ? first.error.message : errorMessage(first.error)
  toast.refused(titles.length === 1 ? first.edit.failureTitle : formatNames(titles), { reason })
}

type SendOptions = {
  readonly ifMatch?: number | undefined
  /** One of several moves at once, which go through the operation that sorts the structure. */
  readonly isOneOfMany?: boolean
}

/** Sends a change to the live structure by the operation of its own; answers the node, unless it is deleted. */
export async function sendChange(
  site: SiteParams,
  change: StructureChange,
  { ifMatch, isOneOfMany = false }: SendOptions = {},
): Promise<StructureNode | undefined> {
  const options = ifMatch === undefined ? {} : { ifMatch }
  switch (change.type) {
    case 'move':
      return isOneOfMany
        ? callApi(api.siteStructure.sort, { params: site, body: withoutType(change) }, options)
        : sendMove(site, change, options)
    case 'add-section':
      return callApi(api.siteSections.create, { params: site, body: withoutType(change) })
    case 'add-group':
      return callApi(api.siteSectionGroups.create, { params: site, body: withoutType(change) })
    case 'add-space':
      return callApi(api.siteSpaces.create, { params: site, body: withoutType(change) })
    case 'change-section': {
      const { id, ...body } = withoutType(change)
      return callApi(api.siteSections.update, { params: { ...site, siteSectionId: id }, body }, options)
    }
    case 'change-group': {
      const { id, ...body } = withoutType(change)
      return callApi(
        api.siteSectionGroups.update,
        { params: { ...site, siteSectionGroupId: id }, body },
        options,
      )
    }
    case 'change-space': {
      const { id, ...body } = withoutType(change)
      return callApi(api.siteSpaces.update, { params: { ...site, siteSpaceId: id }, body }, options)
    }
    case 'delete-section':
      return callApi(api.siteSections.delete, { params: { ...site, siteSectionId: change.id } }, options)
    case 'delete-group':
      return callApi(
        api.siteSectionGroups.delete,
        { params: { ...site, siteSectionGroupId: change.id } },
        options,
      )
    case 'remove-space':
      return callApi(api.siteSpaces.delete, { params: { ...site, siteSpaceId: change.id } }, options)
    case 'set-default':
      await callApi(api.sites.update, { params: site, body: withoutType(change) })
      return undefined
  }
}

function withoutType<T extends { type: string }>({ type: _type, ...body }: T): Omit<T, 'type'> {
  return body
}

/** Each kind of node has a `move` operation of its own, which changes only that row. */
function sendMove(
  site: SiteParams,
  { item: { type, id }, parent, position = {} }: Extract<StructureChange, { type: 'move' }>,
  options: { ifMatch?: number },
): Promise<StructureNode> {
  switch (type) {
    case 'site-section': {
      const body = { sectionGroup: parent ?? null, ...neighborsIn(position, sectionNeighbor) }
      return callApi(api.siteSections.move, { params: { ...site, siteSectionId: id }, body }, options)
    }
    case 'site-section-group': {
      const body = neighborsIn(position, rootNeighbor)
      return callApi(
        api.siteSectionGroups.move,
        { params: { ...site, siteSectionGroupId: id }, body },
        options,
      )
    }
    case 'site-space': {
      const body = { ...(parent ? { section: parent } : {}), ...neighborsIn(position, siteSpaceNeighbor) }
      return callApi(api.siteSpaces.move, { params: { ...site, siteSpaceId: id }, body }, options)
    }
  }
}
