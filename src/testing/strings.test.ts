import { expect, test } from 'vitest'
import { userVisibleStrings } from './strings.ts'

/** Words and phrases that native product writers do not use, each with what to write instead. */
const REPLACEMENTS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b(everybody|nobody|somebody|anybody|whoever)\b/i, 'everyone, no one, someone, anyone, people who'],
  [/\be-mail/i, 'email'],
  [/\bfill this in\b/i, 'Enter a title'],
  [/\bgive at (least|most)\b/i, 'Use 255 characters or fewer'],
  [/\bkeep it\b/i, 'Cancel'],
  [/\b(take|took|taken|takes) (it )?away\b/i, 'remove'],
  [/\btook (back|out)\b|\btake it back\b/i, 'undo, remove'],
  [/\bfor good\b/i, 'permanently'],
  [/\b(of theirs|of yours)\b/i, 'their, your'],
  [/\bat once\b/i, 'right away'],
  [/\bany more\b/i, 'no longer'],
  [/\bmeanwhile\b/i, 'in the meantime'],
]

const TRANSLATIONS = /^src\/published\/texts\/(?!english)/

test('people read plain English', () => {
  const strings = userVisibleStrings().filter(({ file }) => !TRANSLATIONS.test(file))
  expect(strings.length).toBeGreaterThan(5000)
  const refused = strings.flatMap(({ file, line, text }) =>
    REPLACEMENTS.filter(([pattern]) => pattern.test(text)).map(
      ([, instead]) => `${file}:${line} “${text}”: write ${instead}`,
    ),
  )
  expect(refused).toEqual([])
})
