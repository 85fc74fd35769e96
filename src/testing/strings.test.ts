import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type SourceString, userVisibleStrings } from './strings.ts'

/** Words and phrases that native product writers do not use, each with what to write instead. */
const REPLACEMENTS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b(everybody|nobody|somebody|anybody|whoever)\b/i, 'everyone, no one, someone, anyone, people who'],
  [/\be-mail/i, 'email'],
  [/\bfill this in\b/i, 'Enter a title'],
  [/\bgive at (least|most)\b/i, 'Use 255 characters or fewer'],
  [/^keep it\b/i, 'Cancel'],
  [/\b(take|took|taken|takes) (it )?away\b/i, 'remove'],
  [/\btook (back|out)\b|\btake it back\b/i, 'undo, remove'],
  [/\bfor good\b/i, 'permanently'],
  [/\b(of theirs|of yours)\b/i, 'their, your'],
  [/(?<!\b(several|many|people|tenants|happened) )\bat once\b/i, 'right away'],
  [/\bany more\b/i, 'no longer'],
  [/\bmeanwhile\b/i, 'in the meantime'],
  [/\b(of|with|at) (its|their|your|our) own\b(?! \w)/i, 'its own, separate'],
  [/\bbeside\b(?!`)/i, 'next to, in addition to'],
  [/\banswers? with (a )?\d{3}\b/i, 'Readers get a 404'],
  [
    /\b(was|were) not (posted|merged|duplicated|added|sent|copied|saved|started)$|\bstayed$|\bkeeps? its (name|condition)$/i,
    'Couldn’t delete the link',
  ],
  [
    /\bin no (team|organization)\b|\bgo(es)? along\b|\bstays? behind\b|\bhand(s|ed)? over\b/i,
    'isn’t in a team, are transferred',
  ],
  [
    /\b(who|what|which) is to \w+ it\b|\bnothing is (found|changed|open) (here|in)\b/i,
    'Choose at least one reviewer',
  ],
  [/\bfields that you omit keep their values\b/i, 'Omitted fields don’t change'],
  [/\brefused with \d{3}\b|\b(is|are) \d{3} when\b|\banswers? (4|5)\d\d\b/i, 'Returns 409 if'],
  [/\bleads? nowhere\b/i, 'is broken'],
  [/^make an? \w/i, 'Create a'],
  [/^(tell|say) (who|what|which|how|whether|where)\b/i, 'Get'],
  [/\bthe (newest|oldest|latest|last|best) first\b/i, 'newest first'],
  [/\bhost names?\b/i, 'hostname'],
  [/\bwho may\b|\bmay (not )?(see|read|view|edit|change|write|create|join|do)\b/i, 'can'],
  [/\bthe role (create|edit|review|admin|comment|read|\$)\b/i, 'the create role'],
  [/\bpresent (content|state|password|text|version)\b/i, 'current'],
  [
    /\b(nevertheless|vouch(es)?|anew|clash(es)?|bring (it|them) in|comes? along)\b/i,
    'anyway, confirm, again, conflict',
  ],
  [/\blearns? of\b|\bwritten down\b|\bsays that already\b/i, 'sees, recorded, already has'],
  [/\b(is|are|has|have|was|were)\b[^.:;]{0,40} already$/i, 'is already …'],
  [/\b(cancelled|neighbour|colour|behaviour|recognised?|organisation|catalogue)\b/i, 'American spelling'],
  [/\bToo (big|small): expected\b|\bInvalid (input|option):/, 'the message of validation-messages.ts'],
]

const TRANSLATIONS = /^src\/published\/texts\/(?!english)/

/** What `npm start` and the other scripts print. */
const SCRIPTS = 'src/bootstrap/**/*.mjs'

const DOCUMENTS = '{docs/**/*,README,CHANGELOG,CONTRIBUTING,SECURITY}.md'

const root = join(import.meta.dirname, '../..')

/** The lines of a document without code and URLs. */
const documentLines = (file: string): readonly SourceString[] =>
  withoutCode(readFileSync(join(root, file), 'utf8'))
    .split('\n')
    .map((text, index) => ({ file, line: index + 1, text: text.trim() }))

/** Code becomes empty lines, so that line numbers stay the same. */
const withoutCode = (markdown: string): string =>
  markdown
    .replace(/^ *(`{3,})[\s\S]*?^ *\1$/gm, (block) => block.replace(/[^\n]/g, ''))
    .replace(/`[^`\n]*`|\]\([^)\n]*\)/g, '')

/** The texts in quotes of a script. */
const scriptLines = (file: string): readonly SourceString[] =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/'([^'\n]* [^'\n]*)'|`([^`\n]* [^`\n]*)`|"([^"\n]* [^"\n]*)"/g)].map((match) => ({
        file,
        line: index + 1,
        text: match[1] ?? match[2] ?? match[3] ?? '',
      })),
    )

const filesOf = (pattern: string): readonly string[] => globSync(pattern, { cwd: root }).toSorted()

const refusals = (strings: readonly SourceString[]): readonly string[] =>
  strings.flatMap(({ file, line, text }) =>
    REPLACEMENTS.filter(([pattern]) => pattern.test(text)).map(
      ([, instead]) => `${file}:${line} “${text}”: write ${instead}`,
    ),
  )

test('people read plain English in the dashboard, on sites, in emails, errors and descriptions of the API', () => {
  const strings = userVisibleStrings().filter(({ file }) => !TRANSLATIONS.test(file))
  expect(strings.length).toBeGreaterThan(5000)
  expect(refusals(strings)).toEqual([])
})

test('people read plain English in documents and on the command line', () => {
  const documents = filesOf(DOCUMENTS)
  const scripts = filesOf(SCRIPTS)
  expect(documents.length).toBeGreaterThan(60)
  expect(scripts.length).toBeGreaterThan(5)
  expect(refusals([...documents.flatMap(documentLines), ...scripts.flatMap(scriptLines)])).toEqual([])
})

test('an odd phrase is refused', () => {
  const text = 'Everybody may read it'
  expect(refusals([{ file: 'a.md', line: 1, text }])).toEqual([
    'a.md:1 “Everybody may read it”: write everyone, no one, someone, anyone, people who',
    'a.md:1 “Everybody may read it”: write can',
  ])
})
