import fc from 'fast-check'
import { expect, test } from 'vitest'
import { corpus } from '#testing/page-corpus.ts'
import { openPage, textOf } from './page.ts'
import { reopenPage } from './reopen-page.ts'

const settings = { numRuns: Number(process.env.RUNS ?? 150), seed: Number(process.env.SEED ?? 17) }
const pages = await corpus()

/** What can change what is around it. */
const snippets = [
  ...[
    'x',
    ' ',
    '\n',
    '\n\n',
    '\r\n',
    '    ',
    '- ',
    '1. ',
    '> ',
    '# ',
    '---\n',
    '===\n',
    '***\n\n',
    '|',
    '`',
    '```\n',
  ],
  ...[
    '{% hint style="info" %}\n',
    '{% endhint %}\n',
    '{% tab title="a" %}\n',
    '{% endtabs %}\n',
    '{% embed url="/a" %}\n',
  ],
  ...[
    '<details>\n',
    '</details>\n',
    '<!--\n',
    '-->\n',
    '<b>',
    '</table>\n',
    '[a]: /b\n',
    '[^a]: c\n',
    '[a]',
    '[^a]',
  ],
  ...[
    'Word\n\nand more\n\n',
    '* one\n* two\n',
    '| a | b |\n|--|--|\n| c | d |\n',
    '**',
    '_',
    '&',
    '\\',
    '$$',
    '\uFEFF',
  ],
]

const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(300)),
  insert: fc.oneof(fc.constant(''), fc.constantFrom(...snippets)),
})
type Edit = { readonly at: number; readonly remove: number; readonly insert: string }

function edited(text: string, { at, remove, insert }: Edit): string {
  const from = Math.floor(at * (text.length + 1))
  return text.slice(0, from) + insert + text.slice(from + remove)
}

const parts = (text: string) => {
  const { lead, blocks, definitions } = openPage(text)
  return { lead, blocks, definitions }
}

test('a page that is opened again after edits is the same as when it is opened anew', {
  timeout: 240_000,
}, () => {
  const edits = fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(fc.constantFrom(...pages), edits, ([, text], steps) => {
      let page = openPage(text)
      for (const step of steps) {
        const next = step.reduce(edited, textOf(page))
        page = reopenPage(page, next)
        const { lead, blocks, definitions } = page
        expect({ lead, blocks, definitions }).toEqual(parts(next))
      }
    }),
    settings,
  )
})

test('only the blocks around a change are read again', () => {
  const text = Array.from({ length: 40 }, (_, index) => `Paragraph *${index}*\n\n`).join('')
  const page = openPage(`${text}[a]: /b\n`)
  const changed = `${text}[a]: /b\n`.replace('*5*', '*five* [a]').replace('*30*\n', '*30*\n\nNew\n')
  const next = reopenPage(page, changed)
  expect(textOf(next)).toBe(changed)
  expect(next.blocks.length).toBe(page.blocks.length + 1)
  const isNew = next.blocks.map((block) => !page.blocks.includes(block))
  expect(isNew.flatMap((one, index) => (one ? [index] : []))).toEqual(expect.arrayContaining([5, 31]))
  expect(isNew.filter(Boolean).length).toBeLessThanOrEqual(4)
})

test.each([
  ['a tag', 'One\n\nTwo\n\nThree\n\nFour\n\n{% endhint %}\n', 'One', '{% hint style="info" %}\nOne'],
  ['a definition', 'One\n\nTwo\n\nThree [a]\n\nFour\n', 'One', '[a]: /b'],
  ['front matter', '---\n\nTwo\n\nThree\n\nFour\n', 'Four', '---'],
  ['a fence', 'One\n\nTwo\n\nThree\n\nFour\n\n```\nx\n```\n', 'One', '```'],
])('%s that changes distant blocks is seen', (_name, text, from, to) => {
  const next = text.replace(from, to)
  const page = openPage(text)
  const { lead, blocks, definitions } = reopenPage(page, next)
  expect({ lead, blocks, definitions }).toEqual(parts(next))
})
