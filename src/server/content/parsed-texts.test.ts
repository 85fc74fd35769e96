import { expect, test } from 'vitest'
import { parseAhead, parsedText } from './parsed-texts.ts'
import { partsOf } from './texts.ts'

const texts = Array.from(
  { length: 120 },
  (_, i) =>
    `Text ${i} with a [link](/pages/p${i}#part).\n\n## Part ${i}\n\n${'More. '.repeat(i)}\n\n- one\n- two\n`,
)

test('a text has the same parts whether it was parsed ahead, is parsed now or is cached', async () => {
  await parseAhead(texts.slice(0, 60))
  for (const text of [...texts, ...texts]) expect(await parsedText(text)).toEqual(partsOf(text))
})

test('a text that cannot be parsed does not keep others from being parsed', async () => {
  const deep = '['.repeat(200_000)
  await parseAhead([deep, ...texts.slice(0, 30)])
  expect(await parsedText(texts[0] ?? '')).toEqual(partsOf(texts[0] ?? ''))
})
