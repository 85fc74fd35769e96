import { useQueryClient } from '@tanstack/react-query'
import { Folder, FolderPlus, Library } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { api } from '#contract/api.ts'
import type { LibraryItem } from '#contract/library.ts'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { SearchInput } from '../../components/ui/inputs.tsx'
import { useApi } from '../../lib/api.ts'
import { words } from '../../lib/words.ts'
import { type CollectionChoice, choicesOf } from './collection-choices.ts'
import { showNew } from './library-cache.ts'
import { namedOrCounted } from './library-rows.ts'
import type { Known } from './use-index.ts'

type Props = {
  organization: { id: string; permissions: { createContent: boolean } }
  items: readonly LibraryItem[]
  known: Known
  onClose: () => void
  onMove: (parentId: string | null) => void
}

/** Chooses the collection that rows are moved to, by typing, arrows or pointer; one that is not there is made. */
export function MoveDialog({ organization, items, known, onClose, onMove }: Props) {
  const list = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState<string | undefined>()
  const choices = choicesOf({
    collections: known.index.collections,
    moving: new Set(items.map(({ id }) => id)),
    here: sharedParent(items),
    mayCreateAtTop: organization.permissions.createContent,
    text,
  })
  const making = useMaking(organization.id, onMove)
  const open = choices.filter(({ refusal }) => refusal === undefined)
  const chosen = open.find((choice) => keyOf(choice) === at) ?? open[0]
  const take = (choice: CollectionChoice) => {
    if (choice.kind === 'new') making.make(text.trim(), choice.id)
    else onMove(choice.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (way !== undefined && chosen) {
      event.preventDefault()
      const next = open[open.indexOf(chosen) + way]
      if (!next) return
      setAt(keyOf(next))
      document.getElementById(`${list}-${keyOf(next)}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      take(chosen)
    }
  }
  return (
    <Dialog title={`Move ${namedOrCounted(items)}`} onClose={onClose}>
      <DialogBody>
        <div role="presentation" onKeyDownCapture={onKeyDown}>
          <SearchInput
            label="Find or name a collection"
            placeholder="Find or name a collection"
            role="combobox"
            aria-expanded="true"
            aria-controls={list}
            aria-activedescendant={chosen && `${list}-${keyOf(chosen)}`}
            autoComplete="off"
            value={text}
            onChange={(next) => {
              setText(next)
              setAt(undefined)
            }}
          />
        </div>
        <div className="lib-choices" role="listbox" id={list} aria-label="Collections">
          {choices.map((choice) => (
            <Choice
              key={keyOf(choice)}
              domId={`${list}-${keyOf(choice)}`}
              choice={choice}
              isChosen={choice === chosen}
              onChoose={() => setAt(keyOf(choice))}
              onTake={() => take(choice)}
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
          disabledReason={making.isBusy ? 'The collection is being made' : chosen ? undefined : nowhere}
          onClick={() => chosen && take(chosen)}
        >
          {chosen ? verbOf(chosen) : 'Move'}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

const nowhere = 'There is nowhere to move it'

const keyOf = ({ id, kind }: CollectionChoice): string => (kind === 'new' ? 'new' : (id ?? 'top'))

function verbOf({ id, kind, title }: CollectionChoice): string {
  if (kind === 'new') return 'Create and move'
  return `Move to ${id === null ? 'the top' : title}`
}

/** Makes the collection first; the rows follow once it is there. */
function useMaking(organizationId: string, onMade: (id: string) => void) {
  const client = useQueryClient()
  const making = useApi(api.collections.create, {
    meta: { refused: 'The collection was not made' },
    onSuccess: (made) => {
      showNew(client, organizationId, made)
      onMade(made.id)
    },
  })
  return {
    isBusy: making.isPending,
    make: (title: string, parent: string | null) =>
      !making.isPending &&
      making.mutate({ params: { organizationId }, body: { title, ...(parent ? { parent } : {}) } }),
  }
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
  onTake: () => void
}

const Choice = ({ domId, choice, isChosen, onChoose, onTake }: ChoiceProps) => (
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
    onDoubleClick={() => choice.refusal === undefined && onTake()}
  >
    <Icon of={choice.kind === 'new' ? FolderPlus : choice.id === null ? Library : Folder} />
    <span className="truncate">{choice.title}</span>
    {choice.where && <span className="faint truncate">{choice.where}</span>}
    {choice.refusal && <span className="end meta">{choice.refusal}</span>}
  </div>
)
