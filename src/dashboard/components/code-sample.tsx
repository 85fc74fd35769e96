import { useState } from 'react'
import styles from './code-sample.module.css'
import { CopyButton } from './ui/copy.tsx'
import { Select } from './ui/inputs.tsx'

type Props<T extends string> = {
  /** What is chosen among: `Sample language`. */
  label: string
  choices: readonly { readonly value: T; readonly label: string }[]
  textOf: (choice: T) => string
}

/** A code sample to copy, in the chosen format. */
export function CodeSample<T extends string>({ label, choices, textOf }: Props<T>) {
  const [chosen, setChosen] = useState(choices[0]?.value)
  const now = choices.find(({ value }) => value === chosen)?.value
  if (now === undefined) return null
  const text = textOf(now)
  return (
    <div className={styles.root}>
      <div>
        <Select
          aria-label={label}
          value={now}
          choices={choices}
          onChange={({ target }) => setChosen(choices.find(({ value }) => value === target.value)?.value)}
        />
        <CopyButton text={text} what="sample" size="form" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by key */}
      <pre tabIndex={0} role="region" aria-label="Sample">
        <code>{text}</code>
      </pre>
    </div>
  )
}
