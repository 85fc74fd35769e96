import { useQueryClient } from '@tanstack/react-query'
import { Move as MoveIcon } from 'lucide-react'
import { siteSectionGroupTitle } from '#contract/site-section-groups.ts'
import { siteSectionTitle } from '#contract/site-sections.ts'
import type { Site } from '#contract/sites.ts'
import { confirm } from '../../components/confirm-store.ts'
import type { Move } from '../../components/tree-drop.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { defaultChange, moveChange, removeChange, renameChange } from './changes.ts'
import { partOf, type SitePlace, titleOf } from './parts.ts'
import { type Place, placeNow } from './placing.ts'
import { removalQuestion } from './removal-words.ts'
import { structureQuery } from './structure-query.ts'
import type { StructureRow } from './structure-rows.ts'
import { type Change, useStructureChanges } from './use-structure-changes.ts'

/** Everything that is done with a row in its place. What is refused goes back, and a message says why. */
export function usePartActs(place: SitePlace, site: Pick<Site, 'title'>) {
  const client = useQueryClient()
  const change = useStructureChanges(place)
  const seen = () => client.getQueryData(structureQuery(place).queryKey)
  const quietly = (one: Change) => void change(one).catch(saidAlready)

  /** Rejects, after that was said, when the row went back. */
  const moveTo = async (row: StructureRow, to: Place) => {
    const before = seen()
    const from = before && placeNow(before, row.id)
    if (!before || !from) return
    await change(moveChange(place, before, row.part, to))
    if (to.parentId === from.parentId) return
    const parent = to.parentId === null ? undefined : partOf(before, to.parentId)
    const where = parent ? `into ${words.quoted(titleOf(parent))}` : 'to the top'
    const back = () => {
      const now = seen()
      if (now) quietly(moveChange(place, now, row.part, from))
    }
    toast.undoable(`Moved ${words.quoted(row.title)} ${where}`, back, { icon: MoveIcon })
  }

  return {
    drop: (rows: readonly StructureRow[], { id, parentId, position }: Move) => {
      const row = rows.find((one) => one.id === id)
      return row && moveTo(row, { parentId, position })
    },
    takeOut: (row: StructureRow) => {
      if (row.parentId !== null)
        void moveTo(row, { parentId: null, position: { after: row.parentId } }).catch(saidAlready)
    },
    rename: (row: StructureRow, title: string) => {
      const limits = row.kind === 'site-section' ? siteSectionTitle : siteSectionGroupTitle
      const fault = limits.safeParse(title).error?.issues[0]?.message
      if (fault) toast.refused(`${words.quoted(row.title)} keeps its name`, { reason: fault })
      else quietly(renameChange(place, row.part, { title }))
    },
    setPath: (row: StructureRow, path: string) => quietly(renameChange(place, row.part, { path })),
    makeDefault: ({ part }: StructureRow) => {
      const now = seen()
      if (now && part.object !== 'site-section-group') quietly(defaultChange(place, now, part))
    },
    remove: async (row: StructureRow) => {
      if (row.keptBecause) toast.refused(`${words.quoted(row.title)} stays`, { reason: row.keptBecause })
      else if (await confirm(removalQuestion(row, site.title))) quietly(removeChange(place, row.part))
    },
  }
}

export type PartActs = ReturnType<typeof usePartActs>

const saidAlready = () => undefined
