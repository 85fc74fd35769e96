import { clsx } from 'clsx'
import { useId } from 'react'
import styles from './conflict-choice.module.css'
import { Button } from './ui/button.tsx'
import { Radio, TextArea } from './ui/inputs.tsx'
import { Time } from './ui/time.tsx'

type Side<T extends string> = {
  readonly value: T
  readonly text: string
  /** Whose it is: `Mine`. */
  readonly from: string
  readonly at?: string | undefined
}

type Props<T extends string> = {
  /** What both sides changed: `Title`. */
  name: string
  /** Lines of a text, rather than one value. */
  isText: boolean
  /** What both sides began from; empty where it was not there. */
  base: string
  sides: readonly [Side<T>, Side<T>]
  /** Undefined while nothing is chosen. */
  choice: T | { readonly text: string } | undefined
  onChoose: (choice: T | { readonly text: string }) => void
  /** False where only one of the two can be taken. */
  canWrite?: boolean
}

/** A conflict between two people's changes: both versions, and the choice between them. */
export function ConflictChoice<T extends string>(props: Props<T>) {
  const { name, isText, base, sides, choice, onChoose, canWrite = true } = props
  const id = useId()
  const isByHand = typeof choice === 'object'
  const chosen = sides.find(({ value }) => value === choice) ?? sides[0]
  return (
    <fieldset className={clsx(styles.root, isText && 'is-text')}>
      <legend className="sr">{name}</legend>
      <div className={styles.f}>
        <b>{name}</b>
        <small>{base === '' ? 'Didn’t exist before' : isText ? 'was' : `was “${base}”`}</small>
        {isText && base !== '' && <pre className={styles.was}>{base}</pre>}
        {canWrite && !isByHand && (
          <Button size="small" variant="outline" onClick={() => onChoose({ text: chosen.text })}>
            Edit manually
          </Button>
        )}
      </div>
      {isByHand ? (
        <div className={styles.hand}>
          <TextArea
            className="mono"
            aria-label={`${name}, edited manually`}
            ref={focusAtEnd}
            rows={Math.min(14, Math.max(3, choice.text.split('\n').length + 1))}
            value={choice.text}
            onChange={({ target }) => onChoose({ text: target.value })}
          />
          <Button size="small" onClick={() => onChoose(sides[0].value)}>
            Choose a version
          </Button>
        </div>
      ) : (
        sides.map((side) => (
          <Version
            key={side.value}
            group={id}
            side={side}
            isOn={choice === side.value}
            onChoose={() => onChoose(side.value)}
          />
        ))
      )}
    </fieldset>
  )
}

/** The button that opened the field is gone. */
function focusAtEnd(field: HTMLTextAreaElement | null): void {
  if (!field) return
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
}

type VersionProps<T extends string> = { group: string; side: Side<T>; isOn: boolean; onChoose: () => void }

const Version = <T extends string>({ group, side, isOn, onChoose }: VersionProps<T>) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the radio is inside
  <label className={clsx(styles.o, isOn && 'is-on')}>
    <Radio name={group} checked={isOn} onChange={onChoose} />
    <span>
      {side.text === '' ? (
        <span className="faint">Removed</span>
      ) : (
        <span className={styles.words}>{side.text}</span>
      )}
      <small>
        {side.from}
        {side.at && (
          <>
            , <Time at={side.at} ago />
          </>
        )}
      </small>
    </span>
  </label>
)
