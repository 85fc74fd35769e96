import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { api } from '#contract/api.ts'
import { q } from '../../data/api.ts'
import { useShortcuts } from '../../hooks/use-actions.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu, MenuOption, MenuOptions } from '../ui/menu.tsx'
import { Popover } from '../ui/popover.tsx'
import type { FilterBarProps, FilterField } from './fields.ts'
import { FilterValue, NewFilter } from './filter-editor.tsx'
import { type Filter, filtersIn, formatDay, freeParam, noFilters, valueIn } from './filters.ts'

/** The filter bar, once it is loaded. */
export function LoadedFilterBar({ fields, params, onChange }: FilterBarProps) {
  const [isAdding, setIsAdding] = useState(false)
  const filters = filtersIn(fields, params)
  const unused = fields.filter((one) => freeParam(one, params) !== undefined)
  useShortcuts([
    {
      keys: 'f',
      label: 'Add a filter',
      group: 'On this page',
      run: () => setIsAdding(unused.length > 0),
    },
  ])
  const add = (field: FilterField, value: string) => {
    const param = freeParam(field, params)
    if (param !== undefined) onChange({ [param]: value })
    setIsAdding(false)
  }
  return (
    <>
      {filters.map((filter) => (
        <Chip
          key={filter.param}
          filter={filter}
          onChange={(param, value) =>
            onChange(
              param === filter.param ? { [param]: value } : { [filter.param]: undefined, [param]: value },
            )
          }
          onRemove={() => onChange({ [filter.param]: undefined })}
          isFree={(param) => valueIn(params, param) === undefined}
        />
      ))}
      {unused.length > 0 && (
        <Popover
          label="Filter by"
          open={isAdding}
          onOpenChange={setIsAdding}
          trigger={
            <Button icon={Plus} title="Add a filter (f)">
              Filter
            </Button>
          }
        >
          <NewFilter fields={unused} onAdd={add} />
        </Popover>
      )}
      {filters.length > 1 && (
        <Button className="wide" onClick={() => onChange(noFilters(fields))}>
          Clear all
        </Button>
      )}
    </>
  )
}

type ChipProps = {
  filter: Filter
  onChange: (param: string, value: string) => void
  onRemove: () => void
  isFree: (param: string) => boolean
}

function Chip({ filter: { field, param, value }, onChange, onRemove, isFree }: ChipProps) {
  const [isOpen, setIsOpen] = useState(false)
  const operator = field.operators.find((one) => one.param === param)
  const choices = field.operators.filter((one) => one.param === param || isFree(one.param))
  return (
    <span className="filter">
      <span className="k">{field.label}</span>
      {choices.length > 1 ? (
        <Menu
          align="start"
          trigger={
            <button type="button" aria-label={`${field.label}: ${operator?.label}`}>
              {operator?.label}
            </button>
          }
        >
          <MenuOptions<string> value={param} onChange={(next) => onChange(next, value)}>
            {choices.map((one) => (
              <MenuOption key={one.param} value={one.param}>
                {one.label}
              </MenuOption>
            ))}
          </MenuOptions>
        </Menu>
      ) : (
        <span className="soft">{operator?.label}</span>
      )}
      <Popover
        label={field.label}
        open={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <button type="button" className="v">
            <span className="truncate">
              <ValueLabel field={field} value={value} />
            </span>
          </button>
        }
      >
        <FilterValue
          field={field}
          value={value}
          onChange={(next) => {
            onChange(param, next)
            setIsOpen(false)
          }}
        />
      </Popover>
      <button type="button" aria-label={`Remove the filter ${field.label.toLowerCase()}`} onClick={onRemove}>
        <Icon of={X} size="xs" />
      </button>
    </span>
  )
}

function ValueLabel({ field, value }: Pick<Filter, 'field' | 'value'>) {
  if (field.kind === 'day') return formatDay(value)
  if (field.kind === 'person') return <PersonName id={value} />
  return field.choices.find((choice) => choice.value === value)?.label ?? value
}

function PersonName({ id }: { id: string }) {
  const { data, isError } = useQuery({ ...q(api.users.get, { params: { userId: id } }), retry: false })
  return data?.displayName ?? (isError ? 'Someone else' : '…')
}
