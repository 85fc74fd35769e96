import { Folder, Library } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import type { LibraryItem } from '#contract/library.ts'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { SearchInput } from '../../components/ui/inputs.tsx'
import { words } from '../../lib/words.ts'
import { type CollectionChoice, choicesOf } from './collection-choices.ts'
import { namedOrCounted } from './library-rows.ts'
import type { Known } from './use-index.ts'

type Props = {
  items: readonly LibraryItem[]
  known: Known
  mayCreateAtTop: boolean
  onClose: () => void
  onMove: (parentId: string | null) => void
}

/** Chooses the collection that rows are moved to, by typing, arrows or pointer. */
export function MoveDialog({ items, known, mayCreateAtTop, onClose, onMove }: Props) {
  const list = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState<string | null | undefined>()
  const choices = choicesOf({
    collections: known.index.collections,
    moving: new Set(items.map(({ id }) => id)),
    here: sharedParent(items),
    mayCreateAtTop,
    text,
  })
  const open = choices.filter(({ refusal }) => refusal === undefined)
  const chosen = open.find(({ id }) => id === at) ?? open[0]
  const onKeyDown = (event: KeyboardEvent) => {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (way !== undefined) {
      event.preventDefault()
      const next = open[open.findIndex(({ id }) => id === chosen?.id) + way]
      if (next) setAt(next.id)
      if (next) document.getElementById(`${list}-${next.id}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      onMove(chosen.id)
    }
  }
  return (
    <Dialog title={`Move ${namedOrCounted(items, 'row')}`} onClose={onClose}>
      <DialogBody>
        <div role="presentation" onKeyDownCapture={onKeyDown}>
          <SearchInput
            label="Find a collection"
            placeholder="Find a collection"
            role="combobox"
            aria-expanded="true"
            aria-controls={list}
            aria-activedescendant={chosen && `${list}-${chosen.id}`}
            value={text}
            onChange={setText}
          />
        </div>
        <div className="lib-choices" role="listbox" id={list} aria-label="Collections">
          {choices.map((choice) => (
            <Choice
              key={choice.id ?? 'top'}
              domId={`${list}-${choice.id}`}
              choice={choice}
              isChosen={choice === chosen}
              onChoose={() => setAt(choice.id)}
              onMove={() => onMove(choice.id)}
            />
          ))}
          {choices.length === 0 && <p className="faint lib-none">No collection is called “{text}”</p>}
        </div>
      </DialogBody>
      <DialogFoot>
        <Button size="form" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button
          look="ink"
          size="form"
          keys="enter"
          disabledReason={chosen ? undefined : 'There is nowhere to move it'}
          onClick={() => chosen && onMove(chosen.id)}
        >
          {chosen ? `Move to ${chosen.id === null ? 'the top' : chosen.title}` : 'Move'}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

/** Where all of them stand; undefined when in different places. */
function sharedParent(items: readonly LibraryItem[]): string | null | undefined {
  const parents = new Set(items.map(({ parent }) => parent ?? null))
  return parents.size === 1 ? [...parents][0] : undefined
}

type ChoiceProps = {
  domId: string
  choice: CollectionChoice
  isChosen: boolean
  onChoose: () => void
  onMove: () => void
}

const Choice = ({ domId, choice, isChosen, onChoose, onMove }: ChoiceProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
  <div
    className="lib-choice"
    role="option"
    id={domId}
    tabIndex={-1}
    aria-selected={isChosen}
    aria-disabled={choice.refusal ? true : undefined}
    style={{ '--depth': choice.depth }}
    onClick={() => choice.refusal === undefined && onChoose()}
    onDoubleClick={() => choice.refusal === undefined && onMove()}
  >
    <Icon of={choice.id === null ? Library : Folder} />
    <span className="truncate">{choice.title}</span>
    {choice.where && <span className="faint truncate">{choice.where}</span>}
    {choice.refusal && <span className="end meta">{choice.refusal}</span>}
  </div>
)
