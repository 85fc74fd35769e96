import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { ContentConflict, Resolution } from '#contract/content-conflicts.ts'
import type { Space } from '#contract/spaces.ts'
import { ClashChoice } from '../../components/clash-choice.tsx'
import { Button, ButtonFace, buttonClass } from '../../components/ui/button.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { useKeys } from '../../hooks/use-keys.ts'
import { places } from '../../lib/places.ts'
import { counted, words } from '../../lib/words.ts'
import { conflictsQuery, isActive, type RequestAt } from './request-queries.ts'
import { useMerging } from './use-merging.ts'

type Props = { at: RequestAt; space: Space; request: ChangeRequest }
type Choice = 'request' | 'primary' | { readonly text: string }

/** Where the request and its space changed the same: both versions of each place, and the choice between them. */
export function ConflictsView({ at, space, request }: Props) {
  const { data } = useSuspenseQuery(conflictsQuery(at))
  const merging = useMerging(at, space, request)
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({})
  const mayResolve = space.permissions.edit && isActive(request)
  const left = data.items.filter(({ id }) => choices[id] === undefined).length
  const { list, current, setCurrent, go } = useWalk(data.items.length)
  const take = (choice: 'request' | 'primary') => {
    const conflict = data.items[current]
    if (conflict && mayResolve) setChoices({ ...choices, [conflict.id]: choice })
  }
  const settle = () => {
    if (!mayResolve || merging.isUpdating || left > 0) return
    merging.update(data.items.flatMap((one) => resolved(one, choices[one.id])))
  }
  useKeys([
    {
      keys: 'mod+enter',
      label: 'Update with my choices',
      group: 'On this page',
      everywhere: true,
      act: settle,
    },
    { keys: 'j', label: 'Next conflict', group: 'On this page', act: () => go(1) },
    { keys: 'k', label: 'Previous conflict', group: 'On this page', act: () => go(-1) },
    { keys: '1', label: 'Take the request', group: 'On this page', act: () => take('request') },
    { keys: '2', label: 'Take the space', group: 'On this page', act: () => take('primary') },
  ])
  if (data.items.length === 0) {
    return (
      <div className="pane">
        <Empty
          title="There are no conflicts"
          acts={
            <Link className={buttonClass('line')} to={places.change(at.spaceId, at.number)}>
              <ButtonFace>Back to the changes</ButtonFace>
            </Link>
          }
        >
          The space and this request changed nothing in different ways.
        </Empty>
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key
    <section className="pane rq-conflicts" ref={list} tabIndex={0} aria-label="Conflicts">
      <p className="cf-head">
        <span>
          <b>The space changed the same in {counted(data.items.length, 'place')}.</b> Choose for each; the
          rest merges by itself.
        </span>
      </p>
      {data.items.map((conflict, index) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: only notes where one is
        <div
          key={conflict.id}
          data-conflict={index}
          className={index === current ? 'rq-clash is-at' : 'rq-clash'}
          onFocus={() => setCurrent(index)}
        >
          <h2 className="rq-clash-page">{conflict.page.title || words.untitled}</h2>
          <ClashChoice<'request' | 'primary'>
            name={nameOf(conflict)}
            isText={conflict.kind === 'block'}
            base={conflict.base ?? ''}
            canWrite={conflict.kind === 'block' || conflict.kind === 'field'}
            sides={[
              { value: 'request', text: conflict.ours ?? '', from: 'This change request' },
              { value: 'primary', text: conflict.theirs ?? '', from: 'The space' },
            ]}
            choice={choices[conflict.id]}
            onChoose={(choice) => setChoices({ ...choices, [conflict.id]: choice })}
          />
          {conflict.below && conflict.below.length > 0 && (
            <p className="meta faint">
              Changed at or below it: {conflict.below.map(({ title }) => title || words.untitled).join(', ')}
            </p>
          )}
        </div>
      ))}
      {mayResolve && (
        <div className="cf-foot">
          <Button onClick={() => setChoices(allOf(data.items, 'primary'))}>Take all of the space</Button>
          <Button onClick={() => setChoices(allOf(data.items, 'request'))}>Take all of the request</Button>
          <span className="grow" />
          <span className="meta soft num" role="status">
            {left === 0 ? 'All are settled' : `${left} of ${data.items.length} left`}
          </span>
          <Button
            look="ink"
            keys="mod+enter"
            aria-busy={merging.isUpdating}
            disabledReason={left > 0 ? `${counted(left, 'place')} still to choose` : undefined}
            onClick={settle}
          >
            Update with my choices
          </Button>
        </div>
      )}
    </section>
  )
}

/** Goes from conflict to conflict. */
function useWalk(count: number) {
  const list = useRef<HTMLElement>(null)
  const [current, setCurrent] = useState(0)
  const go = (way: 1 | -1) => {
    const next = Math.min(count - 1, Math.max(0, current + way))
    setCurrent(next)
    list.current?.querySelector(`[data-conflict="${next}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  return { list, current, setCurrent, go }
}

const allOf = (conflicts: readonly ContentConflict[], choice: Choice) =>
  Object.fromEntries(conflicts.map(({ id }): [string, Choice] => [id, choice]))

function resolved({ id }: ContentConflict, choice: Choice | undefined): Resolution[] {
  if (choice === undefined) return []
  return typeof choice === 'string'
    ? [{ conflict: id, take: choice }]
    : [{ conflict: id, take: 'text', text: choice.text }]
}

function nameOf({ kind, field = '' }: ContentConflict): string {
  if (kind === 'block') return 'Text'
  if (kind === 'page') return 'The page itself'
  if (kind === 'place') return 'Where it stands'
  return field === '' ? 'Value' : `${field.slice(0, 1).toUpperCase()}${field.slice(1)}`
}
