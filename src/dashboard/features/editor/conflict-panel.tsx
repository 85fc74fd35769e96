import { GitCompareArrows } from 'lucide-react'
import { useState } from 'react'
import conflictChoiceStyles from '../../components/conflict-choice.module.css'
import { ConflictChoice } from '../../components/conflict-choice.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { useShortcuts } from '../../hooks/use-actions.ts'
import { labels } from '../../lib/labels.ts'
import type { Choice, Choices, Conflict } from './draft-merge.ts'
import styles from './editor.module.css'
import type { SaveConflicts } from './use-save.ts'

type Props = {
  problem: SaveConflicts
  isSaving: boolean
  onResolve: (choices: Choices) => void
  onCancel: () => void
}

/** Shows both versions of each conflicting passage and lets the user choose. */
export function ConflictPanel({ problem, isSaving, onResolve, onCancel }: Props) {
  const { conflicts, parts } = problem.merge
  const [choices, setChoices] = useState<Choices>({})
  const save = () => {
    if (!isSaving) onResolve(choices)
  }
  const chooseTheirs = () =>
    setChoices(Object.fromEntries(conflicts.map(({ id }): [string, Choice] => [id, 'theirs'])))
  useShortcuts([
    { keys: 'mod+enter', label: 'Save my choice', group: 'On this page', isGlobal: true, run: save },
  ])
  const isMerged = parts.some((part) => 'lines' in part && part.lines.some((line) => line !== ''))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className={styles.conflict} tabIndex={0} aria-label="Conflict">
      <div className={conflictChoiceStyles.head} role="alert">
        <span className="i-warning">
          <Icon of={GitCompareArrows} />
        </span>
        <p>
          <b>Somebody else saved this page while you wrote.</b> Choose for each place
          {isMerged ? '; the rest merged by itself.' : '.'}
        </p>
      </div>
      {conflicts.map((conflict) => (
        <ConflictRow
          key={conflict.id}
          conflict={conflict}
          at={problem.at}
          choice={choices[conflict.id] ?? 'mine'}
          onChoose={(choice) => setChoices({ ...choices, [conflict.id]: choice })}
        />
      ))}
      <div className={conflictChoiceStyles.foot}>
        <Button onClick={chooseTheirs}>Take all of theirs</Button>
        <span className="grow" />
        <Button onClick={onCancel}>{labels.cancel}</Button>
        <Button variant="primary" keys="mod+enter" aria-busy={isSaving} onClick={save}>
          Save my choice
        </Button>
      </div>
    </section>
  )
}

type RowProps = {
  conflict: Conflict
  at: string | undefined
  choice: Choice
  onChoose: (choice: Choice) => void
}

const ConflictRow = ({ conflict, at, choice, onChoose }: RowProps) => (
  <ConflictChoice<'mine' | 'theirs'>
    name={conflict.kind === 'title' ? 'Title' : 'Text'}
    isText={conflict.kind === 'text'}
    base={conflict.base}
    sides={[
      { value: 'mine', text: conflict.mine, from: 'Mine' },
      { value: 'theirs', text: conflict.theirs, from: 'Theirs', at },
    ]}
    choice={choice}
    onChoose={onChoose}
  />
)
