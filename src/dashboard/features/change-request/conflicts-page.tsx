import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useRef, useState } from 'react'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { ContentConflict, Resolution } from '#contract/content-conflicts.ts'
import type { Space } from '#contract/spaces.ts'
import conflictChoiceStyles from '../../components/conflict-choice.module.css'
import { ConflictChoice } from '../../components/conflict-choice.tsx'
import { Button, ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { useShortcuts } from '../../hooks/use-actions.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import styles from './change-request.module.css'
import { useMerge } from './mutations.ts'
import { conflictsQuery, isActive, type RequestRef } from './queries.ts'

type Props = { at: RequestRef; space: Space; request: ChangeRequest }
type Choice = 'request' | 'primary' | { readonly text: string }

/** Both versions of each conflict between a change request and its space, and the choice between them. */
export function ConflictsPage({ at, space, request }: Props) {
  const { data } = useSuspenseQuery(conflictsQuery(at))
  const merging = useMerge(at, space, request)
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({})
  const canResolve = space.permissions.edit && isActive(request)
  const unresolved = data.items.filter(({ id }) => choices[id] === undefined).length
  const { list, current, setCurrent, goTo } = useConflictNavigation(data.items.length)
  const choose = (choice: 'request' | 'primary') => {
    const conflict = data.items[current]
    if (conflict && canResolve) setChoices({ ...choices, [conflict.id]: choice })
  }
  const submit = () => {
    if (!canResolve || merging.isUpdating || unresolved > 0) return
    merging.update(data.items.flatMap((one) => resolutionOf(one, choices[one.id])))
  }
  useShortcuts([
    {
      keys: 'mod+enter',
      label: 'Update with my choices',
      group: 'On this page',
      isGlobal: true,
      run: submit,
    },
    { keys: 'j', label: 'Next conflict', group: 'On this page', run: () => goTo(1) },
    { keys: 'k', label: 'Previous conflict', group: 'On this page', run: () => goTo(-1) },
    {
      keys: '1',
      label: 'Use the change request’s version',
      group: 'On this page',
      run: () => choose('request'),
    },
    { keys: '2', label: 'Use the space’s version', group: 'On this page', run: () => choose('primary') },
  ])
  if (data.items.length === 0) return <NoConflicts at={at} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key
    <section className={clsx('pane', styles.conflicts)} ref={list} tabIndex={0} aria-label="Conflicts">
      <p className={conflictChoiceStyles.head}>
        <span>
          <b>{pluralize(data.items.length, 'conflict')} with the space.</b> Choose a version for each. All
          other changes are merged automatically.
        </span>
      </p>
      {data.items.map((conflict, index) => (
        <ConflictItem
          key={conflict.id}
          conflict={conflict}
          index={index}
          isCurrent={index === current}
          choice={choices[conflict.id]}
          onFocus={() => setCurrent(index)}
          onChoose={(choice) => setChoices({ ...choices, [conflict.id]: choice })}
        />
      ))}
      {canResolve && (
        <ResolveBar
          total={data.items.length}
          unresolved={unresolved}
          isUpdating={merging.isUpdating}
          onChooseAll={(choice) => setChoices(choicesFor(data.items, choice))}
          onSubmit={submit}
        />
      )}
    </section>
  )
}

const NoConflicts = ({ at }: { at: RequestRef }) => (
  <div className="scroll">
    <Empty
      title="No conflicts"
      actions={
        <Link className={buttonClass('outline')} to={paths.change(at.spaceId, at.number)}>
          <ButtonContent>Back to changes</ButtonContent>
        </Link>
      }
    >
      This change request can be merged with the current space.
    </Empty>
  </div>
)

type ConflictItemProps = {
  conflict: ContentConflict
  index: number
  isCurrent: boolean
  choice: Choice | undefined
  onFocus: () => void
  onChoose: (choice: Choice) => void
}

function ConflictItem({ conflict, index, isCurrent, choice, onFocus, onChoose }: ConflictItemProps) {
  const below = conflict.below?.filter(({ id }) => id !== conflict.page.id) ?? []
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notes where one is
    <div
      data-conflict={index}
      className={isCurrent ? clsx(styles.conflict, 'is-at') : styles.conflict}
      onFocus={onFocus}
    >
      <h2 className={styles.conflictPage}>{conflict.page.title || labels.untitled}</h2>
      <ConflictChoice<'request' | 'primary'>
        name={labelOf(conflict)}
        isText={conflict.kind === 'block'}
        base={conflict.base ?? ''}
        canWrite={conflict.kind === 'block' || conflict.kind === 'field'}
        sides={[
          { value: 'request', text: conflict.ours ?? '', from: 'This change request' },
          { value: 'primary', text: conflict.theirs ?? '', from: 'The space' },
        ]}
        choice={choice}
        onChoose={onChoose}
      />
      {below.length > 0 && (
        <p className="meta faint">
          Changed below it: {below.map(({ title }) => title || labels.untitled).join(', ')}
        </p>
      )}
    </div>
  )
}

type ResolveBarProps = {
  total: number
  unresolved: number
  isUpdating: boolean
  onChooseAll: (choice: 'request' | 'primary') => void
  onSubmit: () => void
}

function ResolveBar({ total, unresolved, isUpdating, onChooseAll, onSubmit }: ResolveBarProps) {
  return (
    <div className={conflictChoiceStyles.foot}>
      <Button onClick={() => onChooseAll('primary')}>Use the space for all</Button>
      <Button onClick={() => onChooseAll('request')}>Use the change request for all</Button>
      <span className="grow" />
      <span className="meta soft num" role="status">
        {unresolved === 0 ? 'All resolved' : `${unresolved} of ${total} left`}
      </span>
      <Button
        variant="primary"
        keys="mod+enter"
        aria-busy={isUpdating}
        disabledReason={unresolved > 0 ? `${pluralize(unresolved, 'conflict')} left` : undefined}
        onClick={onSubmit}
      >
        Update with my choices
      </Button>
    </div>
  )
}

/** Moves between conflicts. */
function useConflictNavigation(count: number) {
  const list = useRef<HTMLElement>(null)
  const [current, setCurrent] = useState(0)
  const goTo = (step: 1 | -1) => {
    const next = Math.min(count - 1, Math.max(0, current + step))
    setCurrent(next)
    list.current?.querySelector(`[data-conflict="${next}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  return { list, current, setCurrent, goTo }
}

const choicesFor = (conflicts: readonly ContentConflict[], choice: Choice) =>
  Object.fromEntries(conflicts.map(({ id }): [string, Choice] => [id, choice]))

function resolutionOf({ id }: ContentConflict, choice: Choice | undefined): Resolution[] {
  if (choice === undefined) return []
  return typeof choice === 'string'
    ? [{ conflict: id, take: choice }]
    : [{ conflict: id, take: 'text', text: choice.text }]
}

function labelOf({ kind, field = '' }: ContentConflict): string {
  if (kind === 'block') return 'Text'
  if (kind === 'page') return 'The page itself'
  if (kind === 'place') return 'Position'
  return field === '' ? 'Value' : `${field.slice(0, 1).toUpperCase()}${field.slice(1)}`
}
