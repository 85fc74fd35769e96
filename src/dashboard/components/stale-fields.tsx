import { GitCompareArrows } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { labels } from '../lib/labels.ts'
import type { Conflict } from './merge-fields.ts'
import { Button } from './ui/button.tsx'
import { Icon } from './ui/icon.tsx'
import { Radio } from './ui/inputs.tsx'
import { Time } from './ui/time.tsx'
import type { Stale } from './use-versioned-form.ts'
import './stale-fields.css'

/** How a field is called, and how one of its values reads. */
export type FieldFace = { readonly label: ReactNode; readonly say?: (value: unknown) => string | undefined }
export type Faces = ReadonlyMap<string, FieldFace>

type Props = { stale: Stale; faces: Faces; isPending: boolean }

/** Mine, theirs and what it was, for each field that somebody else saved while I wrote. Stands in a form. */
export function StaleFields({ stale, faces, isPending }: Props) {
  const head = useRef<HTMLDivElement>(null)
  useEffect(() => head.current?.focus(), [])
  return (
    <div className="cfs">
      <div className="cf-head" ref={head} tabIndex={-1} role="alert">
        <Icon of={GitCompareArrows} />
        <p>
          <b className="name">Somebody else saved this while you wrote.</b> Choose for each field
          {takenInWords(stale.taken)}.
        </p>
      </div>
      {stale.conflicts.map((conflict) => (
        <Choice key={conflict.name} conflict={conflict} stale={stale} face={faces.get(conflict.name)} />
      ))}
      <div className="cf-foot">
        <Button size="form" onClick={stale.onTakeTheirs}>
          Take all of theirs
        </Button>
        <span className="grow" />
        <Button size="form" onClick={stale.onBack}>
          Back to the form
        </Button>
        <Button type="submit" look="ink" size="form" keys="mod+enter" aria-busy={isPending}>
          Save my choice
        </Button>
      </div>
    </div>
  )
}

const takenInWords = (taken: number): string => {
  if (taken === 0) return ''
  return taken === 1 ? '; the other one merged by itself' : `; the other ${taken} merged by themselves`
}

function Choice({
  conflict,
  stale,
  face,
}: {
  conflict: Conflict
  stale: Stale
  face: FieldFace | undefined
}) {
  const id = useId()
  const { name, base } = conflict
  const say = (value: unknown): string => face?.say?.(value) ?? valueInWords(value)
  const sideOf = stale.chosen[name] ?? 'mine'
  const option = (side: 'mine' | 'theirs', from: ReactNode) => (
    // biome-ignore lint/a11y/noLabelWithoutControl: the radio is inside
    <label className="cf-o">
      <Radio name={id} value={side} checked={sideOf === side} onChange={() => stale.onChoose(name, side)} />
      <span>
        {say(conflict[side])}
        <small>{from}</small>
      </span>
    </label>
  )
  return (
    <div className="cf" role="radiogroup" aria-labelledby={`${id}-name`}>
      <div className="cf-f" id={`${id}-name`}>
        <b>{face?.label ?? name}</b>
        <small>was {labels.quoted(say(base))}</small>
      </div>
      {option('mine', 'Mine')}
      {option('theirs', stale.at ? <SavedAt at={stale.at} /> : 'Theirs')}
    </div>
  )
}

const SavedAt = ({ at }: { at: string }) => (
  <>
    Theirs, <Time at={at} ago />
  </>
)

/** A value of a form as it is read: texts as they are, lists joined, nothing as “empty”. */
export function valueInWords(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'empty'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : value.map(valueInWords).join(', ')
  return String(value)
}
