import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useController } from 'react-hook-form'
import { useField } from '../../components/fields.tsx'
import { SortableList } from '../../components/sortable-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { FieldError } from '../../components/ui/field.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { TextInput } from '../../components/ui/inputs.tsx'

type Row = { readonly id: string; readonly title: string; readonly text: string }

const most = 50
let last = 0

const rowOf = (text: string, id = `option-${++last}`): Row => ({ id, text, title: text || 'New option' })

/** What can be chosen, in its order: written where it stands, carried by the grip, Enter makes the next one. */
export function OptionsField({ name }: { name: string }) {
  const { error } = useField(name, 'Options')
  const { rows, list, put, addAfter, remove, onBlur } = useRows(name)
  return (
    <fieldset className="field" ref={list}>
      <legend className="label">Options</legend>
      <SortableList label="Options" items={rows} onSort={put}>
        {(row) => (
          <OptionRow
            row={row}
            at={rows.indexOf(row)}
            isOnly={rows.length === 1}
            onWrite={(text) => put(rows.map((one) => (one === row ? rowOf(text, row.id) : one)))}
            onNext={() => addAfter(rows.indexOf(row))}
            onRemove={() => remove(rows.indexOf(row))}
            onBlur={onBlur}
          />
        )}
      </SortableList>
      <div>
        <Button
          look="plain"
          icon={Plus}
          disabledReason={rows.length >= most ? `${most} options are all there can be` : undefined}
          onClick={() => addAfter(rows.length - 1)}
        >
          Add option
        </Button>
      </div>
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </fieldset>
  )
}

/** The texts of the form as rows that keep who they are while they are written and carried. */
function useRows(name: string) {
  const { field } = useController({ name })
  const list = useRef<HTMLFieldSetElement>(null)
  const values: readonly string[] = Array.isArray(field.value) ? field.value : []
  const [known, setKnown] = useState<readonly Row[]>(() => values.map((text) => rowOf(text)))
  // What came from outside, such as another person's options, takes the place of what was written here.
  const rows = isSame(known, values) ? known : values.map((text) => rowOf(text))
  const put = (next: readonly Row[]) => {
    setKnown(next)
    field.onChange(next.map(({ text }) => text))
  }
  // At once, so that what is typed on goes where it is meant for.
  const putAndGo = (next: readonly Row[], at: number) => {
    flushSync(() => put(next))
    list.current?.querySelectorAll<HTMLInputElement>('.input').item(at)?.focus()
  }
  return {
    rows,
    list,
    put,
    onBlur: field.onBlur,
    addAfter: (at: number) => {
      if (rows.length >= most) return
      putAndGo(rows.toSpliced(at + 1, 0, rowOf('')), at + 1)
    },
    remove: (at: number) => {
      putAndGo(rows.toSpliced(at, 1), Math.max(0, at - 1))
    },
  }
}

type OptionProps = {
  row: Row
  at: number
  isOnly: boolean
  onWrite: (text: string) => void
  onNext: () => void
  onRemove: () => void
  onBlur: () => void
}

const OptionRow = ({ row, at, isOnly, onWrite, onNext, onRemove, onBlur }: OptionProps) => (
  <>
    <TextInput
      aria-label={`Option ${at + 1}`}
      value={row.text}
      onBlur={onBlur}
      onChange={({ target }) => onWrite(target.value)}
      onKeyDown={(event) => {
        if (event.metaKey || event.ctrlKey) return
        if (event.key === 'Enter') onNext()
        else if (event.key === 'Backspace' && row.text === '' && !isOnly) onRemove()
        else return
        event.preventDefault()
      }}
    />
    <IconButton small tip={false} icon={X} label={`Remove ${row.title}`} onClick={onRemove} />
  </>
)

const isSame = (rows: readonly Row[], values: readonly string[]): boolean =>
  rows.length === values.length && rows.every(({ text }, at) => text === values[at])
