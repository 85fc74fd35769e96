import { Move as MoveIcon, Trash2 } from 'lucide-react'
import { siteSectionGroupTitle } from '#contract/site-section-groups.ts'
import { siteSectionTitle } from '#contract/site-sections.ts'
import type { Space } from '#contract/spaces.ts'
import type { Move } from '../../components/tree-drop.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { groupChange, spaceChanges } from './adding.ts'
import type { Change } from './change.ts'
import { defaultChange, type Fields, fieldsChange, moveChange, movesTo, removeChange } from './changes.ts'
import { namedOrCounted, type Part, partOf, titleOf } from './parts.ts'
import { type Place, placeNow } from './placing.ts'
import type { StructureRow } from './structure-rows.ts'
import { useBringBack } from './use-bring-back.ts'
import type { Desk } from './use-desk.ts'
import { useDuplicating } from './use-duplicating.ts'

/** A collection of the library with the spaces in it, or a space of it. */
export type Brought = {
  readonly title: string
  readonly isCollection: boolean
  readonly spaces: readonly Space[]
}

/** Everything that is done with rows in their place. What is refused goes back, and a message says why. */
export function usePartActs(desk: Desk) {
  const { seen } = desk
  const quietly = (changes: readonly Change[]) => void desk.change(changes).catch(saidAlready)
  const restore = useBringBack(desk)
  const duplicating = useDuplicating(desk)

  /** Rejects, after that was said, when all rows went back. */
  const moveTo = async (parts: readonly Part[], to: Place) => {
    const before = seen()
    if (!before || parts.length === 0) return
    const from = parts.map((part) => ({ part, place: placeNow(before, part.id) }))
    const { done } = await desk.change(movesTo(before, parts, to))
    const went = from.filter(({ part }) => done.some(({ id }) => id === part.id))
    // In the plan the change stands beside the tree; at the same level the eye sees it.
    if (desk.isPlan || from.every(({ place }) => place?.parentId === to.parentId)) return
    const parent = to.parentId === null ? undefined : partOf(before, to.parentId)
    const where = parent ? `into ${words.quoted(titleOf(parent))}` : 'to the top'
    const back = () => {
      const now = seen()
      if (!now) return
      const changes = went.flatMap(({ part, place }) => (place ? [moveChange(before, part, place)] : []))
      quietly(changes.toReversed())
    }
    toast.undoable(`Moved ${namedOrCounted(went.map(({ part }) => part))} ${where}`, back, { icon: MoveIcon })
  }

  const setFields = ({ part }: StructureRow, fields: Fields) => quietly([fieldsChange(part, fields)])

  return {
    drop: (rows: readonly StructureRow[], { id, ids = [id], parentId, position }: Move) => {
      const parts = ids.flatMap((one) => rows.filter((row) => row.id === one).map(({ part }) => part))
      return moveTo(parts, { parentId, position })
    },
    moveInto: (parts: readonly Part[], parentId: string | null) =>
      void moveTo(parts, { parentId, position: {} }).catch(saidAlready),
    takeOut: (row: StructureRow) => {
      if (row.parentId !== null)
        void moveTo([row.part], { parentId: null, position: { after: row.parentId } }).catch(saidAlready)
    },
    rename: (row: StructureRow, title: string) => {
      const limits = row.kind === 'site-section' ? siteSectionTitle : siteSectionGroupTitle
      const fault = limits.safeParse(title).error?.issues[0]?.message
      if (fault) toast.refused(`${words.quoted(row.title)} keeps its name`, { reason: fault })
      else setFields(row, { title })
    },
    setFields,
    makeDefault: ({ part }: StructureRow) => {
      const now = seen()
      if (now && part.object !== 'site-section-group') quietly([defaultChange(now, part)])
    },
    remove: async (rows: readonly StructureRow[]) => {
      const before = seen()
      if (!before) return
      const kept = rows.find(({ keptBecause }) => keptBecause !== undefined)
      if (kept) {
        toast.refused(`${words.quoted(kept.title)} stays`, { reason: kept.keptBecause ?? '' })
        return
      }
      const leaving = rows.map(({ part }) => part)
      const ending = desk.change(leaving.map(removeChange))
      if (!desk.isPlan) {
        const verb = leaving.every(({ object }) => object === 'site-section-group') ? 'Dissolved' : 'Removed'
        toast.undoable(`${verb} ${namedOrCounted(leaving)}`, () => void restore(leaving, ending), {
          icon: Trash2,
          during: ending.catch(saidAlready),
        })
      }
      await ending.catch(saidAlready)
    },
    ...duplicating,
    bring: (brought: readonly Brought[], to: Place) => bring(desk, brought, to),
  }
}

export type PartActs = ReturnType<typeof usePartActs>

/** Shows what comes from the library; a collection becomes a group of its own where groups may stand. */
async function bring(desk: Desk, brought: readonly Brought[], to: Place): Promise<void> {
  const now = desk.seen()
  if (!now) return
  const becomeGroups = now.type === 'sections' && to.parentId === null
  const plain = brought.filter(({ isCollection }) => !becomeGroups || !isCollection)
  const spaces = plain.flatMap((one) => one.spaces)
  const works: Promise<unknown>[] = []
  if (spaces.length > 0) works.push(desk.change(spaceChanges(now, spaces, to)))
  for (const one of becomeGroups ? brought.filter(({ isCollection }) => isCollection) : []) {
    works.push(bringGroup(desk, one, to))
  }
  await Promise.all(works)
}

async function bringGroup(desk: Desk, { title, spaces }: Brought, to: Place): Promise<void> {
  const now = desk.seen()
  if (!now) return
  const change = groupChange(now, title, to)
  const parentId = (await desk.change([change])).madeIds.get(change)
  const after = desk.seen()
  if (parentId === undefined || !after || spaces.length === 0) return
  await desk.change(spaceChanges(after, spaces, { parentId, position: {} }))
}

const saidAlready = () => undefined
