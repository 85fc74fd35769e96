import { auditActions, auditTargets } from '#contract/audit-events.ts'
import { type FilterField, is } from '../../components/filter-bar/fields.ts'
import { FilterBar } from '../../components/filter-bar/filter-bar.tsx'
import { pluralize } from '../../lib/labels.ts'
import { targetLabels } from './labels.ts'
import type { AuditSearch, OnSearch } from './queries.ts'

type Props = {
  organizationId: string
  search: AuditSearch
  onSearch: OnSearch
  total: number | undefined
}

/** Filters by person, action, type and date. The URL stores all of them. */
export const AuditFilters = ({ organizationId, search, onSearch, total }: Props) => (
  <div className="toolbar">
    <FilterBar fields={fieldsFor(organizationId)} params={search} onChange={onSearch} />
    <span className="grow" />
    {total !== undefined && (
      <span className="faint meta num wide" role="status">
        {pluralize(total, 'event')}
      </span>
    )}
  </div>
)

const fieldsFor = (organizationId: string): FilterField[] => [
  { label: 'Person', kind: 'person', operators: is('who'), organizationId },
  {
    label: 'Action',
    kind: 'choice',
    operators: is('action'),
    choices: Object.entries(auditActions).map(([value, label]) => ({ value, label })),
  },
  {
    label: 'Type',
    kind: 'choice',
    operators: is('type'),
    choices: auditTargets.map((value) => ({ value, label: targetLabels[value] })),
  },
  {
    label: 'Date',
    kind: 'day',
    operators: [
      { label: 'is on or after', param: 'from' },
      { label: 'is on or before', param: 'to' },
    ],
  },
]
