import { clsx } from 'clsx'
import { GitCompareArrows } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Radio, TextArea } from '../../components/ui/inputs.tsx'
import { Time } from '../../components/ui/time.tsx'
import { useKeys } from '../../hooks/use-keys.ts'
import { words } from '../../lib/words.ts'
import type { Choice, Choices, Clash } from './settling.ts'
import type { Clashes } from './use-saving.ts'

type Props = {
  trouble: Clashes
  isSaving: boolean
  onSettle: (choices: Choices) => void
  onCancel: () => void
}

/** Somebody else changed the same: both versions of each place, and the choice between them. */
export function ClashPanel({ trouble, isSaving, onSettle, onCancel }: Props) {
  const { clashes, parts } = trouble.settling
  const [choices, setChoices] = useState<Choices>({})
  const save = () => {
    if (!isSaving) onSettle(choices)
  }
  const takeTheirs = () =>
    setChoices(Object.fromEntries(clashes.map(({ id }): [string, Choice] => [id, 'theirs'])))
  useKeys([
    { keys: 'mod+enter', label: 'Save my choice', group: 'On this page', everywhere: true, act: save },
  ])
  const isMerged = parts.some((part) => 'lines' in part && part.lines.some((line) => line !== ''))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key
    <section className="ed-clash" tabIndex={0} aria-label="Conflict">
      <div className="cf-head" role="alert">
        <span className="i-warning">
          <Icon of={GitCompareArrows} />
        </span>
        <p>
          <b>Somebody else saved this page while you wrote.</b> Choose for each place
          {isMerged ? '; the rest merged by itself.' : '.'}
        </p>
      </div>
      {clashes.map((clash) => (
        <ClashRow
          key={clash.id}
          clash={clash}
          at={trouble.at}
          choice={choices[clash.id] ?? 'mine'}
          onChoose={(choice) => setChoices({ ...choices, [clash.id]: choice })}
        />
      ))}
      <div className="cf-foot">
        <Button onClick={takeTheirs}>Take all of theirs</Button>
        <span className="grow" />
        <Button onClick={onCancel}>{words.cancel}</Button>
        <Button look="ink" keys="mod+enter" aria-busy={isSaving} onClick={save}>
          Save my choice
        </Button>
      </div>
    </section>
  )
}

type RowProps = {
  clash: Clash
  at: string | undefined
  choice: Choice
  onChoose: (choice: Choice) => void
}

function ClashRow({ clash, at, choice, onChoose }: RowProps) {
  const { id, kind, base, theirs, mine } = clash
  const isByHand = typeof choice === 'object'
  const name = kind === 'title' ? 'Title' : 'Text'
  return (
    <fieldset className={clsx('cf', kind === 'text' && 'is-text')}>
      <legend className="sr">{name}</legend>
      <div className="cf-f">
        <b>{name}</b>
        <small>{base === '' ? 'was not there' : kind === 'title' ? `was “${base}”` : 'was'}</small>
        {kind === 'text' && base !== '' && <pre className="cf-was">{base}</pre>}
        {!isByHand && (
          <Button
            size="small"
            look="line"
            onClick={() => onChoose({ text: choice === 'theirs' ? theirs : mine })}
          >
            Write it by hand
          </Button>
        )}
      </div>
      {isByHand ? (
        <div className="cf-hand">
          <TextArea
            className="mono"
            aria-label={`${name}, written by hand`}
            rows={Math.min(14, Math.max(3, choice.text.split('\n').length + 1))}
            value={choice.text}
            onChange={({ target }) => onChoose({ text: target.value })}
          />
          <Button size="small" onClick={() => onChoose('mine')}>
            Choose between the two
          </Button>
        </div>
      ) : (
        <>
          <Side id={id} text={mine} isOn={choice === 'mine'} onChoose={() => onChoose('mine')} from="Mine" />
          <Side
            id={id}
            text={theirs}
            isOn={choice === 'theirs'}
            onChoose={() => onChoose('theirs')}
            from="Theirs"
            at={at}
          />
        </>
      )}
    </fieldset>
  )
}

type SideProps = {
  id: string
  text: string
  isOn: boolean
  onChoose: () => void
  from: string
  at?: string | undefined
}

const Side = ({ id, text, isOn, onChoose, from, at }: SideProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the radio is inside
  <label className={clsx('cf-o', isOn && 'is-on')}>
    <Radio name={id} checked={isOn} onChange={onChoose} />
    <span>
      {text === '' ? <span className="faint">Taken away</span> : <span className="cf-words">{text}</span>}
      <small>
        {from}
        {at && (
          <>
            , <Time at={at} ago />
          </>
        )}
      </small>
    </span>
  </label>
)
