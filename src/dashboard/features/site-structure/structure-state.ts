import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { VisitorSchema } from '#contract/site-audience.ts'
import type { SiteHistoryEntry } from '#contract/site-history.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import { callApi } from '../../data/api.ts'
import { useShortcuts } from '../../hooks/use-actions.ts'
import { useLocalStorage } from '../../hooks/use-local-storage.ts'
import { labels } from '../../lib/labels.ts'
import { listOf, text } from '../../lib/search-params.ts'
import { changeLabel } from './labels.tsx'
import { entryQuery, planQuery, structureQuery, visitorSchemaQuery } from './queries.ts'
import type { StructureSearch } from './search-params.ts'
import { sectionsOf } from './structure-nodes.ts'
import { type Comparison, isSingleRow, rowsOf, type StructureRow } from './structure-rows.ts'

/** The structure on screen: the live one, the planned one, or an earlier one; the latter two comparison the live one. */
export function useShownStructure(params: SiteParams, canEdit: boolean, search: StructureSearch) {
  const isPlan = search.plan === true
  const { history } = search
  const { data: live } = useSuspenseQuery(structureQuery(params))
  const entryId = canEdit && history !== undefined && history !== 'list' ? history : undefined
  const { data: plan, error: planError } = useQuery({ ...planQuery(params), enabled: canEdit && isPlan })
  const { data: entry } = useQuery({ ...entryQuery(params, entryId ?? ''), enabled: entryId !== undefined })
  const other = entryId !== undefined ? entry : isPlan ? plan : undefined
  const structure: SiteStructure = other?.structure ?? live
  const isEditable = canEdit && entryId === undefined && (!isPlan || plan !== undefined)
  const marks = other?.marks
  const comparison = useMemo<Comparison | undefined>(() => marks && { structure: live, marks }, [live, marks])
  const rows = useMemo(() => rowsOf(structure, isEditable, comparison), [structure, isEditable, comparison])
  const singleRows = useMemo(
    () => new Set(sectionsOf(structure).flatMap((section) => (isSingleRow(section) ? [section.id] : []))),
    [structure],
  )
  return { live, plan, planError, structure, rows, singleRows, isEditable }
}

/** Which rows are selected, of those that are there. */
export function useSelectedRows(rows: readonly StructureRow[], isEditable: boolean) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selected = useMemo(() => {
    const some = isEditable ? rows.filter(({ id }) => ids.has(id)) : []
    return {
      rows: some,
      selection: isEditable ? { ids: new Set(some.map(({ id }) => id)), onChange: setIds } : undefined,
    }
  }, [rows, ids, isEditable])
  const clear = () => setIds(new Set())
  // The first Escape cancels a drag.
  const clearUnlessDragging = () => document.querySelector('.is-carrying') === null && clear()
  useShortcuts(
    selected.rows.length > 0
      ? [{ keys: 'escape', label: 'Clear the selection', run: clearUnlessDragging }]
      : [],
  )
  return { ...selected, clear }
}

/** The rows without those inside a section that is among them. A group is only dissolved, so its sections stay. */
export function outermostRows(rows: readonly StructureRow[]): readonly StructureRow[] {
  const sections = new Set(rows.filter(({ kind }) => kind === 'site-section').map(({ id }) => id))
  return rows.filter(({ parentId }) => parentId === null || !sections.has(parentId))
}

const ids = listOf(text(), 2000)

/** Branches are open until closed; the browser remembers the closed ones of each site. */
export function useExpandedRows(siteId: string, singleRows: ReadonlySet<string>) {
  const [list, store] = useLocalStorage<string[]>(`structure.closed.${siteId}`, ids, [])
  const latest = useRef(list)
  latest.current = list
  const closed = useMemo(() => new Set(list), [list])
  const onToggle = useCallback(
    (id: string, open: boolean) => {
      const others = latest.current.filter((one) => one !== id)
      latest.current = open ? others : [...others, id]
      store(latest.current)
    },
    [store],
  )
  const isOpen = useCallback((id: string) => !closed.has(id) && !singleRows.has(id), [closed, singleRows])
  return { isOpen, onToggle }
}

/** What changed in the live structure while the plan is open; undefined if nothing did. */
export type LiveChangeNotice = { readonly text: string | undefined; readonly dismiss: () => void }

/** Describes the last change of the live structure that a plan builds on, made while the plan is open. */
export function useLiveChangeNotice(
  params: SiteParams,
  fingerprint: string | undefined,
  isOurs: boolean,
): LiveChangeNotice {
  const { organizationId, siteId } = params
  const known = useRef(fingerprint)
  const [text, setText] = useState<string>()
  useEffect(() => {
    const before = known.current
    known.current = fingerprint
    if (fingerprint === undefined || before === undefined || before === fingerprint || isOurs) return
    let isCurrent = true
    setText('The live structure changed.')
    callApi(api.siteHistory.list, { params: { organizationId, siteId }, query: { limit: 1 } })
      .then(({ items: [entry] }) => isCurrent && entry && setText(sentenceFor(entry)))
      // The text already says that something changed.
      .catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [fingerprint, isOurs, organizationId, siteId])
  return { text, dismiss: () => setText(undefined) }
}

function sentenceFor({ by, changes }: SiteHistoryEntry): string {
  const name = by?.displayName || 'Someone'
  const last = changes.at(-1)
  if (!last) return `${name} changed the live structure.`
  return `${name} changed the live structure: ${changeLabel(last) || labels.untitled}.`
}

/** The claims that the site may know about its visitors; undefined while they load. */
export const useVisitorSchema = (params: SiteParams): VisitorSchema | undefined =>
  useQuery(visitorSchemaQuery(params)).data?.jsonSchema
