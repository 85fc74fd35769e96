import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Folder, FolderPlus, Library } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { api } from '#contract/api.ts'
import type { LibraryItem } from '#contract/library.ts'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { SearchInput } from '../../components/ui/inputs.tsx'
import { useApi } from '../../data/api.ts'
import { labels } from '../../lib/labels.ts'
import { type CollectionChoice, collectionChoices } from './collection-choices.ts'
import styles from './library.module.css'
import { addItem } from './library-cache.ts'
import { describeItems } from './library-rows.ts'
import type { LibraryOverview } from './use-library-index.ts'

type Props = {
  organization: { id: string; permissions: { createContent: boolean } }
  items: readonly LibraryItem[]
  overview: LibraryOverview
  onClose: () => void
  onMove: (parentId: string | null) => void
}

/** Chooses the collection to move items to, by text, arrow keys or pointer; a new one can be created. */
export function MoveDialog({ organization, items, overview, onClose, onMove }: Props) {
  const list = useId()
  const [text, setText] = useState('')
  const [activeKey, setActiveKey] = useState<string | undefined>()
  const choices = collectionChoices({
    collections: overview.index.collections,
    movingIds: new Set(items.map(({ id }) => id)),
    currentParent: sharedParent(items),
    canCreateAtTop: organization.permissions.createContent,
    text,
  })
  const creation = useCreateAndMove(organization.id, onMove)
  const enabled = choices.filter(({ disabledReason }) => disabledReason === undefined)
  const active = enabled.find((choice) => keyOf(choice) === activeKey) ?? enabled[0]
  const submit = (choice: CollectionChoice) => {
    if (choice.kind === 'new') creation.create(text.trim(), choice.id)
    else onMove(choice.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && active) {
      event.preventDefault()
      const next = enabled[enabled.indexOf(active) + step]
      if (!next) return
      setActiveKey(keyOf(next))
      document.getElementById(`${list}-${keyOf(next)}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && active) {
      event.preventDefault()
      submit(active)
    }
  }
  return (
    <Dialog title={`Move ${describeItems(items)}`} onClose={onClose}>
      <DialogBody>
        <div role="presentation" onKeyDownCapture={onKeyDown}>
          <SearchInput
            label="Find or name a collection"
            placeholder="Find or name a collection"
            role="combobox"
            aria-expanded="true"
            aria-controls={list}
            aria-activedescendant={active && `${list}-${keyOf(active)}`}
            autoComplete="off"
            value={text}
            onChange={(next) => {
              setText(next)
              setActiveKey(undefined)
            }}
          />
        </div>
        <div className={styles.choices} role="listbox" id={list} aria-label="Collections">
          {choices.map((choice) => (
            <Choice
              key={keyOf(choice)}
              domId={`${list}-${keyOf(choice)}`}
              choice={choice}
              isChosen={choice === active}
              onChoose={() => setActiveKey(keyOf(choice))}
              onTake={() => submit(choice)}
            />
          ))}
          {choices.length === 0 && (
            <p className={clsx('faint', styles.none)}>No collection matches “{text}”</p>
          )}
        </div>
      </DialogBody>
      <DialogFoot>
        <Button size="form" onClick={onClose}>
          {labels.cancel}
        </Button>
        <Button
          variant="primary"
          size="form"
          keys="enter"
          disabledReason={creation.isBusy ? 'Creating the collection' : active ? undefined : noTarget}
          onClick={() => active && submit(active)}
        >
          {active ? submitLabel(active) : 'Move'}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

const noTarget = 'There’s nowhere to move it'

const keyOf = ({ id, kind }: CollectionChoice): string => (kind === 'new' ? 'new' : (id ?? 'top'))

function submitLabel({ id, kind, title }: CollectionChoice): string {
  if (kind === 'new') return 'Create and move'
  return `Move to ${id === null ? 'the top' : title}`
}

/** Creates the collection, then moves the items into it. */
function useCreateAndMove(organizationId: string, onCreated: (id: string) => void) {
  const client = useQueryClient()
  const creation = useApi(api.collections.create, {
    meta: { refused: 'Couldn’t create the collection' },
    onSuccess: (created) => {
      addItem(client, organizationId, created)
      onCreated(created.id)
    },
  })
  return {
    isBusy: creation.isPending,
    create: (title: string, parent: string | null) =>
      !creation.isPending &&
      creation.mutate({ params: { organizationId }, body: { title, ...(parent ? { parent } : {}) } }),
  }
}

/** Common parent of the items; undefined if they have different ones. */
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
  // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys
  <div
    className={styles.choice}
    role="option"
    id={domId}
    tabIndex={-1}
    aria-selected={isChosen}
    aria-disabled={choice.disabledReason ? true : undefined}
    style={{ '--depth': choice.depth }}
    onClick={() => choice.disabledReason === undefined && onChoose()}
    onDoubleClick={() => choice.disabledReason === undefined && onTake()}
  >
    <Icon of={choice.kind === 'new' ? FolderPlus : choice.id === null ? Library : Folder} />
    <span className="truncate">{choice.title}</span>
    {choice.path && <span className="faint truncate">{choice.path}</span>}
    {choice.disabledReason && <span className="end meta">{choice.disabledReason}</span>}
  </div>
)
