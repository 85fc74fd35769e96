import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { siteSectionTitle } from '#contract/site-sections.ts'
import { Tree } from '../../components/tree.tsx'
import { places } from '../../lib/places.ts'
import { AddressCell, AfterTitle, ConditionCell, columns, PartMark } from './structure-cells.tsx'
import { RowMenu } from './structure-menu.tsx'
import type { StructureRow } from './structure-rows.ts'
import type { OnSearch } from './structure-search.ts'
import type { PartActs } from './use-part-acts.ts'

type Props = {
  rows: readonly StructureRow[]
  isOpen: (id: string) => boolean
  onToggle: (id: string, open: boolean) => void
  rootAccepts: (kind: string) => boolean
  /** Absent for those who may only look. */
  acts: PartActs | undefined
  onSearch: OnSearch
  empty: ReactNode
}

/** Groups, sections and spaces of a site: what it is called, who sees it and where it is found. */
export function StructureTree({ rows, isOpen, onToggle, rootAccepts, acts, onSearch, empty }: Props) {
  const [pathOf, setPathOf] = useState<string | null>(null)
  const titles = new Map(rows.map(({ id, title }) => [id, title]))
  const onRowKey = (event: KeyboardEvent, row: StructureRow) => {
    if (!acts || event.metaKey || event.ctrlKey || event.altKey) return
    if (event.key === 'p' && row.kind !== 'site-section-group') setPathOf(row.id)
    else if (event.key === 'e') onSearch({ edit: row.id })
    else if (event.key === 'Delete' || event.key === 'Backspace') void acts.remove(row)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Tree<StructureRow>
      label="Structure"
      className="st"
      columns={columns}
      rows={rows}
      isOpen={isOpen}
      onToggle={onToggle}
      lead={(row) => <PartMark part={row.part} />}
      to={spaceOf}
      after={(row) => <AfterTitle row={row} isOpen={isOpen(row.id)} />}
      cells={(row) => (
        <>
          <ConditionCell part={row.part} onEdit={acts && (() => onSearch({ edit: row.id }))} />
          <AddressCell
            row={row}
            onEdit={acts && (() => setPathOf(row.id))}
            isEditing={pathOf === row.id}
            onSave={(path) => {
              setPathOf(null)
              acts?.setPath(row, path)
            }}
            onCancel={() => setPathOf(null)}
          />
        </>
      )}
      {...(acts && {
        menu: (row: StructureRow, { rename }: { rename: () => void }) => (
          <RowMenu
            row={row}
            rename={rename}
            onPath={() => setPathOf(row.id)}
            onEdit={() => onSearch({ edit: row.id })}
            onAdd={() =>
              onSearch({ add: row.kind === 'site-section-group' ? 'section' : 'space', to: row.id })
            }
            onDefault={() => acts.makeDefault(row)}
            onTakeOut={() => acts.takeOut(row)}
            onRemove={() => void acts.remove(row)}
            groupTitle={row.kind === 'site-section' ? titles.get(row.parentId ?? '') : undefined}
          />
        ),
        onMove: (move) => acts.drop(rows, move),
        onRename: acts.rename,
        canRename: (row: StructureRow) => row.kind !== 'site-space',
      })}
      rootAccepts={rootAccepts}
      titleLimit={siteSectionTitle.maxLength ?? 128}
      onRowKey={onRowKey}
      empty={empty}
    />
  )
}

/** The title of a site space leads to its pages, for those who may see them. */
const spaceOf = ({ part }: StructureRow): string | undefined =>
  part.object === 'site-space' && part.space.permissions.view ? places.space(part.space.id) : undefined
