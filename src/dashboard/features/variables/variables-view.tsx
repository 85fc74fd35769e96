import { Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { PagedList } from '../../components/paged-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { MenuItem } from '../../components/ui/menu.tsx'
import { Bone } from '../../components/ui/skeleton.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { errorMessage } from '../../data/query-client.ts'
import { pluralize } from '../../lib/labels.ts'
import type { Variable } from './queries.ts'
import { VariableDialog, type VariableWriter } from './variable-dialog.tsx'
import styles from './variables.module.css'

type Props = {
  id: string
  /** Absent for those who can only read them. */
  writer: VariableWriter | undefined
  /** Absent while loading. */
  variables: readonly Variable[] | undefined
  error: Error | null
  onRetry: () => void
  onRemove: (variable: Variable) => void
  /** What they are for. */
  children: ReactNode
  /** Names that pages read and that have no value, with the number of those pages. */
  missing?: readonly { readonly name: string; readonly pages: number }[]
}

/** Variables with their values, and a dialog to add and edit them. */
export function VariablesView({
  id: sectionId,
  writer,
  variables,
  error,
  onRetry,
  onRemove,
  children,
  missing = [],
}: Props) {
  /** The edited variable by name, or a new one; its name is empty unless pages read it already. */
  const [open, setOpen] = useState<string | null>(null)
  const edited = variables?.find(({ id }) => id === open)
  const isMissing = missing.some(({ name }) => name === open)
  const isOpen = variables !== undefined && (open === '' || isMissing || edited !== undefined)
  return (
    <section aria-labelledby={sectionId}>
      <div className="section-head">
        <h2 id={sectionId}>Variables</h2>
        {writer && (
          <Button
            variant="outline"
            icon={Plus}
            disabled={variables === undefined}
            onClick={() => setOpen('')}
          >
            Add variable
          </Button>
        )}
      </div>
      <p className="soft">{children}</p>
      {variables === undefined && error === null && <Bone width="60%" />}
      {error && <Failed title="Couldn’t load the variables" reason={errorMessage(error)} onRetry={onRetry} />}
      {variables !== undefined && variables.length > 0 && (
        <PagedList<Variable>
          label="Variables"
          items={variables}
          className={styles.list}
          columns={variables.some(({ pages }) => pages !== undefined) ? columns : columns.slice(0, 2)}
          titleOf={({ id }) => id}
          row={(variable) => <Cells variable={variable} />}
          {...(writer
            ? {
                onOpen: ({ id }: Variable) => setOpen(id),
                menu: (variable: Variable) => (
                  <>
                    <MenuItem icon={Pencil} onSelect={() => setOpen(variable.id)}>
                      Edit…
                    </MenuItem>
                    <MenuItem icon={Trash2} onSelect={() => onRemove(variable)}>
                      Delete
                    </MenuItem>
                  </>
                ),
              }
            : {})}
          empty={null}
        />
      )}
      {missing.length > 0 && <MissingVariables missing={missing} onAdd={writer ? setOpen : undefined} />}
      {isOpen && writer && (
        <VariableDialog
          key={open}
          writer={writer}
          variable={edited}
          name={open ?? ''}
          names={variables.map(({ id }) => id)}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  )
}

type MissingProps = {
  missing: NonNullable<Props['missing']>
  onAdd: ((name: string) => void) | undefined
}

/** Names without a value, for which readers see nothing or a fallback. */
const MissingVariables = ({ missing, onAdd }: MissingProps) => (
  <section className={styles.missing} aria-labelledby="missing-variables">
    <h3 id="missing-variables">
      Without a value <span className="count">{missing.length}</span>
    </h3>
    <p className="soft">
      Pages read these variables. Readers see the fallback of the expression, or nothing.
    </p>
    <ul>
      {missing.map(({ name, pages }) => (
        <li key={name}>
          <span className="mono truncate">{name}</span>
          <span className="meta faint num nowrap">{pluralize(pages, 'page')}</span>
          {onAdd && (
            <Button size="small" icon={Plus} aria-label={`Add ${name}`} onClick={() => onAdd(name)}>
              Add
            </Button>
          )}
        </li>
      ))}
    </ul>
  </section>
)

const columns = [{ head: 'Name' }, { head: 'Value' }, { head: 'Used on', className: 'wide' }]

const Cells = ({ variable: { id, value, pages } }: { variable: Variable }) => (
  <>
    <div className="cell" role="gridcell">
      <span className="title mono truncate">{id}</span>
    </div>
    <div className="cell" role="gridcell">
      <span className="truncate">{value === '' ? <span className="faint">Empty</span> : String(value)}</span>
    </div>
    {pages !== undefined && (
      <div className="cell wide soft num" role="gridcell">
        {pages === 0 ? <span className="faint">No pages</span> : pluralize(pages, 'page')}
      </div>
    )}
  </>
)
