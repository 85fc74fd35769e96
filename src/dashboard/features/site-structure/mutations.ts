import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { ApiError } from '#contract/client.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { StructureChange } from '#contract/site-plans.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import { callApi, isApiError } from '../../data/api.ts'
import { ConflictError, retryOnConflict } from '../../data/conflict-retry.ts'
import { applyAllOptimistic, type PendingWrite } from '../../data/optimistic.ts'
import { errorMessage } from '../../data/query-client.ts'
import { formatNames } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import {
  AllEditsFailedError,
  type ApplyEdits,
  type EditResult,
  neighborsIn,
  rootNeighbor,
  type StructureEdit,
  sectionNeighbor,
  siteSpaceNeighbor,
} from './edits.ts'
import { structureQuery, updateCachedStructure } from './queries.ts'
import { nodeById, type StructureNode, withChangedNode } from './structure-nodes.ts'

/** Edits on their way, and how each is shown until it is answered. */
type Batch = { readonly edits: readonly StructureEdit[]; pending: readonly PendingWrite[] }

/**
 * Edits the live structure: shows edits right away and sends them one after the other. An edit that conflicts with
 * someone else's change is sent once more on top of that; one that fails is reverted, and a toast says why.
 */
export function useLiveEdits(params: SiteParams): ApplyEdits {
  const client = useQueryClient()
  const { mutateAsync } = useMutation<EditResult, Error, Batch>({
    mutationKey: ['siteStructure', 'edit', params.siteId],
    scope: { id: `siteStructure ${params.siteId}` },
    meta: { resource: 'siteStructure', shown: 'in-form' },
    onMutate: async (batch) => {
      const { queryKey } = structureQuery(params)
      await client.cancelQueries({ queryKey })
      batch.pending = applyAllOptimistic(client, { queryKey, exact: true }, batch.edits.map(withEdit))
    },
    mutationFn: (batch) => sendBatch(client, params, batch),
  })
  return (edits) => mutateAsync({ edits, pending: [] })
}

async function sendBatch(client: QueryClient, params: SiteParams, batch: Batch): Promise<EditResult> {
  const done: StructureEdit[] = []
  const createdIds = new Map<StructureEdit, string>()
  const failed: FailedEdit[] = []
  const isOneOfMany = batch.edits.length > 1
  for (const [index, edit] of batch.edits.entries()) {
    const pending = batch.pending[index]
    try {
      const { createdId, showResponse } = await sendEdit(client, params, edit, isOneOfMany)
      pending?.confirm()
      showResponse?.()
      if (createdId !== undefined) createdIds.set(edit, createdId)
      done.push(edit)
    } catch (error) {
      pending?.revert()
      failed.push({ edit, error })
    }
  }
  reportFailures(failed)
  if (done.length === 0 && failed.length > 0) throw new AllEditsFailedError()
  return { done, createdIds }
}

type SentEdit = {
  /** The id of an added node. */
  readonly createdId?: string
  /** Shows what the response says, once the edit is confirmed. */
  readonly showResponse?: () => void
}

async function sendEdit(
  client: QueryClient,
  params: SiteParams,
  edit: StructureEdit,
  isOneOfMany: boolean,
): Promise<SentEdit> {
  const sendOn = async (structure: SiteStructure | undefined) => {
    const ifMatch = structure && versionFor(edit.change, structure)
    const node = await sendChange(params, edit.change, { ifMatch, isOneOfMany })
    if (node === undefined) return {}
    const isAdded = structure === undefined || nodeById(structure, node.id) === undefined
    const id = isAdded ? edit.id : node.id
    const showResponse = () =>
      updateCachedStructure(client, params, (now) =>
        withChangedNode(now, id, (shown) => (isAdded ? node : { ...shown, version: node.version })),
      )
    return isAdded ? { createdId: node.id, showResponse } : { showResponse }
  }
  try {
    const sent = await retryOnConflict({
      state: client.getQueryData(structureQuery(params).queryKey),
      send: sendOn,
      isConflict: (error): error is ApiError =>
        isConflict(error) && !(edit.succeedsIfGone && error.status === 404),
      rebase: async (error) => {
        const now = await client.fetchQuery({ ...structureQuery(params), staleTime: 0 })
        const reason = edit.conflictIn(now)
        if (reason !== null || error.type !== 'stale') throw new ConflictError(reason ?? error.message)
        return now
      },
    })
    return sent ?? {}
  } catch (error) {
    if (edit.succeedsIfGone && isApiError(error, 404)) return {}
    throw error
  }
}

const withEdit =
  ({ apply }: StructureEdit) =>
  (structure: SiteStructure): SiteStructure =>
    apply(structure) ?? structure

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

type FailedEdit = { readonly edit: StructureEdit; readonly error: unknown }

/** Says which edits were reverted, and why the first of them was. */
export function reportFailures(failed: readonly FailedEdit[]): void {
  const others = failed.filter(({ edit, error }) => !edit.showFailure?.(errorMessage(error)))
  const [first] = others
  if (!first) return
  const titles = [...new Set(others.map(({ edit }) => edit.failureTitle))]
  const reason = errorMessage(first.error)
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
