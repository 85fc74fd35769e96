import { useQuery } from '@tanstack/react-query'
import { ChevronDown, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api } from '#contract/api.ts'
import { type AuditAction, type AuditTarget, auditActions, auditTargets } from '#contract/audit-events.ts'
import { MemberPicker } from '../../components/member-picker.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Select, TextInput } from '../../components/ui/inputs.tsx'
import { Popover } from '../../components/ui/popover.tsx'
import { q } from '../../data/api.ts'
import { pluralize } from '../../lib/labels.ts'
import styles from './audit.module.css'
import { dateRangeLabel, dateRangePresets, targetLabels } from './labels.ts'
import type { AuditSearch } from './queries.ts'
import { isFiltered, noFilter, type OnSearch } from './queries.ts'

type Props = {
  organizationId: string
  search: AuditSearch
  onSearch: OnSearch
  total: number | undefined
}

/** Filters by actor, action, target and date. The URL stores all of them. */
export function AuditFilters({ organizationId, search, onSearch, total }: Props) {
  return (
    <div className="toolbar">
      <ActorFilter organizationId={organizationId} who={search.who} onSearch={onSearch} />
      <Filter
        name="What"
        value={search.action && auditActions[search.action]}
        onClear={() => onSearch({ action: undefined })}
      >
        {(close) => (
          <Choice<AuditAction>
            label="What was done"
            any="Anything"
            value={search.action}
            choices={Object.entries(auditActions) as [AuditAction, string][]}
            onChange={(action) => {
              onSearch({ action })
              close()
            }}
          />
        )}
      </Filter>
      <Filter
        name="On what"
        value={search.type && targetLabels[search.type]}
        onClear={() => onSearch({ type: undefined })}
      >
        {(close) => (
          <Choice<AuditTarget>
            label="Done to"
            any="Anything"
            value={search.type}
            choices={auditTargets.map((type) => [type, targetLabels[type]])}
            onChange={(type) => {
              onSearch({ type })
              close()
            }}
          />
        )}
      </Filter>
      <DateFilter search={search} onSearch={onSearch} />
      {isFiltered(search) && (
        <Button size="small" className="wide" onClick={() => onSearch(noFilter)}>
          Clear all
        </Button>
      )}
      <span className="grow" />
      {total !== undefined && (
        <span className="faint meta num wide" role="status">
          {pluralize(total, 'event')}
        </span>
      )}
    </div>
  )
}

type FilterProps = {
  name: string
  /** The current value, or undefined if the filter is off. */
  value: ReactNode
  onClear: () => void
  children: (close: () => void) => ReactNode
}

/** A filter button with a popover, and a second button that removes the filter while it is on. */
function Filter({ name, value, onClear, children }: FilterProps) {
  const [isOpen, setIsOpen] = useState(false)
  const isSet = value !== undefined
  return (
    <span className="filter">
      <Popover
        label={name}
        open={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          isSet ? (
            <button type="button" className={styles.filterButton}>
              <span className="k">{name}</span> <span className="v truncate">{value}</span>
            </button>
          ) : (
            <button type="button">
              {name}
              <Icon of={ChevronDown} size="xs" />
            </button>
          )
        }
      >
        <div className={styles.filterPopover}>{children(() => setIsOpen(false))}</div>
      </Popover>
      {isSet && (
        <button type="button" aria-label={`Remove the filter ${name.toLowerCase()}`} onClick={onClear}>
          <Icon of={X} size="xs" />
        </button>
      )}
    </span>
  )
}

type ChoiceProps<T extends string> = {
  label: string
  any: string
  value: T | undefined
  choices: readonly (readonly [T, string])[]
  onChange: (value: T | undefined) => void
}

const Choice = <T extends string>({ label, any, value, choices, onChange }: ChoiceProps<T>) => (
  <Field label={label}>
    {(inputProps) => (
      <Select
        {...inputProps}
        value={value ?? ''}
        choices={[{ value: '', label: any }, ...choices.map(([key, name]) => ({ value: key, label: name }))]}
        onChange={({ target }) => onChange(choices.find(([key]) => key === target.value)?.[0])}
      />
    )}
  </Field>
)

type ActorFilterProps = { organizationId: string; who: string | undefined; onSearch: OnSearch }

function ActorFilter({ organizationId, who, onSearch }: ActorFilterProps) {
  const { data: user } = useQuery({
    ...q(api.users.get, { params: { userId: who ?? '' } }),
    enabled: who !== undefined,
    retry: false,
  })
  const name = user?.displayName ?? who
  return (
    <Filter name="Who" value={name} onClear={() => onSearch({ who: undefined })}>
      {(close) => (
        <MemberPicker
          organizationId={organizationId}
          label="Members"
          selected={who === undefined ? [] : [{ id: who, name: name ?? who }]}
          onChange={([person]) => {
            onSearch({ who: person?.id })
            close()
          }}
        />
      )}
    </Filter>
  )
}

function DateFilter({ search: { from, to }, onSearch }: Pick<Props, 'search' | 'onSearch'>) {
  return (
    <Filter
      name="When"
      value={dateRangeLabel(from, to)}
      onClear={() => onSearch({ from: undefined, to: undefined })}
    >
      {(close) => (
        <>
          <div className={styles.presets}>
            {dateRangePresets(new Date()).map((preset) => (
              <Button
                key={preset.label}
                variant="outline"
                size="small"
                onClick={() => {
                  onSearch({ from: preset.from, to: undefined })
                  close()
                }}
              >
                {preset.label}
              </Button>
            ))}
          </div>
          <Field label="From">
            {(inputProps) => (
              <TextInput
                {...inputProps}
                type="date"
                max={to}
                value={from ?? ''}
                onChange={({ target }) => onSearch({ from: target.value || undefined }, { replace: true })}
              />
            )}
          </Field>
          <Field label="To">
            {(inputProps) => (
              <TextInput
                {...inputProps}
                type="date"
                min={from}
                value={to ?? ''}
                onChange={({ target }) => onSearch({ to: target.value || undefined }, { replace: true })}
              />
            )}
          </Field>
        </>
      )}
    </Filter>
  )
}
