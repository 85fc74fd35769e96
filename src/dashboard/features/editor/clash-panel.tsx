import { GitCompareArrows } from 'lucide-react'
import { useState } from 'react'
import { ClashChoice } from '../../components/clash-choice.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
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

const ClashRow = ({ clash, at, choice, onChoose }: RowProps) => (
  <ClashChoice<'mine' | 'theirs'>
    name={clash.kind === 'title' ? 'Title' : 'Text'}
    isText={clash.kind === 'text'}
    base={clash.base}
    sides={[
      { value: 'mine', text: clash.mine, from: 'Mine' },
      { value: 'theirs', text: clash.theirs, from: 'Theirs', at },
    ]}
    choice={choice}
    onChoose={onChoose}
  />
)
