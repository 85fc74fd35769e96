import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Space } from '#contract/spaces.ts'
import { PagedList } from '../../components/paged-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { MenuItem } from '../../components/ui/menu.tsx'
import { Bone } from '../../components/ui/skeleton.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { errorMessage } from '../../data/query-client.ts'
import { pluralize } from '../../lib/labels.ts'
import { useVariableActions } from './mutations.ts'
import { missingIn, type Variable, variablesIn, variablesQuery } from './queries.ts'
import { VariableDialog } from './variable-dialog.tsx'
import styles from './variables.module.css'

type Props = { space: Space; canEdit: boolean }

/** The variables of a space, which expressions on its pages show. */
export function VariablesSection({ space, canEdit }: Props) {
  const read = useQuery(variablesQuery(space.id))
  const { remove } = useVariableActions(space.id)
  /** The edited variable by name, or a new one; its name is empty unless pages read it already. */
  const [open, setOpen] = useState<string | null>(null)
  const variables = read.data ? variablesIn(read.data) : []
  const edited = variables.find(({ id }) => id === open)
  const missing = read.data ? missingIn(read.data) : []
  const isMissing = missing.some(({ name }) => name === open)
  const isOpen = read.data !== undefined && (open === '' || isMissing || edited !== undefined)
  return (
    <section aria-labelledby="space-variables">
      <div className="section-head">
        <h2 id="space-variables">Variables</h2>
        {canEdit && (
          <Button variant="outline" icon={Plus} disabled={!read.data} onClick={() => setOpen('')}>
            Add variable
          </Button>
        )}
      </div>
      <p className="soft">
        Pages show a variable with an expression, such as <code>space.vars.version</code>. Readers see a new
        value right away.
        {!canEdit &&
          space.permissions.edit &&
          ' Edits are locked, so variables change through change requests.'}
      </p>
      {read.isPending && <Bone width="60%" />}
      {read.isError && (
        <Failed
          title="Couldn’t load the variables"
          reason={errorMessage(read.error)}
          onRetry={() => void read.refetch()}
        />
      )}
      {variables.length > 0 && (
        <PagedList<Variable>
          label="Variables"
          items={variables}
          className={styles.list}
          columns={columns}
          titleOf={({ id }) => id}
          row={(variable) => <Cells variable={variable} />}
          {...(canEdit
            ? {
                onOpen: ({ id }: Variable) => setOpen(id),
                menu: (variable: Variable) => (
                  <>
                    <MenuItem icon={Pencil} onSelect={() => setOpen(variable.id)}>
                      Edit…
                    </MenuItem>
                    <MenuItem icon={Trash2} onSelect={() => remove(variable)}>
                      Delete
                    </MenuItem>
                  </>
                ),
              }
            : {})}
          empty={null}
        />
      )}
      {missing.length > 0 && <MissingVariables missing={missing} onAdd={canEdit ? setOpen : undefined} />}
      {isOpen && canEdit && (
        <VariableDialog
          key={open}
          spaceId={space.id}
          base={read.data.revision}
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
  missing: ReturnType<typeof missingIn>
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
    <div className="cell wide soft num" role="gridcell">
      {pages === 0 ? <span className="faint">No pages</span> : pluralize(pages, 'page')}
    </div>
  </>
)
