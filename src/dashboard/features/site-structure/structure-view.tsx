import { useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Site } from '#contract/sites.ts'
import type { Move } from '../../components/tree-drop.ts'
import { useMedia } from '../../hooks/use-media.ts'
import { LibraryPanel } from './library-panel.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { whyNotMoved } from './move-targets.ts'
import type { SitePlace } from './parts.ts'
import { PlanWaiting } from './plan-waiting.tsx'
import type { ShelfRow } from './shelf-rows.ts'
import { StructureBulk } from './structure-bulk.tsx'
import { StructureDialogs } from './structure-dialogs.tsx'
import { BelowTree, NothingYet } from './structure-notes.tsx'
import { type StructureRow, standsAtTop } from './structure-rows.ts'
import type { OnSearch, StructureSearch } from './structure-search.ts'
import { PlanBar, StructureSides, sideOf } from './structure-sides.tsx'
import { StructureTree } from './structure-tree.tsx'
import { topmost, useChosen } from './use-chosen.ts'
import { useVisitorSchema } from './use-claims.ts'
import { useDesk } from './use-desk.ts'
import { useMerged } from './use-merged.ts'
import { useOpened } from './use-opened.ts'
import { usePartActs } from './use-part-acts.ts'
import { usePlanActs } from './use-plan-acts.ts'
import { useShown } from './use-shown.ts'
import { useStructureActs } from './use-structure-acts.ts'
import './structure.css'

type Props = { place: SitePlace; site: Site; search: StructureSearch; onSearch: OnSearch }

/** What a site is made of, as one tree that is arranged by hand or by keys: live, or in a plan. */
export function StructureView({ place, site, search, onSearch }: Props) {
  const mayEdit = site.permissions.edit
  const shown = useShown(place, mayEdit, search)
  const { structure, rows, mayChange, plan } = shown
  const isPlan = search.plan === true
  const desk = useDesk(place, isPlan)
  const acts = usePartActs(desk)
  const planActs = usePlanActs(place)
  const merged = useMerged(place, isPlan ? plan?.live.fingerprint : undefined, planActs.isPublishing)
  const schema = useVisitorSchema(place)
  const opened = useOpened(site.id, shown.single)
  const chosen = useChosen(rows, mayChange)
  const isNarrow = useMedia('(max-width: 899px)')
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const carried = useRef<readonly ShelfRow[]>([])
  useStructureActs({ place, mayEdit, isPlan, plan, planActs, structure, search, onSearch })

  const remove = (some: readonly StructureRow[]) => {
    chosen.clear()
    void acts.remove(topmost(some))
  }
  const arrive = ({ parentId, position }: Move) => acts.bring(carried.current, { parentId, position })
  const add = (some: readonly ShelfRow[], to: string | null) => {
    if (to !== null) opened.onToggle(to, true)
    void acts.bring(some, { parentId: to, position: {} }).catch(() => undefined)
  }
  const side = sideOf(search, mayEdit, mayChange)
  const moving = search.move === 'selected' ? chosen.rows : rows.filter(({ id }) => id === search.move)
  return (
    <>
      {side === null && (
        <PlanWaiting place={place} mayEdit={mayEdit} onOpen={() => onSearch({ plan: true })} />
      )}
      <div className={side && !isNarrow ? 'split st-split' : 'split'}>
        <div className={chosen.rows.length > 0 ? 'scroll is-selecting' : 'scroll'}>
          <StructureTree
            rows={rows}
            isOpen={opened.isOpen}
            onToggle={opened.onToggle}
            rootAccepts={standsAtTop(structure)}
            acts={mayChange ? acts : undefined}
            selection={chosen.selection}
            schema={schema}
            onSearch={onSearch}
            onMoveTo={(some) => onSearch({ move: some.length > 1 ? 'selected' : some[0]?.id })}
            onRemove={remove}
            onArrive={arrive}
            beside={
              side === 'library' &&
              slot &&
              createPortal(
                <LibraryPanel
                  place={place}
                  siteTitle={site.title}
                  structure={structure}
                  to={search.to}
                  onTo={(to) => onSearch({ add: 'library', ...(to ? { to } : {}) })}
                  onBring={add}
                  carried={carried}
                  onClose={() => onSearch({})}
                />,
                slot,
              )
            }
            empty={<NothingYet mayEdit={mayChange} onSearch={onSearch} />}
          />
          <BelowTree structure={structure} mayEdit={mayEdit} mayChange={mayChange} onSearch={onSearch} />
        </div>
        <StructureSides
          side={side}
          place={place}
          isNarrow={isNarrow}
          search={search}
          onSearch={onSearch}
          planActs={planActs}
          merged={merged}
          slot={setSlot}
        />
      </div>
      {side === 'plan' && isNarrow && <PlanBar place={place} plan={plan} acts={planActs} merged={merged} />}
      {chosen.rows.length > 0 && chosen.selection && (
        <StructureBulk
          selection={chosen.selection}
          rows={chosen.rows}
          structure={structure}
          onMove={() => onSearch({ move: 'selected' })}
          onRemove={() => remove(chosen.rows)}
        />
      )}
      {mayChange && moving.length > 0 && whyNotMoved(moving, structure) === undefined && (
        <MoveDialog
          structure={structure}
          rows={moving}
          onMove={(parentId) => {
            onSearch({})
            chosen.clear()
            acts.moveInto(
              moving.map(({ part }) => part),
              parentId,
            )
          }}
          onClose={() => onSearch({})}
        />
      )}
      {mayChange && (
        <StructureDialogs
          desk={desk}
          site={site}
          structure={structure}
          search={search}
          onClose={() => onSearch({})}
        />
      )}
    </>
  )
}
