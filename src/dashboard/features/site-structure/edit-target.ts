import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { StructureChange } from '#contract/site-plans.ts'
import { useLatest } from '../../hooks/use-debounced.ts'
import type { EditTarget } from './edits.ts'
import { sendChange, useLiveEdits } from './mutations.ts'
import { addPlanSteps, usePlanEdits } from './plan-mutations.ts'
import { planQuery, structureQuery } from './queries.ts'

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
  /** The version of the node that the form shows; a plan has a version of its own. */
  readonly ifMatch?: number
}

/** Saves the change of one form, live or into the plan. Errors are the form's to show. */
export function useSaveChange({ params, isPlan }: EditTarget, onSaved: () => void) {
  const client = useQueryClient()
  return useMutation<void, Error, SaveInput>({
    mutationKey: ['siteStructure', 'save'],
    scope: { id: `${isPlan ? 'sitePlan' : 'siteStructure'} ${params.siteId}` },
    meta: { resource: isPlan ? 'sitePlans' : 'siteStructure', shown: 'in-form' },
    mutationFn: async ({ change, ifMatch }) => {
      if (isPlan) await addPlanSteps({ client, params, conflictIn: () => null }, [change])
      else await sendChange(params, change, { ifMatch })
    },
    onSuccess: onSaved,
  })
}

type Versioned = { readonly version: number }

/**
 * The version that a form sends in `If-Match`. If its fields have not changed since it was opened, other changes, such
 * as a move, are no conflict, and the latest version is sent; else the version seen then makes the service refuse.
 */
export const versionToMatch = <T extends Versioned>(
  opened: T,
  now: T,
  fields: readonly (keyof T)[],
): number => (fields.every((field) => opened[field] === now[field]) ? now.version : opened.version)
