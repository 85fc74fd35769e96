import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Pencil, Plus, TextCursorInput, Trash2 } from 'lucide-react'
import type { CustomField } from '#contract/custom-fields.ts'
import type { Organization } from '#contract/organizations.ts'
import { PagedList, pagesOf } from '../../components/paged-list.tsx'
import { SettingsHeader } from '../../components/settings-header.tsx'
import { Button } from '../../components/ui/button.tsx'
import { MenuItem, MenuSeparator } from '../../components/ui/menu.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { useActions } from '../../hooks/use-actions.ts'
import { pluralize } from '../../lib/labels.ts'
import styles from './custom-fields.module.css'
import { EditFieldDialog, NewFieldDialog } from './field-dialogs.tsx'
import { typeLabels } from './labels.ts'
import { useDeleteField } from './mutations.ts'
import { fieldQuery, fieldsQuery } from './queries.ts'
import type { FieldsSearch } from './search-params.ts'

type Props = {
  organization: Organization
  search: FieldsSearch
  onSearch: (search: FieldsSearch) => void
}

const columns = [
  { head: 'Field' },
  { head: 'Name', className: 'wide' },
  { head: 'Type', className: 'wide' },
  { head: 'Updated', className: 'wide' },
  { head: <span className="sr">Actions</span> },
]

/** The custom fields of an organization. */
export function FieldsPage({ organization, search, onSearch }: Props) {
  const pages = pagesOf(useSuspenseInfiniteQuery(fieldsQuery(organization.id)))
  const mayEdit = organization.permissions.admin
  const remove = useDeleteField(organization.id)
  const onNew = () => onSearch({ dialog: 'new' })
  const close = () => onSearch({})
  useActions(
    mayEdit ? [{ id: 'field', label: 'New custom field', icon: TextCursorInput, keys: 'c', run: onNew }] : [],
  )
  return (
    <>
      <SettingsHeader
        organization={organization}
        part="Custom fields"
        actions={
          mayEdit && (
            <Button variant="primary" icon={Plus} onClick={onNew}>
              New field
            </Button>
          )
        }
      />
      <div className="scroll">
        <PagedList<CustomField>
          {...pages}
          label="Custom fields"
          className={styles.list}
          columns={columns}
          titleOf={titleOf}
          {...(mayEdit ? { onOpen: (field: CustomField) => onSearch({ field: field.name }) } : {})}
          row={(field) => <FieldCells field={field} onOpen={mayEdit ? onSearch : undefined} />}
          menu={
            mayEdit
              ? (field) => (
                  <>
                    <MenuItem icon={Pencil} onSelect={() => onSearch({ field: field.name })}>
                      Edit…
                    </MenuItem>
                    <MenuSeparator />
                    <MenuItem icon={Trash2} danger onSelect={() => void remove(field)}>
                      Delete…
                    </MenuItem>
                  </>
                )
              : undefined
          }
          empty={<NoFields onNew={mayEdit ? onNew : undefined} />}
        />
      </div>
      {mayEdit && search.dialog === 'new' && (
        <NewFieldDialog organizationId={organization.id} onClose={close} />
      )}
      {mayEdit && search.field !== undefined && (
        <OpenFieldDialog organizationId={organization.id} name={search.field} onClose={close} />
      )}
    </>
  )
}

const titleOf = ({ title, name }: CustomField): string => title || name

/** The field that the search parameters name, if it still exists. */
function OpenFieldDialog({
  organizationId,
  name,
  onClose,
}: {
  organizationId: string
  name: string
  onClose: () => void
}) {
  const { data: field } = useQuery({ ...fieldQuery(organizationId, name), retry: false })
  return field ? <EditFieldDialog {...{ organizationId, field, onClose }} /> : null
}

type CellsProps = { field: CustomField; onOpen: ((search: FieldsSearch) => void) | undefined }

const FieldCells = ({ field, onOpen }: CellsProps) => (
  <>
    <div className="cell" role="gridcell">
      <span className={styles.pair}>
        {onOpen ? (
          <button
            type="button"
            tabIndex={-1}
            className="title name truncate"
            onClick={() => onOpen({ field: field.name })}
          >
            {titleOf(field)}
          </button>
        ) : (
          <span className="title name truncate">{titleOf(field)}</span>
        )}
        <span className="narrow meta faint truncate">{typeLabels[field.type]}</span>
      </span>
      {field.description && <span className="faint truncate wide">{field.description}</span>}
    </div>
    <div className="cell wide soft mono" role="gridcell">
      <span className="truncate">{field.name}</span>
    </div>
    <div className="cell wide soft" role="gridcell">
      <span className="truncate" title={field.options?.join(', ')}>
        {typeLabels[field.type]}
        {field.options && `, ${pluralize(field.options.length, 'option')}`}
      </span>
    </div>
    <div className="cell wide soft num" role="gridcell">
      <Time at={field.updatedAt} />
    </div>
  </>
)

const NoFields = ({ onNew }: { onNew: (() => void) | undefined }) => (
  <Empty
    title="No custom fields yet"
    actions={
      onNew && (
        <Button variant="outline" icon={Plus} onClick={onNew}>
          New field
        </Button>
      )
    }
  >
    A field records the same information for every space, such as its owner or its last review.
    {!onNew && ' To create one, you need the Admin role.'}
  </Empty>
)
