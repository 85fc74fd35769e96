import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { api } from '#contract/api.ts'
import { ApiError } from '#contract/client.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { MissingItem, SiteHistoryEntry } from '#contract/site-history.ts'
import type { SitePlan, StructureChange } from '#contract/site-plans.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import { confirm } from '../../components/confirm.tsx'
import { callApi, isApiError, useApi } from '../../data/api.ts'
import { ConflictError, retryOnConflict } from '../../data/conflict-retry.ts'
import { applyAllOptimistic, type PendingWrite, updateServerData } from '../../data/optimistic.ts'
import { errorMessage } from '../../data/query-client.ts'
import { offerUndo } from '../../data/undo.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import { AllEditsFailedError, type ApplyEdits, type EditResult, type StructureEdit } from './edits.ts'
import { changeLabel, missingReasons } from './labels.tsx'
import { reportFailures } from './mutations.ts'
import { publishQuestion } from './publish-question.ts'
import { planQuery } from './queries.ts'
import { nameOrCount, type StructureNode } from './structure-nodes.ts'

/** Edits on their way, and how each is shown until it is part of the plan. */
type Batch = { readonly edits: readonly StructureEdit[]; pending: readonly PendingWrite[] }

const MAX_CHANGES_PER_REQUEST = 100

/** Like `useLiveEdits`, but into the plan: edits are shown right away and become steps of the plan. */
export function usePlanEdits(params: SiteParams): ApplyEdits {
  const client = useQueryClient()
  const { mutateAsync } = useMutation<EditResult, Error, Batch>({
    mutationKey: ['sitePlans', 'edit', params.siteId],
    scope: { id: `sitePlan ${params.siteId}` },
    meta: { shown: 'in-form' },
    onMutate: async (batch) => {
      const { queryKey } = planQuery(params)
      await client.cancelQueries({ queryKey })
      batch.pending = applyAllOptimistic<SitePlan>(
        client,
        { queryKey, exact: true },
        batch.edits.map((edit) => (plan) => ({
          ...plan,
          structure: edit.apply(plan.structure) ?? plan.structure,
        })),
      )
    },
    mutationFn: (batch) => planEdits(client, params, batch),
    onError: () => client.invalidateQueries({ queryKey: planQuery(params).queryKey }),
  })
  return (edits) => mutateAsync({ edits, pending: [] })
}

async function planEdits(
  client: QueryClient,
  params: SiteParams,
  { edits, pending }: Batch,
): Promise<EditResult> {
  const createdIds = new Map<StructureEdit, string>()
  try {
    for (let start = 0; start < edits.length; start += MAX_CHANGES_PER_REQUEST) {
      const chunk = edits.slice(start, start + MAX_CHANGES_PER_REQUEST)
      const target = {
        client,
        params,
        onPlanned: () => revertAll(pending.slice(start, start + MAX_CHANGES_PER_REQUEST)),
        conflictIn: firstConflict(chunk),
      }
      const ids = await addPlanSteps(
        target,
        chunk.map(({ change }) => change),
      )
      chunk
        .filter(({ change }) => change.type.startsWith('add-'))
        .forEach((edit, index) => {
          const id = ids[index]
          if (id !== undefined) createdIds.set(edit, id)
        })
    }
    return { done: edits, createdIds }
  } catch (error) {
    revertAll(pending)
    reportFailures(edits.map((edit) => ({ edit, error })))
    throw new AllEditsFailedError()
  }
}

const revertAll = (writes: readonly PendingWrite[]): void => {
  for (const write of writes) write.revert()
}

const firstConflict =
  (edits: readonly StructureEdit[]) =>
  (now: SiteStructure): string | null =>
    edits.map((edit) => edit.conflictIn(now)).find((reason) => reason !== null) ?? null

type PlanStepsTarget = {
  readonly client: QueryClient
  readonly params: SiteParams
  /** Why the changes no longer make sense once someone else has changed the plan. */
  readonly conflictIn: (now: SiteStructure) => string | null
  /** Called right before the plan in the response is shown. */
  readonly onPlanned?: () => void
}

/** Adds changes to the latest plan; answers the ids of the nodes they add, in their order. */
export async function addPlanSteps(
  { client, params, conflictIn, onPlanned }: PlanStepsTarget,
  changes: StructureChange[],
): Promise<string[]> {
  const { queryKey } = planQuery(params)
  const before = client.getQueryData(queryKey) ?? (await client.fetchQuery(planQuery(params)))
  const plan = await retryOnConflict({
    state: before,
    send: (now) => sendSteps(params, now, changes),
    isConflict: (error): error is ApiError => isApiError(error, 412),
    rebase: async () => {
      const now = await client.fetchQuery({ ...planQuery(params), staleTime: 0 })
      const reason = conflictIn(now.structure)
      if (reason !== null) throw new ConflictError(reason)
      return now
    },
  }).catch((error: unknown) => {
    throw withFormPaths(error)
  })
  if (!plan) return []
  onPlanned?.()
  updateServerData<SitePlan>(client, { queryKey, exact: true }, () => plan)
  const known = new Set(before.steps.map(({ id }) => id))
  return plan.steps.flatMap(({ id, change, item }) =>
    !known.has(id) && change.type.startsWith('add-') && item !== undefined ? [item] : [],
  )
}

const sendSteps = (
  params: SiteParams,
  { version }: SitePlan,
  changes: StructureChange[],
): Promise<SitePlan> => callApi(api.sitePlans.addSteps, { params, body: { changes } }, { ifMatch: version })

/** An issue in a change is one in the fields of the form that sent it. */
function withFormPaths(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const issues = error.issues.map((issue) => {
    const [body, changes, index, ...field] = issue.path
    return body === 'body' && changes === 'changes' && typeof index === 'number'
      ? { ...issue, path: [body, ...field] }
      : issue
  })
  const { status, type, message, details, requestId } = error
  return new ApiError(status, { code: status, type, message, details: { ...details, issues } }, requestId)
}

type PlanContext = {
  /** Whether visitors see the site. */
  readonly isPublished: boolean
  /** Where visitors see it. */
  readonly address: string
  readonly onPublished: () => void
  /** Schedules publishing, with redirects from the old addresses or without. */
  readonly onSchedule: (redirect: boolean) => void
}

/** Publishing and discarding the plan, and taking steps out of it. */
export function usePlanActions(params: SiteParams, context: PlanContext) {
  const { isPublished, address, onPublished, onSchedule } = context
  const client = useQueryClient()
  const { queryKey } = planQuery(params)
  const { restoreBefore } = useRestoreHistory(params)
  const refetch = () => client.invalidateQueries({ queryKey })
  const removal = useApi(api.sitePlans.undoStep, {
    meta: { refused: 'Couldn’t remove the change from the plan' },
    onSuccess: (plan) => client.setQueryData(queryKey, plan),
    onError: refetch,
  })
  const discarding = useApi(api.sitePlans.discard, {
    meta: { refused: 'Couldn’t discard the plan' },
    onSettled: refetch,
  })
  const publishing = useApi(api.sitePlans.publish, { meta: { shown: 'in-form' } })
  const [redirect, setRedirect] = useState(true)

  return {
    isPublishing: publishing.isPending,
    /** Whether a change of the live structure is the published plan itself. */
    isOwnChange: publishing.isPending || publishing.isSuccess,
    isPublished,
    /** Whether publishing redirects the old addresses to the new ones. */
    redirect,
    setRedirect,
    schedule: () => onSchedule(redirect),
    removeStep: ({ version, steps }: SitePlan, stepId: string) => {
      // The step disappears right away; the answer has its consequences for the other steps.
      client.setQueryData(
        queryKey,
        (plan) => plan && { ...plan, steps: steps.filter(({ id }) => id !== stepId) },
      )
      removal.mutate({ params: { ...params, stepId }, ifMatch: version })
    },
    discard: async ({ version, steps }: SitePlan) => {
      const named = steps.slice(0, 3).flatMap(({ changes: [first] }) => (first ? [changeLabel(first)] : []))
      const isSure = await confirm({
        title: `Discard ${pluralize(steps.length, 'planned change')}?`,
        description: `${named.join(', ')}${steps.length > named.length ? ' and more' : ''}. The site doesn’t change.`,
        action: `Discard ${pluralize(steps.length, 'change')}`,
        danger: true,
      })
      if (isSure) discarding.mutate({ params, ifMatch: version })
    },
    publish: async (plan: SitePlan) => {
      if (publishing.isPending || !plan.publishable) return
      if (isPublished && !(await confirm(publishQuestion(plan, { redirect, address })))) return
      const { version, live, steps } = plan
      publishing.mutate(
        { params, body: { redirect, live: live.fingerprint }, ifMatch: version },
        {
          onSuccess: async ({ entry }) => {
            onPublished()
            await refetch()
            publishing.reset()
            offerUndo(`Published ${pluralize(steps.length, 'change')}`, () => void restoreBefore(entry))
          },
          onError: (error) => {
            void refetch()
            const reason = isApiError(error, 412)
              ? 'The plan or the site changed in the meantime. Review the current state and publish again.'
              : errorMessage(error)
            toast.refused('Couldn’t publish the plan', { reason })
          },
        },
      )
    },
  }
}

export type PlanActions = ReturnType<typeof usePlanActions>

/** Undoes a removal: restores the nodes from the history with their ids, and nothing else. */
export function useRestoreRemoved(params: SiteParams) {
  const { mutateAsync } = useMutation({
    mutationKey: ['siteHistory', 'restore-removed'],
    // Queued behind the edits of the structure, so that the removal is in the history.
    scope: { id: `siteStructure ${params.siteId}` },
    meta: { resource: 'siteHistory', shown: 'in-form' },
    mutationFn: (items: string[]) => callApi(api.siteHistory.restoreItems, { params, body: { items } }),
  })
  return async (removed: readonly StructureNode[], removal: Promise<Pick<EditResult, 'done'>>) => {
    const { done } = await removal
    const nodes = removed.filter(({ id }) => done.some((edit) => edit.id === id))
    try {
      const { missing } = await mutateAsync(nodes.map(({ id }) => id))
      reportRestored(nodes, missing)
    } catch (error) {
      toast.refused(`Couldn’t restore ${nameOrCount(nodes)}`, { reason: errorMessage(error) })
    }
  }
}

function reportRestored(nodes: readonly StructureNode[], missing: readonly MissingItem[]): void {
  const [first] = missing
  const restored = nodes.filter(({ id }) => missing.every((item) => item.id !== id))
  const text = `Restored ${nameOrCount(restored)}`
  if (first === undefined) return void toast.done(text, { icon: RotateCcw })
  const title = labels.quoted(first.title)
  const names = missing.length === 1 ? title : `${title} and ${missing.length - 1} more`
  toast.refused(`${text} without ${names}`, { reason: `${title}: ${missingReasons[first.reason]}` })
}

type RestoreInput = { readonly entryId: string; readonly redirect?: boolean; readonly live?: string }

/** Restores earlier structures of a site. */
export function useRestoreHistory(params: SiteParams) {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation<SiteHistoryEntry, Error, RestoreInput>({
    mutationKey: ['siteHistory', 'restore'],
    scope: { id: `siteStructure ${params.siteId}` },
    meta: { resource: 'siteHistory', shown: 'in-form' },
    mutationFn: ({ entryId, ...body }) =>
      callApi(api.siteHistory.restore, { params: { ...params, historyEntryId: entryId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: planQuery(params).queryKey }),
  })
  /** Restores the structure as it was before an entry, as long as that is the latest one. */
  const restoreBefore = async ({ id }: SiteHistoryEntry): Promise<void> => {
    try {
      const { items } = await callApi(api.siteHistory.list, { params, query: { limit: 2 } })
      const [last, previous] = items
      if (last?.id !== id || !previous) {
        toast.refused('Couldn’t change the structure', {
          reason: 'It was changed again in the meantime. Check its history.',
        })
        return
      }
      await mutateAsync({ entryId: previous.id })
      toast.done('Restored the previous structure')
    } catch (error) {
      toast.refused('Couldn’t change the structure', { reason: errorMessage(error) })
    }
  }
  return { isPending, restore: mutateAsync, restoreBefore }
}
