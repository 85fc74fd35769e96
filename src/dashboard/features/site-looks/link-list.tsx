import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ContentReference } from '#contract/pages.ts'
import type { SiteParts } from '../../components/site-target/site-parts.ts'
import { referenceOf, targetOf } from '../../components/site-target/target.ts'
import { TargetPicker } from '../../components/site-target/target-picker.tsx'
import { SortableList } from '../../components/sortable-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { TextInput } from '../../components/ui/inputs.tsx'
import { useEntries } from './entries.ts'

export type NamedLink = { title: string; to: ContentReference | null }

type Props<T extends NamedLink> = {
  /** Name of the list: `Links of the header`. */
  label: string
  values: readonly T[]
  onChange: (values: T[]) => void
  parts: SiteParts
  most: number
  fresh: () => T
  add: string
  canBeNone?: boolean
  /** What else an entry has. */
  more?: (value: T, change: (value: T) => void) => ReactNode
}

/** Links in their order: what each is called and where it leads. */
export function LinkList<T extends NamedLink>(props: Props<T>) {
  const { label, values, onChange, parts, most, more } = props
  const list = useEntries(values, onChange, ({ title }) => title || 'New link')
  return (
    <div className="look-links">
      <SortableList label={label} items={list.entries} onSort={list.sort}>
        {({ id, title, value }) => {
          const change = (next: T) => list.change(id, next)
          return (
            <div className="look-link">
              <span className="look-line">
                <TextInput
                  aria-label={`Title of ${title}`}
                  placeholder="Title"
                  value={value.title}
                  onChange={({ target }) => change({ ...value, title: target.value })}
                />
                <IconButton
                  small
                  tip={false}
                  icon={X}
                  label={`Remove ${title}`}
                  onClick={() => list.remove(id)}
                />
              </span>
              <TargetPicker
                of={title}
                parts={parts}
                canBeNone={props.canBeNone ?? false}
                value={targetOf(value.to, parts)}
                onChange={(target) => change({ ...value, to: referenceOf(target, parts) })}
              />
              {more?.(value, change)}
            </div>
          )
        }}
      </SortableList>
      <Button
        icon={Plus}
        disabledReason={values.length >= most ? `${most} are all there can be` : undefined}
        onClick={() => list.add(props.fresh())}
      >
        {props.add}
      </Button>
    </div>
  )
}
