import { expect, test } from 'vitest'
import { runTextTask } from './run.ts'
import { runTextTasks } from './run-all.ts'

const texts = Array.from(
  { length: 70 },
  (_, i) => `# Page ${i}\n\n${'Some words. '.repeat(i * 20)}[Link](page-${i}.md)\n`,
)
const jobs = texts.map((text) => ({ input: text, text }))

test('many texts have the results of each alone, in order', async () => {
  const results = await runTextTasks('parts', jobs)
  const alone = await Promise.all(texts.map((text) => runTextTask('parts', text, text)))
  expect(results).toEqual(alone.map((value) => ({ status: 'fulfilled', value })))
})

test('a text that fails in the middle of a batch does not affect the others', async () => {
  const documents = Array.from({ length: 60 }, (_, i) => (i === 30 ? '{' : '{"nodes":[]}'))
  const results = await runTextTasks(
    'markdownOfDocument',
    documents.map((json) => ({ input: { json, before: '' }, text: json })),
  )
  expect(results.map(({ status }) => status)).toEqual(
    documents.map((_, i) => (i === 30 ? 'rejected' : 'fulfilled')),
  )
})

test('fewer texts than a batch are processed as well', async () => {
  expect(await runTextTasks('parts', [])).toEqual([])
  const [result] = await runTextTasks('parts', jobs.slice(3, 4))
  const parts = result?.status === 'fulfilled' ? JSON.parse(result.value) : undefined
  expect(parts).toMatchObject({ links: [{ url: 'page-3.md' }] })
})
