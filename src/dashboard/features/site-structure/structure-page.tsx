import { clsx } from 'clsx'
import { Library, Move as MoveIcon, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import type { Site } from '#contract/sites.ts'
import { BulkBar } from '../../components/row-actions.tsx'
import type { Move } from '../../components/tree-drop.ts'
import type { Selection } from '../../components/tree-navigation.ts'
import { Button } from '../../components/ui/button.tsx'
import { Keys } from '../../components/ui/kbd.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { useMedia } from '../../hooks/use-media.ts'
import { LibraryPanel } from './library-panel.tsx'
import type { LibraryRow } from './library-rows.ts'
import { usePlanActions } from './plan-mutations.ts'
import { PendingPlan } from './plan-panel.tsx'
import type { OnSearch } from './queries.ts'
import { alreadyReported, useEditTarget, useRowActions } from './row-actions.ts'
import type { StructureSearch } from './search-params.ts'
import { PlanBar, StructureSidePanel, sidePanelOf } from './side-panel.tsx'
import styles from './structure.module.css'
import { useStructureCommands } from './structure-commands.tsx'
import { MoveDialog, StructureDialogs } from './structure-dialogs.tsx'
import { moveRefusal, rootAccepts, type StructureRow } from './structure-rows.ts'
import {
  outermostRows,
  useExpandedRows,
  useLiveChangeNotice,
  useSelectedRows,
  useShownStructure,
  useVisitorSchema,
} from './structure-state.ts'
import { StructureTree } from './structure-tree.tsx'

type Props = {
  params: SiteParams
  site: Site
  search: StructureSearch
  onSearch: OnSearch
  /** Schedules publishing the plan, with redirects from the old addresses or without. */
  onSchedule: (redirect: boolean) => void
}

/** The structure of a site as one tree, edited live or in a plan. */
export function StructurePage({ params, site, search, onSearch, onSchedule }: Props) {
  const canEdit = site.permissions.edit
  const shown = useShownStructure(params, canEdit, search)
  const { structure, rows, isEditable, plan } = shown
  const isPlan = search.plan === true
  const editTarget = useEditTarget(params, isPlan)
  const actions = useRowActions(editTarget)
  const planActions = usePlanActions(params, {
    isPublished: site.published,
    address: site.urls.published ?? '',
    onPublished: () => onSearch({ plan: undefined }),
    onSchedule,
  })
  const liveChange = useLiveChangeNotice(
    params,
    isPlan ? plan?.live.fingerprint : undefined,
    planActions.isOwnChange,
  )
  const schema = useVisitorSchema(params)
  const expanded = useExpandedRows(site.id, shown.singleRows)
  const selected = useSelectedRows(rows, isEditable)
  const isNarrow = useMedia('(max-width: 899px)')
  const [librarySlot, setLibrarySlot] = useState<HTMLElement | null>(null)
  const dragged = useRef<readonly LibraryRow[]>([])
  useStructureCommands({ params, canEdit, isPlan, plan, planActions, structure, search, onSearch })

  const remove = (rowsToRemove: readonly StructureRow[]) => {
    selected.clear()
    void actions.remove(outermostRows(rowsToRemove))
  }
  const dropFromLibrary = ({ parentId, position }: Move) =>
    actions.addFromLibrary(dragged.current, { parentId, position })
  const add = (entries: readonly LibraryRow[], to: string | null) => {
    if (to !== null) expanded.onToggle(to, true)
    void actions.addFromLibrary(entries, { parentId: to, position: {} }).catch(alreadyReported)
  }
  const side = sidePanelOf(search, canEdit, isEditable)
  const rowsToMove = search.move === 'selected' ? selected.rows : rows.filter(({ id }) => id === search.move)
  return (
    <>
      {side === null && (
        <PendingPlan params={params} canEdit={canEdit} onOpen={() => onSearch({ plan: true })} />
      )}
      <div className={side && !isNarrow ? clsx('split', styles.split) : 'split'}>
        <div className={selected.rows.length > 0 ? 'scroll is-selecting' : 'scroll'}>
          <StructureTree
            rows={rows}
            isOpen={expanded.isOpen}
            onToggle={expanded.onToggle}
            rootAccepts={rootAccepts(structure)}
            actions={isEditable ? actions : undefined}
            selection={selected.selection}
            schema={schema}
            onSearch={onSearch}
            onMoveTo={([first, ...others]) => onSearch({ move: others.length > 0 ? 'selected' : first?.id })}
            onRemove={remove}
            onArrive={dropFromLibrary}
            beside={
              side === 'library' &&
              librarySlot &&
              createPortal(
                <LibraryPanel
                  params={params}
                  siteTitle={site.title}
                  structure={structure}
                  to={search.to}
                  onTo={(to) => onSearch({ add: 'library', ...(to ? { to } : {}) })}
                  onAdd={add}
                  dragged={dragged}
                  onClose={() => onSearch({})}
                />,
                librarySlot,
              )
            }
            empty={<EmptyStructure canEdit={isEditable} onSearch={onSearch} />}
          />
          <StructureFooter
            structure={structure}
            canEdit={canEdit}
            isEditable={isEditable}
            onSearch={onSearch}
          />
        </div>
        <StructureSidePanel
          side={side}
          params={params}
          isNarrow={isNarrow}
          search={search}
          onSearch={onSearch}
          planActions={planActions}
          liveChange={liveChange}
          slot={setLibrarySlot}
        />
      </div>
      {side === 'plan' && isNarrow && (
        <PlanBar params={params} plan={plan} actions={planActions} liveChange={liveChange} />
      )}
      {selected.rows.length > 0 && selected.selection && (
        <StructureBulk
          selection={selected.selection}
          rows={selected.rows}
          structure={structure}
          onMove={() => onSearch({ move: 'selected' })}
          onRemove={() => remove(selected.rows)}
        />
      )}
      {isEditable && rowsToMove.length > 0 && moveRefusal(rowsToMove, structure) === undefined && (
        <MoveDialog
          structure={structure}
          rows={rowsToMove}
          onMove={(parentId) => {
            onSearch({})
            selected.clear()
            actions.moveInto(
              rowsToMove.map(({ node }) => node),
              parentId,
            )
          }}
          onClose={() => onSearch({})}
        />
      )}
      {isEditable && (
        <StructureDialogs
          editTarget={editTarget}
          site={site}
          structure={structure}
          search={search}
          onClose={() => onSearch({})}
        />
      )}
    </>
  )
}

type StructureBulkProps = {
  selection: Selection
  rows: readonly StructureRow[]
  structure: SiteStructure
  onMove: () => void
  onRemove: () => void
}

/** The actions for all selected rows. */
const StructureBulk = ({ selection, rows, structure, onMove, onRemove }: StructureBulkProps) => (
  <BulkBar selection={selection}>
    <Button variant="inherit" icon={MoveIcon} disabledReason={moveRefusal(rows, structure)} onClick={onMove}>
      Move
    </Button>
    <Button variant="inherit" icon={Trash2} onClick={onRemove}>
      {rows.every(({ kind }) => kind === 'site-section-group') ? 'Ungroup' : 'Remove'}
    </Button>
  </BulkBar>
)

type BelowProps = { structure: SiteStructure; canEdit: boolean; isEditable: boolean; onSearch: OnSearch }

/** Hints below the rows. */
function StructureFooter({ structure, canEdit, isEditable, onSearch }: BelowProps) {
  const hasRows = structure.structure.length > 0
  return (
    <>
      {hasRows && isEditable && <Hints />}
      {hasRows && isEditable && structure.type === 'siteSpaces' && <SplitOffer onSearch={onSearch} />}
      {!canEdit && (
        <p className={clsx(styles.foot, 'faint meta')}>To arrange this site you need the Edit role on it.</p>
      )}
    </>
  )
}

const Hints = () => (
  <p className={clsx(styles.foot, 'faint meta wide')}>
    Drag, or press <Keys of="space" /> on a row and move it with <Keys of="arrowup arrowdown" />{' '}
    <Keys of="tab" />
  </p>
)

const SplitOffer = ({ onSearch }: { onSearch: OnSearch }) => (
  <p className={clsx(styles.foot, styles.offer, 'soft')}>
    <span>Add sections to show several spaces in the main navigation.</span>
    <Button variant="outline" onClick={() => onSearch({ add: 'section' })}>
      Split into sections
    </Button>
  </p>
)

const EmptyStructure = ({ canEdit, onSearch }: { canEdit: boolean; onSearch: OnSearch }) => (
  <Empty
    title="No spaces on this site yet"
    actions={
      canEdit && (
        <>
          <Button variant="outline" icon={Library} onClick={() => onSearch({ add: 'library' })}>
            Add from the library
          </Button>
          <Button icon={Plus} onClick={() => onSearch({ add: 'space' })}>
            Add a space
          </Button>
        </>
      )
    }
  >
    A site shows spaces from the library. Add one to publish the site.
  </Empty>
)
